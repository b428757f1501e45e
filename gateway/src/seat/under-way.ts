/** The requests of one client that are being worked on: no more than may be, and each can be called off. */

import { Cancellation, type Id } from '@parley/acp/jsonrpc'
import type { Hold } from '../hub/prompt.js'

const MOST_REQUESTS = 1_024
const CALLED_OFF_AT_ONCE = 16

// Of all clients: many who leave together leave thousands of requests, and whoever stays must not wait for all of them.
const forsaken: (() => void)[] = []

function callOffSome(): void {
  const some = forsaken.splice(0, CALLED_OFF_AT_ONCE)
  try {
    while (some.length > 0) some.shift()?.()
  } finally {
    // One that fails keeps nobody else's from being called off.
    forsaken.unshift(...some)
    if (forsaken.length > 0) setImmediate(callOffSome)
  }
}

/** What a request costs, and what it is worth. */
interface Weight {
  readonly bytes: number
  /** Its outcome is for others, too: it is waited for, though its client wants it no more. */
  readonly isLasting: boolean
}

interface Errand {
  readonly cancellation: Cancellation
  readonly isLasting: boolean
  readonly letGo: () => void
}

export class UnderWay {
  readonly #hold: Hold
  readonly #errands = new Map<Id, Errand>()
  #waiting: (() => void)[] = []

  constructor(hold: Hold = () => () => {}) {
    this.#hold = hold
  }

  has(id: Id): boolean {
    return this.#errands.has(id)
  }

  /** Nothing where it would be one too many, or too much. */
  begin(id: Id, { bytes, isLasting }: Weight): Cancellation | undefined {
    const letGo = this.#errands.size < MOST_REQUESTS ? this.#hold(bytes) : undefined
    if (letGo === undefined) return undefined
    const cancellation = new Cancellation()
    this.#errands.set(id, { cancellation, isLasting, letGo })
    return cancellation
  }

  end(id: Id): void {
    this.#errands.get(id)?.letGo()
    this.#errands.delete(id)
    if (this.#errands.size > 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  /** Its client wants it no more. */
  callOff(id: Id): void {
    const errand = this.#errands.get(id)
    if (errand?.isLasting === false) errand.cancellation.cancel()
  }

  /** Its client is gone. */
  leave(): void {
    if (this.#errands.size === 0) return
    const isMoving = forsaken.length > 0
    for (const id of this.#errands.keys()) forsaken.push(() => this.callOff(id))
    if (!isMoving) callOffSome()
  }

  /** There is no time left for any of them. */
  callOffAll(): void {
    for (const { cancellation } of [...this.#errands.values()]) cancellation.cancel()
  }

  /** Resolves when nothing is under way. */
  async untilIdle(): Promise<void> {
    while (this.#errands.size > 0) await new Promise<void>(resolve => this.#waiting.push(resolve))
  }
}
