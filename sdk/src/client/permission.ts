/** Asks the host, and answers with an option that was offered or not at all. */

import type { Call } from '../protocol/index.js'
import type { Host, HostContext, PermissionChoice, PermissionRequest } from './host.js'
import type { Session } from './session.js'

/** The chosen option's id, or nothing when the question was dismissed, cancelled or nobody is there to answer. */
export async function choose(
  { permission }: Host,
  request: PermissionRequest,
  asked: { readonly session: Session<never> | undefined; readonly call: Call },
): Promise<string | undefined> {
  const { session, call } = asked
  if (permission === undefined || session === undefined || !isAskable(request.options)) return undefined
  const question = session?.question(call.signal) ?? { signal: call.signal, release: () => {} }
  const context: HostContext = {
    sessionId: request.sessionId,
    roots: session?.roots ?? [],
    signal: question.signal,
  }
  try {
    if (question.signal.aborted) return undefined
    const chosen = await Promise.race([permission(request, context), dismissed(question.signal)])
    return offered(request.options, chosen)?.optionId
  } finally {
    question.release()
  }
}

/** An answer in the one spelling that both versions share. */
export function toOutcome(
  optionId: string | undefined,
): { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string } {
  return optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId }
}

const MOST_OPTIONS = 16

/** A question without answers, with too many to show, or with two that cannot be told apart is not put to anybody. */
function isAskable(options: readonly PermissionChoice[]): boolean {
  const ids = new Set(options.map(({ optionId }) => optionId))
  return ids.size > 0 && ids.size === options.length && options.length <= MOST_OPTIONS
}

function dismissed(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

function offered(
  options: readonly PermissionChoice[],
  chosen: PermissionChoice | undefined,
): PermissionChoice | undefined {
  return chosen === undefined ? undefined : options.find(option => option.optionId === chosen.optionId)
}
