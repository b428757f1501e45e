/** The way to starting agents by name. The parts that search are loaded when something is looked for: agents never do. */

import type { FindOptions } from './launch/find-program.js'
import type { LaunchOptions } from './launch/launch-agent.js'
import type { ProgramOptions, ProgramProcess } from './launch/launch-program.js'
import type { Program } from './launch/search.js'
import type { AgentProcess } from './spawn-agent.js'

/**
 * Starts an agent, looking for its program on PATH, on the login shell's PATH, and where version managers keep theirs.
 * Rejects with a `LaunchError` that names the cause and the cure; nothing is left running then.
 */
export async function launchAgent(
  command: string,
  args: readonly string[] = [],
  options: LaunchOptions = {},
): Promise<AgentProcess> {
  return (await import('./launch/launch-agent.js')).launchAgent(command, args, options)
}

/** Finds the program that a command means, and the PATH it needs; rejects with a `LaunchError` that says where it looked. */
export async function findProgram(command: string, options: FindOptions = {}): Promise<Program> {
  return (await import('./launch/find-program.js')).findProgram(command, options)
}

/**
 * Starts a program whose bytes are to be carried as they are: its streams are raw, its variables those it is given. Looks
 * for it as `launchAgent` does and rejects as that does; what it starts ends with it, and with this process.
 */
export async function launchProgram(
  command: string,
  args: readonly string[] = [],
  options: ProgramOptions = {},
): Promise<ProgramProcess> {
  return (await import('./launch/launch-program.js')).launchProgram(command, args, options)
}
