/** Where a gateway keeps what it keeps, by the XDG convention. Knows names, reads nothing. */

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The file that people write: where a gateway looks for its config unless it is told of another. */
export function usualConfigFile(env: Environment): string {
  return join(under(env.XDG_CONFIG_HOME, env, ['.config']), 'parley', 'gateway.json')
}

/** The folder for what the gateway writes. */
export function usualStateFolder(env: Environment): string {
  return join(under(env.XDG_STATE_HOME, env, ['.local', 'state']), 'parley', 'gateway')
}

export function homeFolder(env: Environment): string {
  return [env.HOME, env.USERPROFILE].find(each => each !== undefined && isAbsolute(each)) ?? homedir()
}

/** The convention says that a relative path is to be ignored. */
function under(named: string | undefined, env: Environment, usual: readonly string[]): string {
  return named !== undefined && isAbsolute(named) ? named : join(homeFolder(env), ...usual)
}
