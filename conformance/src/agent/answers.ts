/** What an answer says, for those who judge it. */

import type { Answer } from '../wire/scripted-peer.js'
import { describeAnswer, toJson } from './examined-agent.js'

/** The reasons to end a turn that version 1 knows. */
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
  return 'error' in answer
}

/** The code of an error; nothing where it is none. */
export function codeOf(answer: Answer): unknown {
  return 'error' in answer ? answer.error.code : undefined
}

/** Why a turn ended; where it did not end with a result, what came instead. */
export function stopOf(answer: Answer): string {
  return 'result' in answer ? String(toJson(answer.result).stopReason) : describeAnswer(answer)
}

export function hasStopReason(answer: Answer): boolean {
  return 'result' in answer && STOP_REASONS.includes(toJson(answer.result).stopReason)
}
