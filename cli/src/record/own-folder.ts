/** Where this command keeps what it keeps, by the XDG convention. */

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Shell } from '../shell.js'

type Surroundings = Pick<Shell, 'env'>

/** A folder for what programs keep. */
export function stateFolder(name: string, { env }: Surroundings): string {
  return join(homeFor(env.XDG_STATE_HOME, env, ['.local', 'state']), 'parley', name)
}

/** A file for what people write. */
export function configFile(name: string, { env }: Surroundings): string {
  return join(homeFor(env.XDG_CONFIG_HOME, env, ['.config']), 'parley', name)
}

/** The convention says that a relative path is to be ignored. */
function homeFor(named: string | undefined, env: NodeJS.ProcessEnv, usual: readonly string[]): string {
  if (named !== undefined && isAbsolute(named)) return named
  return join(env.HOME !== undefined && isAbsolute(env.HOME) ? env.HOME : homedir(), ...usual)
}
