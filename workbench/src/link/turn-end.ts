/** How a turn ended, as it is told here. */

import { isConnectionError, type Turn } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import { toFailure, wantsSignIn } from './failure.js'

export interface TurnEnd {
  readonly stopReason: string
  readonly error?: unknown
  readonly usage?: unknown
}

const UNSENDABLE = new Set(['too_large', 'unsendable', 'backlogged'])

/** Told of the session, or of the prompt itself, whatever becomes of it. */
const BESIDES: ReadonlySet<string> = new Set([
  ...['available_commands_update', 'config_option_update', 'current_mode_update', 'usage_update'],
  ...['session_info_update', 'state_update', 'user_message', 'user_message_chunk'],
])

/** Whether the agent has made something of a prompt when it says this. */
export function isDeed({ sessionUpdate }: { readonly sessionUpdate: string }): boolean {
  return !BESIDES.has(sessionUpdate)
}

/** Never rejects. */
export async function endOf(turn: Turn<Version>): Promise<TurnEnd> {
  try {
    const outcome: TurnEnd = await turn.outcome
    return outcome
  } catch (error) {
    return { stopReason: 'error', error }
  }
}

/** Where the agent made nothing of it, it is as good as not sent: somebody must sign in first, or it cannot be sent. */
export function isUnheard({ error }: TurnEnd): boolean {
  return wantsSignIn(error) || (isConnectionError(error) && UNSENDABLE.has(error.reason))
}

/** Errors of classes say little where they are shown as values. */
export function toPlainEnd({ stopReason, error, usage }: TurnEnd): TurnEnd {
  const { message, cure } = toFailure(error)
  return { stopReason, ...(error === undefined ? {} : { error: { message, cure } }), usage }
}
