/** What the client is told when a journal cannot do what it was asked. */

import { rpcError } from '../protocol/index.js'
import { type Journal, JournalError, type JournalErrorReason } from '../store/index.js'

const tellings: Readonly<Record<JournalErrorReason, (sessionId: string | undefined) => Error>> = {
  session_not_found: sessionId => rpcError('session_not_found', 'Session not found', named(sessionId)),
  session_expired: sessionId =>
    rpcError('session_expired', 'The session is too old to be used', named(sessionId)),
  session_corrupted: sessionId =>
    rpcError('session_corrupted', 'What was kept of the session is damaged', named(sessionId)),
  session_locked: sessionId =>
    rpcError('invalid_session_state', 'The session is in use elsewhere', {
      ...named(sessionId),
      state: 'locked',
    }),
  invalid_cursor: () => rpcError('invalid_params', 'Invalid params: /cursor: not a cursor of this list'),
  store_full: () => rpcError('store_full', 'There is no room left to keep what would be said'),
  store_failed: () => rpcError('store_failed', 'What is said can no longer be kept'),
}

function named(sessionId: string | undefined): { readonly sessionId?: string } {
  return sessionId === undefined ? {} : { sessionId: sessionId.slice(0, 256) }
}

/** An error of the journal as the client may see it; any other error as it is. */
export function toTelling(error: unknown, sessionId?: string): unknown {
  return error instanceof JournalError ? tellings[error.reason](sessionId) : error
}

/** Does something with the journal, and fails in words for the client. */
export async function withJournal<T>(sessionId: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toTelling(error, sessionId)
  }
}

/** Without a journal there is no session but those that are open. */
export function demandJournal(journal: Journal | undefined): Journal {
  if (journal === undefined)
    throw rpcError('session_not_found', 'This agent keeps no sessions beyond their connection')
  return journal
}
