/** Starts a program of which nothing is known but its bytes, with all that it starts in turn ended after it. */

import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../environment.js'
import { Family } from '../processes/family.js'
import type { Exit } from '../spawn-agent.js'
import { findProgram } from './find-program.js'
import { toInvocation } from './invocation.js'
import { refusal } from './refusal.js'
import type { SearchOptions } from './search.js'
import { surroundings } from './surroundings.js'

/** How to start a program. */
export interface ProgramOptions extends SearchOptions {
  readonly cwd?: string | undefined
  /** All of its variables, none left out; by default those of this process. */
  readonly env?: Environment | undefined
}

/** A program at work, and the ends of its pipes. */
export interface ProgramProcess {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves when the program itself is gone. */
  readonly exited: Promise<Exit>
  /** Signals the program and everything in its group; quiet when nobody is left. */
  signal(signal: NodeJS.Signals): void
  /** Waits for its end, then SIGTERM, then SIGKILL, each to the whole family; `patience` milliseconds between them. */
  end(patience: number): Promise<void>
}

export async function launchProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramProcess> {
  const env = options.env ?? process.env
  const program = await findProgram(command, { ...options, env })
  const {
    command: file,
    args: words,
    isVerbatim,
  } = await toInvocation(program, args, surroundings({ ...options, env }))
  // Where the program was found as it was named its variables stay as they are; else it needs the PATH it was found by.
  const variables = program.looked.length === 0 ? env : { ...env, PATH: program.path }
  const family = new Family()
  const child = await started(program.file, () =>
    process.getBuiltinModule('node:child_process').spawn(file, words, {
      cwd: options.cwd,
      env: { ...variables, ...family.variables },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim ?? false,
    }),
  )
  return toProcess(program.file, child, family)
}

type Piped = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable; readonly stderr: Readable }

/** Some refusals of the system are thrown, others are told by an event. */
async function started(file: string, spawn: () => Piped): Promise<Piped> {
  try {
    const child = spawn()
    if (child.pid !== undefined) return child
    throw await new Promise(resolve => child.once('error', resolve))
  } catch (error) {
    throw refusal(file, error)
  }
}

function toProcess(file: string, child: Piped, family: Family): ProgramProcess {
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined) throw refusal(file, undefined)
  family.begin(pid)
  child.on('error', () => {})
  const exited = new Promise<Exit>(resolve => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  void exited.then(() => family.noteExit())
  return {
    pid,
    stdin,
    stdout,
    stderr,
    exited,
    signal: signal => family.signal(signal),
    end: patience => family.end({ exited, patience }),
  }
}
