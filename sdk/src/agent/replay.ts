/** A kept entry told again, in the spelling of whoever asks. */

import type { EntryContract, KeptEntry } from '../store/index.js'
import type { Spelling, Update } from './spelling.js'

/** Both contracts of a version spell what is kept in the same way. */
function familyOf(contract: EntryContract): string {
  return contract.slice(0, 2)
}

/** The updates that show an entry; none for what an answer shows. */
export async function updatesOf(entry: KeptEntry, spelling: Spelling): Promise<readonly Update[]> {
  if (entry.kind === 'prompt') return spelling.user(entry.messageId, entry.content)
  if (entry.kind === 'end') return spelling.end(entry.stopReason)
  if (entry.kind !== 'update') return []
  const updates = familyOf(entry.contract) === familyOf(spelling.contract) ? [entry.update] : undefined
  return (updates ?? (await respelled(entry.update, spelling))).map(spelling.again)
}

async function respelled(update: Update, spelling: Spelling): Promise<readonly Update[]> {
  const { toVersion1, toVersion2 } = await import('../thread/respelling.js')
  return familyOf(spelling.contract) === 'v1' ? toVersion1(update) : toVersion2(update)
}
