/** Where what is known of agents stands on this disk, by the XDG convention. Knows names, reads nothing. */

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export interface Places {
  /** Settings that people write. */
  readonly config: string
  /** What this program keeps for itself. */
  readonly state: string
  /** What was downloaded. */
  readonly downloads: string
}

/** The folders of this program for a user with these variables. */
export function placesOf(env: NodeJS.ProcessEnv): Places {
  const home = env.HOME || env.USERPROFILE || homedir()
  // The convention says that a relative path is to be ignored.
  const folder = (named: string | undefined, usual: readonly string[]): string =>
    join(named !== undefined && isAbsolute(named) ? named : join(home, ...usual), 'parley')
  return {
    config: folder(env.XDG_CONFIG_HOME, ['.config']),
    state: folder(env.XDG_STATE_HOME, ['.local', 'state']),
    downloads: folder(env.XDG_DATA_HOME, ['.local', 'share']),
  }
}

/** The file with the agents that the user added. */
export const customFile = (env: NodeJS.ProcessEnv): string => join(placesOf(env).config, 'agents.json')

/** What the registry said when it was last read. */
export const registryFile = (env: NodeJS.ProcessEnv): string =>
  join(placesOf(env).state, 'agents', 'registry.json')

/** What agents advertised when they were last asked. */
export const probesFile = (env: NodeJS.ProcessEnv): string =>
  join(placesOf(env).state, 'agents', 'probes.json')

/** The folder with one folder for each installed agent. */
export const installFolder = (env: NodeJS.ProcessEnv): string => join(placesOf(env).downloads, 'agents')
