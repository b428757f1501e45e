/** The peer's requests that are being worked on: each is answered exactly once, whatever becomes of its handler. */

import { CallsById } from './calls-by-id.js'
import { Cancellation } from './cancellation.js'
import { toHandlerError, wireError } from './error.js'
import type { ErrorObject, Id, ResponseMessage } from './message.js'
import { openable } from './waiting.js'

/** One request of the peer, as its handler sees it. Called off when the peer gives it up or the connection ends. */
export class Call extends Cancellation {
  readonly id: Id
  readonly method: string
  /** The bytes it took on the wire. */
  readonly size: number
  /** Runs once the answer is on its way: for work that must come after it. */
  onAnswered: (() => void) | undefined
  /** Whether the answer was an error, once there is one. */
  isRefused = false
  /** Whether the connection has ended before it was answered. */
  isOver = false

  constructor(id: Id, method: string, size = 0) {
    super()
    this.size = size
    this.id = id
    this.method = method
  }
}

/** Query builders and promises of other realms are promises too. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value instanceof Promise) return true
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

export type Answer = (message: ResponseMessage) => void

interface Work {
  readonly id: Id
  readonly call: Call
  readonly answer: Answer
  /** How many came before it. */
  readonly place: number
}

export class Inbound {
  readonly #working = new CallsById<Work>()
  readonly #failed: (call: Call, error: unknown, sent: ErrorObject) => void
  #bytes = 0
  #came = 0
  #finished: ReturnType<typeof openable> | undefined

  /** `failed` learns of every handler that threw, together with what the peer was told. */
  constructor(failed: (call: Call, error: unknown, sent: ErrorObject) => void) {
    this.#failed = failed
  }

  get size(): number {
    return this.#working.size
  }

  get bytes(): number {
    return this.#bytes
  }

  has(id: Id): boolean {
    return this.#working.get(id) !== undefined
  }

  /** Starts the handler at once and sees to its answer. */
  start(call: Call, handle: (call: Call) => unknown, answer: Answer): void {
    this.#working.add({ id: call.id, call, answer, place: this.#came++ })
    this.#bytes += call.size
    let outcome: unknown
    try {
      outcome = handle(call)
    } catch (error) {
      this.#reject(call, error)
      return
    }
    if (isThenable(outcome))
      Promise.resolve(outcome).then(
        result => this.#resolve(call, result),
        error => this.#reject(call, error),
      )
    else this.#resolve(call, outcome)
  }

  cancel(id: unknown): void {
    this.#working.get(id)?.call.cancel()
  }

  cancelAll(): void {
    for (const call of this.#inOrder()) {
      call.isOver = true
      call.cancel()
    }
  }

  /** Answers what is still being worked on, so that nothing stays owed. */
  abandonAll(message: string): void {
    for (const call of this.#inOrder())
      this.#answer(call, { jsonrpc: '2.0', id: call.id, error: wireError('request_cancelled', message) })
  }

  /** Resolves when every request has been answered. */
  settled(): Promise<void> {
    this.#finished ??= openable()
    if (this.#working.size === 0) this.#finished.open()
    return this.#finished.promise
  }

  #inOrder(): Call[] {
    const working = this.#working.all().sort((one, later) => one.place - later.place)
    return working.map(({ call }) => call)
  }

  #resolve(call: Call, result: unknown): void {
    try {
      this.#answer(call, { jsonrpc: '2.0', id: call.id, result: result === undefined ? null : result })
    } catch (error) {
      this.#reject(call, error)
    }
  }

  #reject(call: Call, thrown: unknown): void {
    const error = toHandlerError(thrown, call.isCancelled)
    this.#failed(call, thrown, error)
    try {
      this.#answer(call, { jsonrpc: '2.0', id: call.id, error })
    } catch {
      // Too large for this connection; an answer is owed all the same.
      this.#answer(call, { jsonrpc: '2.0', id: call.id, error: { code: error.code, message: '' } })
    }
  }

  #answer(call: Call, message: ResponseMessage): void {
    const work = this.#working.get(call.id)
    // A handler that comes back after its request was abandoned has nothing left to answer.
    if (work?.call !== call) return
    work.answer(message)
    this.#working.delete(work)
    this.#bytes -= call.size
    call.isRefused = 'error' in message
    call.onAnswered?.()
    if (this.#working.size === 0) this.#finished?.open()
  }
}
