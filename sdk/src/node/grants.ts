/** The way to the memory of what was allowed. Its parts are loaded when it is first used. */

import type { Grant } from '../guard/index.js'
import { stateFolder } from './journal/state-folder.js'
import type { GrantMemoryOptions, StoredGrants } from './permissions/grant-memory.js'

/** What the user allowed for longer than once, to look at and to take back. Several processes may share one. */
export interface GrantMemory {
  readonly folder: string
  list(): Promise<readonly Grant[]>
  add(grant: Grant): Promise<void>
  /** Takes a grant back; whether there was one of that id. */
  revoke(id: string): Promise<boolean>
  close(): Promise<void>
}

/** A memory in a folder outside of every workspace: unless said otherwise, one in the user's state folder. */
export function grantMemory(options: Partial<GrantMemoryOptions> = {}): GrantMemory {
  const { folder = stateFolder('permissions'), now = Date.now, files } = options
  let loading: Promise<StoredGrants> | undefined
  const load = (): Promise<StoredGrants> => {
    loading ??= import('./permissions/grant-memory.js').then(
      ({ StoredGrants }) => new StoredGrants({ folder, now, files }),
    )
    return loading
  }
  return {
    folder,
    list: async () => (await load()).list(),
    add: async grant => (await load()).add(grant),
    revoke: async id => (await load()).revoke(id),
    close: async () => (await loading)?.leave(),
  }
}
