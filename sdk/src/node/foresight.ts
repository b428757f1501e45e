/** The way to knowing beforehand what a host would decide. Its parts are loaded when somebody wants to know. */

import { sessionRoots } from './files.js'
import { grantMemory } from './grants.js'
import type { Foresight, ForesightOptions } from './permissions/foresight.js'

/** What a host would go by in these directories; `decide` says then what becomes of an action. Changes nothing. */
export async function foresee(options: ForesightOptions): Promise<Foresight> {
  const { foreseen } = await import('./permissions/foresight.js')
  const directories = sessionRoots({ allowBroadRoots: options.allowBroadRoots })
  const grants = options.grants ?? grantMemory()
  try {
    return await foreseen(options, { directories, grants })
  } finally {
    directories.close()
    if (options.grants === undefined) await grants.close()
  }
}
