/** Notifications of one lane reach their handler one at a time, in order; lanes do not wait for each other. */

import { Fifo } from './fifo.js'
import type { Limits } from './limits.js'
import { openable } from './waiting.js'

/** Runs the handler of one notification; a promise means the lane is busy until it settles. */
export type Deliver = (method: string, params: unknown, size: number) => Promise<void> | undefined

// A parsed message costs more than its text: without this a flood of tiny ones would hold far more than the limit.
const OBJECT_OVERHEAD_BYTES = 256
// Text that waits is cheap, objects that wait are not: a reader that races ahead of a willing handler only makes the
// garbage collector work. So many turns cost a few microseconds and serve a chunk's worth of updates.
const BREATHER_TURNS = 1_024

/** A notification that waits, or something that must happen in its place among them. */
type Waiting = { readonly method: string; readonly params: unknown; readonly size: number } | (() => void)

type Lane = Fifo<Waiting>

export class Lanes {
  readonly #deliver: Deliver
  readonly #limits: Limits
  #busy: Map<string, Lane> | undefined
  #bytes = 0
  #room: ReturnType<typeof openable> | undefined
  #emptied: ReturnType<typeof openable> | undefined

  constructor(deliver: Deliver, limits: Limits) {
    this.#deliver = deliver
    this.#limits = limits
  }

  get isBusy(): boolean {
    return this.#busy !== undefined && this.#busy.size !== 0
  }

  get isOverfull(): boolean {
    return this.#bytes > this.#limits.undeliveredBytesAtMost
  }

  /** Something to wait for before reading on, while handlers are too far behind. */
  get room(): Promise<void> | undefined {
    if (this.#bytes <= this.#limits.undeliveredBytes) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  /** Lets handlers that need only a few turns of the microtask queue catch up, and does not wait for any others. */
  async breathe(): Promise<void> {
    for (let turn = 0; turn < BREATHER_TURNS && this.isBusy; turn++) await undefined
  }

  /** Reading must go on although the lanes are full: a handler waits for an answer that is still to be read. */
  releaseReader(): void {
    this.#room?.open()
    this.#room = undefined
  }

  /** True when the message was put behind an earlier one of its lane. */
  queueBehind(lane: string, call: { method: string; params: unknown; size: number }): boolean {
    const busy = this.#busy?.get(lane)
    if (busy === undefined) return false
    busy.push(call)
    this.#bytes += call.size + OBJECT_OVERHEAD_BYTES
    return true
  }

  /** Runs something behind what the lane still holds: at once, when it holds nothing. */
  runBehind(lane: string | undefined, run: () => void): void {
    const busy = lane === undefined ? undefined : this.#busy?.get(lane)
    if (busy === undefined) run()
    else busy.push(run)
  }

  /** Holds the lane until `running` settles, then hands over what queued up meanwhile. */
  occupy(name: string, running: Promise<void>, size: number): void {
    const lane: Lane = new Fifo()
    this.#busy ??= new Map()
    this.#busy.set(name, lane)
    this.#hold(running, size, () => this.#advance(name, lane))
  }

  /** Resolves when no handler runs and nothing waits. */
  settled(): Promise<void> {
    this.#emptied ??= openable()
    if (!this.isBusy) this.#emptied.open()
    return this.#emptied.promise
  }

  /** What a handler works on is held as much as what waits for it. */
  #hold(running: Promise<void>, size: number, then: () => void): void {
    this.#bytes += size + OBJECT_OVERHEAD_BYTES
    void running.then(() => {
      this.#release(size)
      then()
    })
  }

  #release(size: number): void {
    this.#bytes -= size + OBJECT_OVERHEAD_BYTES
    if (this.#bytes <= this.#limits.undeliveredBytes) this.releaseReader()
  }

  #advance(name: string, lane: Lane): void {
    for (let next = lane.shift(); next !== undefined; next = lane.shift()) {
      if (typeof next === 'function') {
        next()
        continue
      }
      const { method, params, size } = next
      this.#release(size)
      const running = this.#deliver(method, params, size)
      if (running !== undefined) return this.#hold(running, size, () => this.#advance(name, lane))
    }
    this.#busy?.delete(name)
    if (!this.isBusy) this.#emptied?.open()
  }
}
