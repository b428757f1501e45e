/** The way to starting agents by name. The parts that search are loaded when something is looked for: agents never do. */

import type { FindOptions } from './launch/find-program.js'
import type { LaunchOptions } from './launch/launch-agent.js'
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
