/** Our calls that wait for an answer: each is settled exactly once, by its answer, its deadline, its signal or the end. */

import { abortError, type Cancellation } from './cancellation.js'
import { ConnectionError, RpcError } from './error.js'
import { type Envelope, type Id, isErrorObject } from './message.js'

/** How to wait for one answer. */
export interface RequestOptions {
  /** Stops waiting when aborted, and tells the peer so. */
  readonly signal?: AbortSignal | undefined
  /** Stops waiting when this is called off, and tells the peer so; cheaper than a signal. */
  readonly cancellation?: Cancellation | undefined
  /** Milliseconds to wait for the answer; without it the call waits as long as the connection lives. */
  readonly deadline?: number | undefined
  /** The answer ends a stream of notifications: waiting for it is no reason to read past a slow handler. */
  readonly streaming?: boolean | undefined
  /** The lane of the notifications that belong to this call. */
  readonly lane?: string | undefined
  /** Runs when the answer is read: behind the earlier notifications of `lane`, ahead of every later message. */
  readonly onSettle?: ((isError: boolean, result: unknown) => void) | undefined
}

const MOST_ABANDONED = 1_024
const LONGEST_TIMER = 2 ** 31 - 1

interface Waiting {
  readonly options: RequestOptions
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly forget: (() => void) | undefined
}

export class Outbound {
  readonly #giveUp: (id: Id) => void
  readonly #behind: (lane: string | undefined, run: () => void) => void
  readonly #waiting = new Map<Id, Waiting>()
  /** Calls given up on whose answers are still to come; the oldest are forgotten first. */
  readonly #abandoned = new Set<Id>()
  /** Arrays of ours of which nothing has been answered yet. */
  readonly #batches = new Set<readonly Id[]>()
  #streaming = 0
  #nextId = 0

  /** `giveUp` tells the peer that we no longer wait for a call; `behind` runs something in its place in a lane. */
  constructor(giveUp: (id: Id) => void, behind: (lane: string | undefined, run: () => void) => void) {
    this.#giveUp = giveUp
    this.#behind = behind
  }

  /** Whether an answer is awaited that a handler may be waiting for. */
  get needsReading(): boolean {
    return this.#waiting.size > this.#streaming
  }

  takeId(): number {
    return this.#nextId++
  }

  isWaiting(id: unknown): boolean {
    return this.#waiting.has(id as Id)
  }

  wait(id: Id, method: string, options: RequestOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal, cancellation, deadline } = options
      const isWatched = signal !== undefined || cancellation !== undefined || deadline !== undefined
      const forget = isWatched ? this.#watch(id, method, options) : undefined
      this.#waiting.set(id, { options, resolve, reject, forget })
      if (options.streaming) this.#streaming++
    })
  }

  /** Settles the call this answers; false when nobody ever waited for it. */
  answer(envelope: Envelope): boolean {
    const waiting = this.#take(envelope.id as Id)
    if (waiting === undefined) return this.#abandoned.delete(envelope.id as Id)
    const { error, result } = envelope
    const isError = error !== undefined && error !== null
    if (!isError) waiting.resolve(result)
    else if (isErrorObject(error)) waiting.reject(new RpcError(error.code, error.message, error.data))
    else waiting.reject(new ConnectionError('invalid_answer', 'the peer answered with a malformed error'))
    const { lane, onSettle } = waiting.options
    if (onSettle !== undefined) this.#behind(lane, () => onSettle(isError, result))
    return true
  }

  /** Remembers that these calls left in one array, which the peer may refuse as a whole. */
  join(ids: readonly Id[]): void {
    this.#batches.add(ids)
  }

  /** An error that names no call, while an array of ours waits, is the answer to that array. */
  refuseBatch({ id, error }: Envelope): boolean {
    const [oldest] = this.#batches
    if (oldest === undefined || id !== null || !isErrorObject(error)) return false
    this.#batches.delete(oldest)
    for (const each of oldest) this.fail(each, new RpcError(error.code, error.message, error.data))
    return true
  }

  fail(id: Id, error: unknown): void {
    this.#take(id)?.reject(error)
  }

  failAll(error: unknown): void {
    for (const id of [...this.#waiting.keys()]) this.fail(id, error)
  }

  /** Gives the call up at its deadline or on its signal; the returned function ends the watch. */
  #watch(id: Id, method: string, { signal, cancellation, deadline }: RequestOptions): () => void {
    const abort = (): void => this.#abandon(id, signal?.reason)
    const late = (): void =>
      this.#abandon(
        id,
        new ConnectionError('timeout', `${method} was not answered within ${deadline} milliseconds`),
      )
    // A longer time than a timer can hold is no deadline; setTimeout would take it for none at all.
    const isTimed = deadline !== undefined && deadline <= LONGEST_TIMER
    const timer = isTimed ? setTimeout(late, deadline) : undefined
    const unsubscribe = cancellation?.onCancel(() => this.#abandon(id, abortError()))
    signal?.addEventListener('abort', abort, { once: true })
    return () => {
      if (timer !== undefined) clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      unsubscribe?.()
    }
  }

  #abandon(id: Id, error: unknown): void {
    const waiting = this.#take(id)
    if (waiting === undefined) return
    waiting.reject(error)
    this.#giveUp(id)
    this.#abandoned.add(id)
    const [oldest] = this.#abandoned
    if (oldest !== undefined && this.#abandoned.size > MOST_ABANDONED) this.#abandoned.delete(oldest)
  }

  #leaveBatch(id: Id): void {
    for (const batch of this.#batches) if (batch.includes(id)) this.#batches.delete(batch)
  }

  #take(id: Id): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return undefined
    this.#waiting.delete(id)
    if (this.#batches.size > 0) this.#leaveBatch(id)
    if (waiting.options.streaming) this.#streaming--
    waiting.forget?.()
    return waiting
  }
}
