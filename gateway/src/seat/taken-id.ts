/** An agent gives a session an id that it gave before: said as what it is, and asked for once more. */

import { isRpcError, type RpcError } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import { JournalError } from '@parley/acp/store'
import { fieldOf } from '../hub/fields.js'
import { OF_GATEWAY } from '../hub/refusal.js'

/** What came of the journal, in words for who wanted the session. */
export function withTakenId(error: unknown, agent: string, sessionId: string): unknown {
  return error instanceof JournalError && error.reason === 'session_locked'
    ? refused(agent, sessionId)
    : error
}

function refused(agent: string, sessionId: string): RpcError {
  const message = `${agent} gave this conversation the id ${sessionId}, which it gave an earlier one`
  return rpcError('invalid_session_state', message, { ...OF_GATEWAY, isTaken: true })
}

/** Who counts its sessions anew in every life comes to an id that is free; it is asked twice at most. */
export async function onceMoreIfTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  return await work().catch(error => {
    if (!isRpcError(error) || fieldOf(error.data, 'isTaken') !== true) throw error
    return work()
  })
}
