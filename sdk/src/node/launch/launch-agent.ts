/** Starts an agent by the name people know it by, or says why that cannot be done. */

import { type AgentProcess, type SpawnOptions, spawnAgent } from '../spawn-agent.js'
import { findProgram } from './find-program.js'
import { toInvocation } from './invocation.js'
import { LaunchError } from './launch-error.js'
import { refusal } from './refusal.js'
import type { SearchOptions } from './search.js'
import { surroundings } from './surroundings.js'
import type { Invocation } from './windows-command.js'

/** How to find and start an agent. */
export interface LaunchOptions extends SpawnOptions, SearchOptions {}

export async function launchAgent(
  command: string,
  args: readonly string[],
  options: LaunchOptions,
): Promise<AgentProcess> {
  if (options.cwd !== undefined) await demandDirectory(options.cwd)
  const program = await findProgram(command, options)
  const invocation = await toInvocation(program, args, surroundings(options))
  return start(program.file, invocation, { ...options, env: { ...options.env, PATH: program.path } })
}

/** Some refusals of the system are thrown, others are told by an event. */
async function start(
  file: string,
  { command, args, isVerbatim }: Invocation,
  options: SpawnOptions,
): Promise<AgentProcess> {
  let failure: unknown
  try {
    const agent = spawnAgent(command, args, { ...options, windowsVerbatimArguments: isVerbatim })
    if (agent.pid !== undefined) return agent
    await agent.exited
    failure = agent.failure
  } catch (error) {
    failure = error
  }
  throw refusal(file, failure)
}

async function demandDirectory(cwd: string): Promise<void> {
  const { access, constants, stat } = process.getBuiltinModule('node:fs/promises')
  let flaw = 'is no directory'
  try {
    if ((await stat(cwd)).isDirectory()) return await access(cwd, constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    flaw = code === 'ENOENT' ? 'does not exist' : `cannot be entered (${code})`
  }
  throw new LaunchError('no_directory', {
    what: `cannot start the agent in ${cwd}: the working directory ${flaw}.`,
    cure: 'create it, or name another one as `cwd`.',
  })
}
