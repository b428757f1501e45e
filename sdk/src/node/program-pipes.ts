/** A program with its pipes as they are, for those who must see every byte. It ends with all it started, and with us. */

import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { Family } from './processes/family.js'
import type { Exit } from './spawn-agent.js'

/** How to start a program. */
export interface ProgramOptions {
  readonly cwd?: string | undefined
  /** All that it gets to see: nothing is added but the mark by which its family is known. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds between waiting, SIGTERM and SIGKILL. */
  readonly patience?: number | undefined
}

/** A program that runs. */
export interface ProgramPipes {
  readonly pid: number | undefined
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when it is gone; rejects where it could not be started. */
  readonly exited: Promise<Exit>
  /** Signals the whole group. */
  signal(signal: NodeJS.Signals): void
  /** Waits for it to end by itself, then tells it to, then kills it; resolves when all it started is gone. */
  end(): Promise<void>
}

const PATIENCE_MILLISECONDS = 2_000

/** Starts a program as the leader of a group of its own. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): ProgramPipes {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const family = new Family()
  const child: ChildProcess = spawn(command, args, {
    cwd: options.cwd,
    env: { ...options.env, ...family.variables },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  family.begin(child.pid)
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
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
    end: () => family.end({ exited: gone, patience: options.patience ?? PATIENCE_MILLISECONDS }),
  }
}
