/** Where this command keeps what it keeps, by the XDG convention. Knows names, reads nothing. */

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Shell } from './shell.js'

type Surroundings = Pick<Shell, 'env'>

/** A folder for what programs keep. */
export function stateFolder(name: string, { env }: Surroundings): string {
  return join(homeFor(env.XDG_STATE_HOME, env, ['.local', 'state']), 'parley', name)
}

/** A folder for what was downloaded. */
export function downloadFolder(name: string, { env }: Surroundings): string {
  return join(homeFor(env.XDG_DATA_HOME, env, ['.local', 'share']), 'parley', name)
}

/** A file for what people write. */
export function configFile(name: string, { env }: Surroundings): string {
  return join(homeFor(env.XDG_CONFIG_HOME, env, ['.config']), 'parley', name)
}

/** The folder of whoever uses this command. */
export function homeFolder({ env }: Surroundings): string {
  return [env.HOME, env.USERPROFILE].find(each => each !== undefined && isAbsolute(each)) ?? homedir()
}

/** The convention says that a relative path is to be ignored. */
function homeFor(named: string | undefined, env: NodeJS.ProcessEnv, usual: readonly string[]): string {
  if (named !== undefined && isAbsolute(named)) return named
  return join(homeFolder({ env }), ...usual)
}
