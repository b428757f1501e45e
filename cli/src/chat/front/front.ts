/** `parley chat` at a terminal: starts the process that holds the conversations, and serves it this terminal. */

import { spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { ownCommand } from '../../own-command.js'
import type { Shell } from '../../shell.js'
import { within } from '../deadline.js'
import type { ChatSettings } from '../settings.js'
import { obituary } from './obituary.js'
import { FrontService } from './service.js'
import { DYING_MILLISECONDS, endOf, lastWords } from './worker-end.js'
import { workerProgram } from './worker-program.js'

/** How long a worker that said goodbye may take to put its agents away. */
const ENDING_MILLISECONDS = 10_000
/** What stands below is no longer true: it is erased, and what is said stands in its place. */
const FROM_HERE_ON = '\r\x1b[J'

/** Resolves to the exit code when the terminal has been given back. `worker` is the program of the other process. */
export async function runFront(
  settings: ChatSettings,
  shell: Shell,
  worker = workerProgram(),
): Promise<number> {
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
  const end = endOf(child)
  const service = new FrontService(shell, line)
  service.start(settings)
  const outcome = await service.ended
  // One that does not hear, or comes to no end, would never end by itself; its agents are ended by whoever watches over it.
  const hasEnded = outcome.is === 'left' && (await within(end, ENDING_MILLISECONDS)) !== undefined
  if (outcome.is === 'deaf' || (outcome.is === 'left' && !hasEnded)) child.kill('SIGKILL')
  if (outcome.is === 'lost') {
    const why = outcome.why ?? (await within(end, DYING_MILLISECONDS)) ?? 'its line was closed'
    shell.stdout.write(FROM_HERE_ON)
    shell.stderr.write(obituary(why, said(), ownCommand(shell)))
  }
  if (outcome.is !== 'sent-on') return outcome.exitCode
  const { attachTo } = await import('./attach.js')
  return attachTo(outcome.id, shell)
}
