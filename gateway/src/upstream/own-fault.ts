/** Requests that fail although the agent lives: each is refused alone, and nothing else is the matter. */

import { errorCodes, isConnectionError, isRpcError, RpcError, toErrorObject } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { Answer } from '../hub/event.js'

const OWN_FAULTS = new Set<string>(['too_large', 'unsendable', 'invalid_answer', 'backlogged', 'timeout'])

/** What whoever asked is told of it; nothing where the agent is gone. */
export function refusalOf(error: unknown): Answer | undefined {
  const isOwnFault = isConnectionError(error) && OWN_FAULTS.has(error.reason)
  if (!isOwnFault && !isRpcError(error)) return undefined
  return { error: toErrorObject(isOwnFault ? shown(error.reason) : error, false) }
}

/** Why a request was not answered is for clients to know, where they can do something about it. */
function shown(reason: string): Error {
  if (reason === 'timeout') return rpcError('timeout', 'The agent did not answer in time')
  if (reason !== 'backlogged') return new Error(reason)
  const words = 'The agent has not read what it was sent already, and is sent nothing more for now'
  return new RpcError(errorCodes.internal_error, words, { reason })
}
