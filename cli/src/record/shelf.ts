/** All recorded conversations of this user: one folder, a file for each. */

import { existsSync } from 'node:fs'
import { type DiskJournal, diskJournal } from '@parley/acp/node'
import { JournalError, type SessionHeader } from '@parley/acp/store'
import { Failure } from '../failure.js'
import { stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'
import { type Conversation, idFor, otherId, toConversation, toHeader } from './conversation.js'
import type { RecordedSession } from './record.js'

const PAGE = 1_000

/** The journal in which conversations are recorded. */
export function openJournal(shell: Pick<Shell, 'env'>): DiskJournal {
  return diskJournal({ directory: stateFolder('conversations', shell) })
}

/** Does something with the records, and gives them back whatever comes of it. */
export async function withShelf<T>(
  shell: Pick<Shell, 'env'>,
  use: (journal: DiskJournal) => Promise<T>,
): Promise<T> {
  const journal = openJournal(shell)
  try {
    return await use(journal)
  } catch (error) {
    throw error instanceof JournalError ? toFailure(error, journal.directory) : error
  } finally {
    await journal.close()
  }
}

/** All conversations, the latest first. To look makes no folder where there is none. */
export async function allConversations(journal: DiskJournal): Promise<readonly Conversation[]> {
  if (!existsSync(journal.directory)) return []
  const found: Conversation[] = []
  let cursor: string | undefined
  do {
    const page = await journal.list({ limit: PAGE, cursor })
    found.push(...page.sessions.map(toConversation))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return found.sort((one, other) => other.updated - one.updated || (one.id < other.id ? -1 : 1))
}

/** What is said of a conversation that has just begun, under an id that no record has: its agent may have given its id before. */
export async function newHeader(journal: DiskJournal, session: RecordedSession): Promise<SessionHeader> {
  return { ...toHeader(session), id: await unusedId(journal, session) }
}

/** The id of a record that is not there yet. */
export async function unusedId(
  journal: DiskJournal,
  session: Pick<RecordedSession, 'agent' | 'sessionId'>,
): Promise<string> {
  const first = idFor(session)
  try {
    await journal.find(first)
  } catch (error) {
    if (error instanceof JournalError && error.reason === 'session_not_found') return first
  }
  return otherId()
}

const CURES: Partial<Record<JournalError['reason'], string>> = {
  session_locked: 'Wait until the other process is done with it.',
  store_full: 'Make room on the disk.',
  session_corrupted: '`parley sessions rm` removes what is left of it.',
}

function toFailure(error: JournalError, directory: string): Failure {
  const cure = CURES[error.reason] ?? `Look at ${directory}.`
  return new Failure(`The records of conversations: ${error.message}.`, {
    ...{ reason: error.reason, cure },
    cause: error,
  })
}
