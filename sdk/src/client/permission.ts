/** Asks the host, and answers with an option that was offered or not at all. */

import type { Call } from '../protocol/index.js'
import type { Host, PermissionChoice, PermissionRequest } from './host.js'
import type { LiveSession } from './live-session.js'
import { put } from './questions.js'

/** A request before its session was looked up. */
export type PermissionQuestion = Omit<PermissionRequest, 'session'>

/** The chosen option's id, or nothing when the question was dismissed, cancelled or nobody is there to answer. */
export async function choose(
  { permission }: Host,
  question: PermissionQuestion,
  asked: { readonly session: LiveSession | undefined; readonly call: Call },
): Promise<string | undefined> {
  const { session, call } = asked
  if (permission === undefined || session === undefined) return undefined
  const canBeAsked = isAskable(question.options)
  if (!canBeAsked && permission.canJudge !== true) return undefined
  const chosen = await put(session.questions, call, signal =>
    permission({ ...question, session }, { sessionId: session.id, roots: session.roots, signal }),
  )
  return canBeAsked ? offered(question.options, chosen)?.optionId : undefined
}

/** An answer in the one spelling that both versions share. */
export function toOutcome(
  optionId: string | undefined,
): { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string } {
  return optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId }
}

const MOST_OPTIONS = 16

/** A question without answers, with too many to show, or with two that cannot be told apart is not put to anybody, only judged. */
function isAskable(options: readonly PermissionChoice[]): boolean {
  const ids = new Set(options.map(({ optionId }) => optionId))
  return ids.size > 0 && ids.size === options.length && options.length <= MOST_OPTIONS
}

function offered(
  options: readonly PermissionChoice[],
  chosen: PermissionChoice | undefined,
): PermissionChoice | undefined {
  return chosen === undefined ? undefined : options.find(option => option.optionId === chosen.optionId)
}
