/** What a client on this machine lends its agents: for now its files, to read, inside the session's directories. */

import type { Host, Permission } from '../client/index.js'
import { hostFiles } from './files.js'
import type { Warden } from './permissions/warden.js'

/** What the host leaves to its owner. */
export interface NodeHostOptions {
  readonly info?: Host['info']
  /** Asked before the agent acts; without it every request is answered as dismissed. */
  readonly permission?: Permission | undefined
}

// What is read lies inside the session's directories, and nothing is written.
const openDoor: Warden = { admit: async () => ({ finish: async () => {} }) }

/** A host that reads files inside the session's directories and asks the given function for permission. */
export function nodeHost(options: NodeHostOptions = {}): Host {
  const { read } = hostFiles({ warden: openDoor })
  return { ...options, files: { read } }
}
