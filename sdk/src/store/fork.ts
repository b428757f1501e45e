/** A copy of a session that goes its own way. */

import type { Entry, Journal, KeptEntry, SessionHeader, SessionLog } from './journal.js'

/** Begins a session with everything another one holds, each entry with its time, and takes the right to write it. */
export function forkSession(journal: Journal, sourceId: string, header: SessionHeader): Promise<SessionLog> {
  return fillSession(journal, header, journal.read(sourceId))
}

/** Begins a session with these entries. When that fails there is no such session. */
export async function fillSession(
  journal: Journal,
  header: SessionHeader,
  entries: AsyncIterable<KeptEntry> | Iterable<KeptEntry>,
): Promise<SessionLog> {
  const log = await journal.create(header)
  try {
    let last: Promise<void> | undefined
    for await (const { seq: _seq, at, ...entry } of entries) {
      // What is left of an entry without its place and time is an entry.
      last = log.append(entry as Entry, at)
      // As much as the journal gathers by itself, and no more of it in memory.
      if (last !== undefined && _seq % 1_000 === 0) await last
    }
    await last
    return log
  } catch (error) {
    await log.release()
    await journal.delete(header.id)
    throw error
  }
}
