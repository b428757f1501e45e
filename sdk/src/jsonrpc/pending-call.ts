/** One call of ours that waits for its answer, and what may end the waiting before it comes. */

import { abortError, type Cancellation, type CancellationWatch } from './cancellation.js'
import { ConnectionError, receivedError } from './error.js'
import { type Envelope, type ErrorObject, type Id, isErrorObject } from './message.js'
import { LONGEST_TIMER } from './waiting.js'

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
  /** Told the id of the call before it leaves: the peer may speak of it. */
  readonly onId?: ((id: Id) => void) | undefined
  /** Runs when the answer is read: behind the earlier notifications of `lane`, ahead of every later message. */
  readonly onSettle?: ((isError: boolean, result: unknown) => void) | undefined
}

/** What is asked of the peer. */
export interface Question {
  readonly method: string
  readonly params: unknown
  /** Makes the caller's value of what arrived, or throws what the caller is to catch. Saves a promise per call. */
  readonly read?: ((result: unknown) => unknown) | undefined
}

interface Asked {
  readonly id: number
  readonly question: Question
  readonly options: RequestOptions
}

/** What the far end of a promise does. */
interface Settling {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Who is told that nobody waits for a call any longer. */
interface Owner {
  abandon(call: PendingCall, error: unknown): void
}

// No private methods: an object pays for having any when it is made, and one is made for every call.
export class PendingCall implements CancellationWatch {
  readonly id: number
  readonly options: RequestOptions
  previousWatch: CancellationWatch | undefined
  nextWatch: CancellationWatch | undefined
  readonly #question: Question
  readonly #owner: Owner
  readonly #resolve: (result: unknown) => void
  readonly #reject: (error: unknown) => void
  /** Ends the watch for a signal or a deadline; most calls have neither. */
  #stopWatching: (() => void) | undefined

  constructor({ id, question, options }: Asked, { resolve, reject }: Settling, owner: Owner) {
    this.id = id
    this.#question = question
    this.options = options
    this.#owner = owner
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Lets whatever the options name end the waiting. */
  watch(): void {
    const { signal, cancellation, deadline } = this.options
    if (signal !== undefined || deadline !== undefined) {
      this.#stopWatching = watchClosely(this.options, this.#question.method, error =>
        this.#owner.abandon(this, error),
      )
    }
    cancellation?.watch(this)
  }

  /** It was called off. */
  cancelled(): void {
    this.#owner.abandon(this, abortError())
  }

  /** The answer came; true when it was an error. */
  settle({ error, result }: Envelope): boolean {
    if (error === undefined || error === null) {
      const question = this.#question
      try {
        this.#resolve(question.read === undefined ? result : question.read(result))
      } catch (failure) {
        this.#reject(failure)
      }
      return false
    }
    if (isErrorObject(error)) this.refuse(error)
    else this.#reject(new ConnectionError('invalid_answer', 'the peer answered with a malformed error'))
    return true
  }

  /** The peer said no. */
  refuse(error: ErrorObject): void {
    this.#reject(receivedError(error, this.#question.method))
  }

  fail(error: unknown): void {
    this.#reject(error)
  }

  /** It has been settled, or is about to be: nothing else may end it. */
  release(): void {
    this.options.cancellation?.unwatch(this)
    this.#stopWatching?.()
  }
}

/** Gives the call up at its deadline or on its signal; the returned function ends the watch. */
function watchClosely(
  { signal, deadline }: RequestOptions,
  method: string,
  abandon: (error: unknown) => void,
): () => void {
  const abort = (): void => abandon(signal?.reason)
  const late = (): void =>
    abandon(new ConnectionError('timeout', `${method} was not answered within ${deadline} milliseconds`))
  // A longer time than a timer can hold is no deadline; setTimeout would take it for none at all.
  const isTimed = deadline !== undefined && deadline <= LONGEST_TIMER
  const timer = isTimed ? setTimeout(late, deadline) : undefined
  signal?.addEventListener('abort', abort, { once: true })
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
