/** What a session takes over from an earlier time, or from another session: what was kept, and nothing that is still open. */

import type { Entry, SessionLog } from '../store/index.js'
import { Past } from './past.js'
import type { LiveSession } from './session.js'

/** The process ended in the middle of a turn, or the turn is another session's: what is open is closed. */
export async function finish(session: LiveSession, past: Past, isTold: boolean): Promise<void> {
  const { spelling } = session
  const ends = [
    ...past.openCalls.map(id => spelling.change(id, { status: 'failed' })),
    ...past.openCompactions.map(compactionId => spelling.compaction({ compactionId, status: 'failed' })),
  ].filter(update => update !== undefined)
  // Who asked for no replay has shown nothing of it, or knows already that nobody works on it.
  for (const update of ends) await (isTold ? session.tell(update) : session.note(update))
  await session.settled()
  if (!past.isUnfinished) return
  await session.record({ kind: 'end', stopReason: 'cancelled' })
  if (isTold) for (const update of spelling.end('cancelled')) await session.tell(update, false)
}

/** Writes everything that was kept of one session into another; whether it is archived is not part of that. */
export async function copy(
  entries: AsyncIterable<Entry & { readonly seq: number }>,
  log: SessionLog,
): Promise<Past> {
  const past = new Past()
  let seq = 0
  for await (const kept of entries) {
    const entry = toCopy(kept)
    if (entry === undefined) continue
    await log.append(entry)
    past.take({ ...entry, seq: ++seq, at: 0 })
  }
  return past
}

function toCopy({ seq: _seq, at: _at, ...entry }: Entry & { seq?: number; at?: number }): Entry | undefined {
  if (entry.kind !== 'info') return entry as Entry
  return entry.title === undefined ? undefined : { kind: 'info', title: entry.title }
}
