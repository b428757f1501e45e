/** What to do about errors that pass: wait as long as the agent says, try again, a bounded number of times. */

import { isConnectionError, isRpcError, reasonOf } from '../protocol/index.js'
import { isGone } from './request.js'

/** How often, how long, and who is told. */
export interface RetryOptions {
  /** How often to try in all; 4 unless said otherwise. */
  readonly attempts?: number | undefined
  /** Milliseconds before the second try; doubled for each one after. */
  readonly delay?: number | undefined
  /** Milliseconds that are never exceeded; an agent that asks for more fails the call at once. */
  readonly longestDelay?: number | undefined
  /**
   * Whether to try again also where no answer came in time (`timeout`). Only for what may be done twice: the agent may
   * have done it already, and then a prompt is carried out again, or a second session begun.
   */
  readonly repeatsTimeouts?: boolean | undefined
  /** Ends the waiting; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Learns of every error that is tried again, and how long the wait is. */
  readonly onRetry?: ((error: unknown, milliseconds: number) => void) | undefined
  /**
   * Called when the agent has lost the session, and then it is tried once more. Without it such an error is final: a new
   * conversation knows nothing of the old one, so only its owner may begin one.
   */
  readonly renew?: ((error: unknown) => unknown) | undefined
  /** How to wait; for tests. */
  readonly wait?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined
}

const ATTEMPTS = 4
const DELAY_MILLISECONDS = 1_000
const LONGEST_DELAY_MILLISECONDS = 60_000

/**
 * Runs something, and again when the agent was too busy (`rate_limited`). Nothing else is repeated unless it is asked
 * for: what timed out may have been done all the same (`repeatsTimeouts`).
 */
export async function withRetry<T>(
  run: (attempt: number) => Promise<T> | T,
  options: RetryOptions = {},
): Promise<T> {
  const { attempts = ATTEMPTS, signal, wait = sleep } = options
  let isRenewed = false
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    try {
      return await run(attempt)
    } catch (error) {
      if (attempt >= attempts) throw error
      if (isGone(error) && options.renew !== undefined && !isRenewed) {
        isRenewed = true
        await options.renew?.(error)
      } else {
        const milliseconds = delayOf(error, attempt, options)
        if (milliseconds === undefined) throw error
        options.onRetry?.(error, milliseconds)
        await wait(milliseconds, signal)
      }
    }
  }
}

/** How long to wait before the next try; nothing when there is to be none. */
function delayOf(error: unknown, attempt: number, options: RetryOptions): number | undefined {
  if (!isPassing(error, options)) return undefined
  const { delay = DELAY_MILLISECONDS, longestDelay = LONGEST_DELAY_MILLISECONDS } = options
  const demanded = retryAfterOf(error)
  if (demanded === undefined) return Math.min(delay * 2 ** (attempt - 1), longestDelay)
  return demanded <= longestDelay ? demanded : undefined
}

function isPassing(error: unknown, { repeatsTimeouts = false }: RetryOptions): boolean {
  const reason = isConnectionError(error) ? error.reason : reasonOf(error)
  return reason === 'rate_limited' || (reason === 'timeout' && repeatsTimeouts)
}

/** The agent counts in seconds. */
function retryAfterOf(error: unknown): number | undefined {
  const { retryAfter } = ((isRpcError(error) ? error.data : undefined) ?? {}) as { retryAfter?: unknown }
  return typeof retryAfter === 'number' && retryAfter >= 0 ? retryAfter * 1_000 : undefined
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
