/** What a client is told instead of a result: a word and a number, and nothing of what went on inside. */

import { isRpcError, toErrorObject } from '@parley/acp/jsonrpc'
import { type Reason, rpcError } from '@parley/acp/protocol'
import { JournalError } from '@parley/acp/store'
import type { Answer } from './event.js'

/** Beside the word: it is the gateway that says so, not the agent. */
export const OF_GATEWAY = { by: 'gateway' } as const

export function refusal(reason: Reason, message: string): Answer {
  return { error: toErrorObject(rpcError(reason, message), false) }
}

/** The same for something that was thrown: an error for the wire as it is, a journal's by its word, a bug as a number. */
export function toAnswer(thrown: unknown): Answer {
  if (isRpcError(thrown)) return { error: toErrorObject(thrown, false) }
  if (thrown instanceof JournalError && thrown.reason === 'store_full')
    return refusal('store_full', 'There is no room for a new prompt')
  if (thrown instanceof JournalError && thrown.reason === 'store_failed')
    return refusal('store_failed', 'The sessions cannot be kept any more')
  if (thrown instanceof JournalError && thrown.reason === 'session_corrupted')
    return refusal('session_corrupted', 'The session is damaged')
  if (thrown instanceof JournalError && thrown.reason === 'session_locked')
    return toAnswer(
      rpcError('invalid_session_state', 'Another process has this conversation open', OF_GATEWAY),
    )
  return { error: toErrorObject(thrown, false) }
}

/** A session that is not there, and one that is somebody else's: nobody can tell them apart. */
export const NO_SESSION: Answer = refusal('session_not_found', 'There is no such session')
