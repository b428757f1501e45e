/** Sessions as files, loaded by the first who asks: most agents never do, and must not start later because of it. */

import type { Journal, KeptEntry, SessionHeader, SessionRecord } from '../store/index.js'
import type { Thread } from '../thread/index.js'

const load = (): Promise<typeof import('./session-file.js')> => import('./session-file.js')

/** Writes a session to a file that only its owner can read: Markdown when the name ends in `.md`, else JSON. */
export async function saveSession(journal: Journal, sessionId: string, path: string): Promise<void> {
  return (await load()).saveSession(journal, sessionId, path)
}

/**
 * Takes in a session that `saveSession` wrote, under its own id and directory or under those of `header`. Throws a
 * `SessionDocumentError`, and keeps nothing, when the file holds no session.
 */
export async function takeSession(
  journal: Journal,
  path: string,
  header?: Partial<SessionHeader>,
): Promise<SessionRecord> {
  return (await load()).takeSession(journal, path, header)
}

/** The conversation that kept entries make, in the spelling of the first of them, whichever each was kept in. */
export async function toThread(entries: readonly KeptEntry[]): Promise<Thread> {
  return (await load()).toThread(entries)
}
