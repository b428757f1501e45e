/** Starts an agent by the name people know it by, or says why that cannot be done. */

import { type AgentProcess, type SpawnOptions, spawnAgent } from '../spawn-agent.js'
import { findProgram } from './find-program.js'
import { toInvocation } from './invocation.js'
import { LaunchError } from './launch-error.js'
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

const CURES: Readonly<Record<string, string>> = {
  EACCES: 'look whether its file system is mounted without `exec`, or a security policy forbids it.',
  EPERM: 'look whether a security policy forbids it.',
  EAGAIN: 'end other processes: the limit of this user is reached (`ulimit -u`).',
  EMFILE: 'close files: this process may open no more (`ulimit -n`).',
  ENFILE: 'close files: this system may open no more.',
  ENOMEM: 'free some memory.',
  E2BIG: 'give fewer or shorter arguments and variables.',
  ENOENT: 'install it again: something it needs in order to start is missing, or it was just removed.',
  ENOEXEC: 'install the build for this system: this file is no program here.',
  ETXTBSY: 'try again when its installation is complete: the file is still being written.',
}

function refusal(file: string, cause: unknown): LaunchError {
  const { code = '', message = 'without a reason' } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  const what = `cannot start ${file}: the system refused it (${message}).`
  return new LaunchError(
    'refused',
    { what, cure: CURES[code] ?? 'try to start it in a terminal.' },
    { cause },
  )
}
