/** Starts a program of which nothing is known but its bytes, with all that it starts in turn ended after it. */

import type { Environment } from '../environment.js'
import { type ProgramPipes, startProgram } from '../processes/program-pipes.js'
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

/** A program at work. */
export interface ProgramProcess extends ProgramPipes {
  readonly pid: number
}

/** Finds a program as `launchAgent` does, and starts it with its pipes as they are. */
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
  try {
    const running = startProgram(file, words, { cwd: options.cwd, env: variables, isVerbatim })
    // Some refusals of the system are thrown, others are told by an event.
    if (running.pid === undefined) throw await running.exited.catch((error: unknown) => error)
    return { ...running, pid: running.pid }
  } catch (error) {
    throw refusal(program.file, error)
  }
}
