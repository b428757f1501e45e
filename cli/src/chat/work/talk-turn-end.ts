/** How a turn ended, as this side tells it. */

import { isConnectionError, type Turn } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import { isSignInAnswer, isSignInError } from './talk-failure.js'

export interface End {
  readonly stopReason: string
  /** The agent told something of it. */
  readonly hasBegun: boolean
  readonly error?: unknown
  readonly usage?: unknown
}

/** Told of the session, or of the prompt itself, whatever becomes of it. */
const BESIDES: ReadonlySet<string> = new Set([
  ...['available_commands_update', 'config_option_update', 'current_mode_update', 'usage_update'],
  ...['session_info_update', 'state_update', 'user_message', 'user_message_chunk'],
])
const UNSENDABLE = new Set(['too_large', 'unsendable'])
const STILL_THERE = new Set([...UNSENDABLE, 'timeout'])

/** The agent wants somebody to sign in first. */
export function wantsSignIn({ error, stopReason }: End): boolean {
  return isSignInError(error) || (stopReason === 'error' && isSignInAnswer(error))
}

/** The agent made nothing of it: it is as good as not sent. */
export function isUnheard(end: End): boolean {
  const isUnsendable = isConnectionError(end.error) && UNSENDABLE.has(end.error.reason)
  return !end.hasBegun && (isUnsendable || wantsSignIn(end))
}

/** It ended because the agent is gone. */
export function isLoss({ error }: End): boolean {
  return isConnectionError(error) && !STILL_THERE.has(error.reason)
}

/** Never rejects. What the turn told is heard by whoever listens to the session; here only its end is waited for, in its place. */
export async function endOf(turn: Turn<Version>): Promise<End> {
  const reading = readOff(turn)
  try {
    const outcome: Omit<End, 'hasBegun'> = await turn.outcome
    const { stopReason, error, usage } = outcome
    return { stopReason, error, usage, hasBegun: await reading }
  } catch (error) {
    return { stopReason: 'error', error, hasBegun: await reading }
  }
}

/** Whether something in it came of the prompt. */
async function readOff(turn: Turn<Version>): Promise<boolean> {
  let hasBegun = false
  for await (const { sessionUpdate } of turn.updates) hasBegun ||= !BESIDES.has(sessionUpdate)
  return hasBegun
}

/** Errors lose their words where they are copied. */
export function toPlain(error: unknown): unknown {
  return error instanceof Error ? { message: error.message } : error
}
