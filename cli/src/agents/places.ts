/** Where what is known of agents stands on this disk. Knows names, reads nothing. */

import { dirname } from 'node:path'
import { configFile, downloadFolder, stateFolder } from '../own-folder.js'

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
  return {
    config: dirname(customFile(env)),
    state: dirname(stateFolder('agents', { env })),
    downloads: dirname(installFolder(env)),
  }
}

/** The file with the agents that the user added. */
export const customFile = (env: NodeJS.ProcessEnv): string => configFile('agents.json', { env })

/** What the registry said when it was last read. */
export const registryFile = (env: NodeJS.ProcessEnv): string => stateFolder('agents/registry.json', { env })

/** What agents advertised when they were last asked. */
export const probesFile = (env: NodeJS.ProcessEnv): string => stateFolder('agents/probes.json', { env })

/** The folder with one folder for each installed agent. */
export const installFolder = (env: NodeJS.ProcessEnv): string => downloadFolder('agents', { env })
