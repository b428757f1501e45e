/** Our calls that wait for an answer: each is settled exactly once, by its answer, its deadline, its signal or the end. */

import { CallsById } from './calls-by-id.js'
import { type Envelope, type Id, isErrorObject } from './message.js'
import { PendingCall, type Question, type RequestOptions } from './pending-call.js'

const MOST_ABANDONED = 1_024

export class Outbound {
  readonly #giveUp: (id: Id) => void
  readonly #behind: (lane: string | undefined, run: () => void) => void
  // Each made when it is first needed: most connections to an agent are idle, and most agents never ask.
  #waiting: CallsById<PendingCall> | undefined
  /** Calls given up on whose answers are still to come; the oldest are forgotten first. */
  #abandoned: Set<Id> | undefined
  /** Arrays of ours of which nothing has been answered yet. */
  #batches: Set<readonly Id[]> | undefined
  #streaming = 0
  #nextId = 0

  /** `giveUp` tells the peer that we no longer wait for a call; `behind` runs something in its place in a lane. */
  constructor(giveUp: (id: Id) => void, behind: (lane: string | undefined, run: () => void) => void) {
    this.#giveUp = giveUp
    this.#behind = behind
  }

  /** Whether an answer is awaited that a handler may be waiting for. */
  get needsReading(): boolean {
    return this.#waiting !== undefined && this.#waiting.size > this.#streaming
  }

  takeId(): number {
    return this.#nextId++
  }

  isWaiting(id: unknown): boolean {
    return this.#waiting?.get(id) !== undefined
  }

  wait(id: number, question: Question, options: RequestOptions): Promise<unknown> {
    options.onId?.(id)
    return new Promise((resolve, reject) => {
      const call = new PendingCall({ id, question, options }, { resolve, reject }, this)
      call.watch()
      this.#waiting ??= new CallsById()
      this.#waiting.add(call)
      if (options.streaming) this.#streaming++
    })
  }

  /** Settles the call this answers; false when nobody ever waited for it. */
  answer(envelope: Envelope): boolean {
    const call = this.#take(envelope.id)
    if (call === undefined) return this.#abandoned?.delete(envelope.id as Id) ?? false
    const isError = call.settle(envelope)
    const { lane, onSettle } = call.options
    if (onSettle !== undefined) this.#behind(lane, () => onSettle(isError, envelope.result))
    return true
  }

  /** Remembers that these calls left in one array, which the peer may refuse as a whole. */
  join(ids: readonly Id[]): void {
    this.#batches ??= new Set()
    this.#batches.add(ids)
  }

  /** An error that names no call, while an array of ours waits, is the answer to that array. */
  refuseBatch({ id, error }: Envelope): boolean {
    const [oldest] = this.#batches ?? []
    if (oldest === undefined || id !== null || !isErrorObject(error)) return false
    this.#batches?.delete(oldest)
    for (const each of oldest) this.#take(each)?.refuse(error)
    return true
  }

  fail(id: Id, error: unknown): void {
    this.#take(id)?.fail(error)
  }

  failAll(error: unknown): void {
    const waiting = this.#waiting?.all() ?? []
    for (const { id } of waiting.sort((one, later) => one.id - later.id)) this.fail(id, error)
  }

  /** Nobody waits any longer; the peer is told, and its answer will be no surprise. */
  abandon(call: PendingCall, error: unknown): void {
    const { id } = call
    if (this.#take(id) === undefined) return
    call.fail(error)
    this.#giveUp(id)
    this.#abandoned ??= new Set()
    this.#abandoned.add(id)
    const [oldest] = this.#abandoned
    if (oldest !== undefined && this.#abandoned.size > MOST_ABANDONED) this.#abandoned.delete(oldest)
  }

  #leaveBatch(id: Id): void {
    for (const batch of this.#batches ?? []) if (batch.includes(id)) this.#batches?.delete(batch)
  }

  #take(id: unknown): PendingCall | undefined {
    const call = this.#waiting?.get(id)
    if (call === undefined) return undefined
    this.#waiting?.delete(call)
    if (this.#batches !== undefined) this.#leaveBatch(call.id)
    if (call.options.streaming) this.#streaming--
    call.release()
    return call
  }
}
