/** What a client on this machine lends its agents: for now its files, to read, inside the session's directories. */

import type { Host, Permission } from '../client/index.js'
import { readTextFile } from './read-file.js'

/** What the host leaves to its owner. */
export interface NodeHostOptions {
  readonly info?: Host['info']
  /** Asked before the agent acts; without it every request is answered as dismissed. */
  readonly permission?: Permission | undefined
}

/** A host that reads files inside the session's directories and asks the given function for permission. */
export function nodeHost(options: NodeHostOptions = {}): Host {
  return {
    ...options,
    files: {
      read: async ({ path, line, limit }, { roots }) => ({
        content: await readTextFile(path, roots, { line, limit }),
      }),
    },
  }
}
