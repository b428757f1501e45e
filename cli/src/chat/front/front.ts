/** `parley chat` at a terminal: starts the process that holds the conversations, and serves it this terminal. */

import { type ChildProcess, spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Shell } from '../../shell.js'
import type { ChatSettings } from '../settings.js'
import { obituary } from './obituary.js'
import { FrontService } from './service.js'

const WORKER = fileURLToPath(new URL('../worker/main.js', import.meta.url))
const MOST_KEPT = 8 * 1024
/** How long a worker that said goodbye may take to put its agents away. */
const ENDING_MILLISECONDS = 5_000
const DYING_MILLISECONDS = 500
/** What stands below is no longer true: it is erased, and what is said stands in its place. */
const FROM_HERE_ON = '\r\x1b[J'

/** Resolves to the exit code when the terminal has been given back. `worker` is the program of the other process. */
export async function runFront(settings: ChatSettings, shell: Shell, worker = WORKER): Promise<number> {
  const child = spawn(process.execPath, [worker], {
    cwd: shell.cwd,
    env: shell.env,
    // A session of its own: what is pressed and closed here reaches it only through us.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const line = child.stdio[3]
  if (!(line instanceof Duplex)) throw new Error('there is no line to the worker')
  const said = lastWords(child)
  const end = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal))
  })
  const service = new FrontService(shell, line)
  service.start(settings)
  const outcome = await service.ended
  // One that does not hear would never end by itself.
  if (outcome.is === 'deaf') child.kill('SIGKILL')
  if (outcome.is === 'left') await within(end, ENDING_MILLISECONDS)
  if (outcome.is === 'lost') {
    const why = (await within(end, DYING_MILLISECONDS)) ?? 'its line was closed'
    shell.stdout.write(FROM_HERE_ON)
    shell.stderr.write(obituary(why, said()))
  }
  if (outcome.is !== 'sent-on') return outcome.exitCode
  const { attachTo } = await import('./attach.js')
  return attachTo(outcome.id, shell)
}

function lastWords({ stderr }: ChildProcess): () => string {
  let kept = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept = (kept + text).slice(-MOST_KEPT)
  })
  stderr?.on('error', () => {})
  return () => kept
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
