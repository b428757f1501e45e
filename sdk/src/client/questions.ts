/** What an agent has asked the user of one session, so that a cancel can dismiss all of it. */

import { type Call, rpcError } from '../protocol/index.js'

/** A question that can be dismissed; release it when it is answered. */
export interface Question {
  readonly signal: AbortSignal
  release(): void
}

export class Questions {
  readonly #pending = new Set<AbortController>()
  #isCancelled = false

  /** Everything asked so far, and what has crossed the cancel on its way, is answered as dismissed. */
  dismissAll(isCancelled: boolean): void {
    this.#isCancelled = isCancelled
    for (const controller of this.#pending) controller.abort()
  }

  /** What is asked from here on belongs to work that was not cancelled. */
  reset(): void {
    this.#isCancelled = false
  }

  open(signal: AbortSignal): Question {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    this.#pending.add(controller)
    signal.addEventListener('abort', abort, { once: true })
    // A question that crossed our cancel on the way belongs to the turn that was cancelled.
    if (signal.aborted || this.#isCancelled) abort()
    const release = (): void => {
      this.#pending.delete(controller)
      signal.removeEventListener('abort', abort)
    }
    return { signal: controller.signal, release }
  }
}

/**
 * Puts a question to the host; nothing when the agent or a cancel dismissed it first. One that ends with the connection was
 * answered by nobody, and its answer says so: who leaves has refused nothing, and others may have been asked the same. An
 * answer of the host that has arrived by then counts. A later one does not: the host may have given it only because of the
 * signal, and nothing tells the two apart.
 */
export async function put<T>(
  questions: Questions | undefined,
  call: Call,
  ask: (signal: AbortSignal) => T | Promise<T>,
): Promise<T | undefined> {
  const question = questions?.open(call.signal) ?? { signal: call.signal, release: () => {} }
  // Whatever dismissed it first: after a cancel the agent is owed an answer, also by somebody who leaves right behind it.
  let isLeaving = call.isOver
  const { signal } = question
  signal.addEventListener(
    'abort',
    () => {
      isLeaving = call.isOver
    },
    { once: true },
  )
  try {
    const answer = signal.aborted
      ? undefined
      : // First, so that it also comes before what a host says because of the same signal.
        await Promise.race([dismissed(signal), ask(signal)])
    if (answer === undefined && isLeaving)
      throw rpcError('request_cancelled', 'Request cancelled', { reason: 'client_leaves' })
    return answer
  } finally {
    question.release()
  }
}

function dismissed(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
