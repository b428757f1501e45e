/** A copy of a session that goes its own way. */

import type { Entry, Journal, KeptEntry, SessionHeader, SessionLog } from './journal.js'

/** Begins a session with everything another one holds, each entry with its time, and takes the right to write it. */
export function forkSession(journal: Journal, sourceId: string, header: SessionHeader): Promise<SessionLog> {
  return fillSession(journal, header, { entries: journal.read(sourceId) })
}

/** What becomes of an entry in a copy; nothing leaves it out. */
type ToCopy = (entry: KeptEntry) => Entry | undefined

/** What a session is begun with. */
interface Filling {
  readonly entries: AsyncIterable<KeptEntry> | Iterable<KeptEntry>
  readonly toCopy?: ToCopy
}

/** Begins a session with these entries, or what `toCopy` makes of them. When that fails there is no such session. */
export async function fillSession(
  journal: Journal,
  header: SessionHeader,
  { entries, toCopy = withoutPlace }: Filling,
): Promise<SessionLog> {
  const log = await journal.create(header)
  try {
    let last: Promise<void> | undefined
    for await (const kept of entries) {
      const entry = toCopy(kept)
      if (entry !== undefined) last = log.append(entry, kept.at)
      // As much as the journal gathers by itself, and no more of it in memory.
      if (last !== undefined && kept.seq % 1_000 === 0) await last
    }
    await last
    return log
  } catch (error) {
    await log.release()
    await journal.delete(header.id)
    throw error
  }
}

/** What is left of an entry without its place and time is an entry. */
function withoutPlace({ seq: _seq, at: _at, ...entry }: KeptEntry): Entry {
  return entry as Entry
}
