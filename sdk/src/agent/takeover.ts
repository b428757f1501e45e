/** What a session takes over from an earlier time, or from another session: what was kept, and nothing that is still open. */

import type { Entry, KeptEntry } from '../store/index.js'
import type { Past } from './past.js'
import type { LiveSession } from './session.js'

/** The process ended in the middle of a turn, or the turn is another session's: what is open is closed. */
export async function finish(session: LiveSession, past: Past, isTold: boolean): Promise<void> {
  const { spelling } = session
  const status = past.isUnfinished ? 'cancelled' : 'failed'
  const ends = [
    ...past.openCalls.map(id => spelling.change(id, { status })),
    ...past.openCompactions.map(compactionId => spelling.compaction({ compactionId, status })),
  ].filter(update => update !== undefined)
  // Who asked for no replay has shown nothing of it, or knows already that nobody works on it.
  for (const update of ends) await (isTold ? session.tell(update) : session.note(update))
  await session.settled()
  if (!past.isUnfinished) return
  await session.record({ kind: 'end', stopReason: 'cancelled' })
  if (isTold) for (const update of spelling.end('cancelled')) await session.tell(update, false)
}

/** What of an entry another session takes over: whether its original is archived is not part of that. */
export function toCopy({ seq: _seq, at: _at, ...entry }: KeptEntry): Entry | undefined {
  // What is left of an entry without its place and time is an entry.
  if (entry.kind !== 'info') return entry as Entry
  return entry.title === undefined ? undefined : { kind: 'info', title: entry.title }
}
