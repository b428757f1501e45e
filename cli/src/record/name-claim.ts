/** The right to make the conversation of a name in a directory: one process at a time looks for it and makes it. */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { holdLock } from '../file-lock.js'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'

/** Who takes longer to make a conversation is no longer waited for. */
const PATIENCE_MILLISECONDS = 30_000

/** Waits for its turn; resolves to a function that gives the right back. Never rejects: without it there is only no order. */
export async function claimName(
  name: { readonly cwd: string; readonly label: string },
  shell: Pick<Shell, 'env'>,
): Promise<() => Promise<void>> {
  const digest = createHash('sha256')
    .update(JSON.stringify([name.cwd, name.label]))
    .digest('hex')
  try {
    const release = await holdLock(
      join(stateFolder('names', shell), digest.slice(0, 32)),
      PATIENCE_MILLISECONDS,
    )
    return () => release().catch(() => {})
  } catch {
    return async () => {}
  }
}
