/** What an answer says, for those who judge it. */

import type { Version } from '../requirement.js'
import type { Answer } from '../wire/scripted-peer.js'
import { describeAnswer, toJson } from './examined-agent.js'

/** The reasons to end a turn that both versions know; that it failed, version 1 says with an error. */
const STOP_REASONS: readonly unknown[] = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
]

export function isResult(answer: Answer): answer is { readonly result: unknown } {
  return 'result' in answer
}

export function isError(answer: Answer): boolean {
  return 'error' in answer && typeof answer.error.code === 'number'
}

/** The code of an error; nothing where it is none. */
export function codeOf(answer: Answer): unknown {
  return 'error' in answer ? answer.error.code : undefined
}

/** Why a turn ended; where it did not end with a result, what came instead. */
export function stopOf(answer: Answer): string {
  return 'result' in answer ? String(toJson(answer.result).stopReason) : describeAnswer(answer)
}

/** Whether a turn ended for a reason that there is; in version 2 it may be left out, or be one of the agent's own. */
export function hasStopReason(answer: Answer, version: Version): boolean {
  if (!('result' in answer)) return false
  const { stopReason } = toJson(answer.result)
  if (STOP_REASONS.includes(stopReason)) return true
  return version === 2 && (stopReason === null || String(stopReason).startsWith('_'))
}
