/** Commands whose output comes through pipes, and that have no input. */

import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { rpcError } from '../../protocol/index.js'
import { Family } from '../processes/family.js'
import type { Exit, Order, Running, Sink } from './running.js'
import { WholeCharacters } from './whole-characters.js'

// Something that the command left behind may hold its pipes open for ever. What the command itself printed is in them
// when it ends, and comes without a pause.
const QUIET_MILLISECONDS = 200
const MOST_MILLISECONDS = 2_000

/** Starts a command in a session and a group of its own. */
export async function startInPipes(order: Order, sink: Sink): Promise<Running> {
  const [program, ...words] = order.argv
  const { spawn } = process.getBuiltinModule('node:child_process')
  const family = new Family()
  const child = spawnOrRefuse(program, () =>
    spawn(program, words, {
      cwd: order.cwd,
      env: { ...order.env, ...family.variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    }),
  )
  family.begin(child.pid)
  const exited = exitOf(child)
  // There are none where no descriptor was free for them; the error says so.
  const streams = [child.stdout, child.stderr].flatMap(stream => stream ?? [])
  const drained = drain(streams, exited, sink)
  await started(child, program)
  void exited.then(() => family.noteExit())
  return { family, exited, drained, stop: () => streams.forEach(stream => void stream.destroy()) }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise(resolve => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ exitCode: null, signal: null })
    })
  })
}

function started(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', error => reject(refusal(program, error)))
  })
}

function spawnOrRefuse(program: string, spawn: () => ChildProcess): ChildProcess {
  try {
    return spawn()
  } catch (error) {
    throw refusal(program, error)
  }
}

function refusal(program: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  const name = program.slice(0, 128)
  if (code === 'ENOENT') return rpcError('resource_not_found', `No such program: ${name}`)
  if (code === 'EACCES') return rpcError('resource_access_denied', `This may not be run: ${name}`)
  if (code === 'E2BIG') return rpcError('too_large', 'The command and its variables are too long')
  if (code === 'EMFILE' || code === 'ENFILE')
    return rpcError('internal_error', `The command cannot be started: too many files are open (${code})`)
  return rpcError('internal_error', `The command cannot be started: ${code ?? 'for an unknown reason'}`)
}

/** Resolves when both pipes ended, or the command did and they have been quiet for a while. */
function drain(streams: readonly Readable[], exited: Promise<unknown>, sink: Sink): Promise<void> {
  let heardAt = 0
  const ends = streams.map(stream => {
    const characters = new WholeCharacters(sink)
    stream.on('data', (chunk: Uint8Array) => {
      heardAt = performance.now()
      characters.push(chunk)
    })
    return new Promise<void>(resolve => {
      stream.once('close', () => {
        characters.end()
        resolve()
      })
      stream.once('error', () => resolve())
    })
  })
  const silence = async (): Promise<void> => {
    await exited
    const deadline = performance.now() + MOST_MILLISECONDS
    for (let wait = QUIET_MILLISECONDS; wait > 0 && performance.now() < deadline; ) {
      await new Promise(resolve => setTimeout(resolve, wait).unref())
      wait = heardAt + QUIET_MILLISECONDS - performance.now()
    }
  }
  return Promise.race([Promise.all(ends).then(() => {}), silence()])
}
