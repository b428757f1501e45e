/** A program with its pipes as they are, for those who must see every byte. It ends with all it started, and with us. */

import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../environment.js'
import type { Exit } from '../spawn-agent.js'
import { Family } from './family.js'

/** How to start a program. */
export interface PipesOptions {
  readonly cwd?: string | undefined
  /** All that it gets to see: nothing is added but the mark by which its family is known. */
  readonly env: Environment
  /** On Windows: the arguments are quoted already. */
  readonly isVerbatim?: boolean | undefined
}

/** A program that runs, and the ends of its pipes. */
export interface ProgramPipes {
  /** Absent where it could not be started. */
  readonly pid: number | undefined
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when it is gone; rejects where it could not be started. */
  readonly exited: Promise<Exit>
  /** Signals the program and everything in its group; quiet when nobody is left. */
  signal(signal: NodeJS.Signals): void
  /** Waits for its end, then SIGTERM, then SIGKILL, each to the whole family; so many milliseconds between them. */
  end(patience?: number): Promise<void>
}

const PATIENCE_MILLISECONDS = 2_000

/** Starts a program as the leader of a group of its own. Looks for nothing: who has only a name asks `launchProgram`. */
export function startProgram(command: string, args: readonly string[], options: PipesOptions): ProgramPipes {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const family = new Family()
  const child: ChildProcess = spawn(command, args, {
    cwd: options.cwd,
    env: { ...options.env, ...family.variables },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: options.isVerbatim ?? false,
  })
  family.begin(child.pid)
  const exited = new Promise<Exit>((resolve, reject) => {
    // A second error, of a signal that nobody could be sent, finds the promise settled.
    child.on('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const gone = exited.catch(() => undefined)
  void gone.then(() => family.noteExit())
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) throw new Error('a program without pipes')
  // Writing to somebody who is gone is no fault of the writer; whoever waits for an answer learns of the end.
  stdin.on('error', () => {})
  return {
    pid: child.pid,
    stdin,
    stdout,
    stderr,
    exited,
    signal: signal => family.signal(signal),
    end: (patience = PATIENCE_MILLISECONDS) => family.end({ exited: gone, patience }),
  }
}
