/** Reads a wire to its end, and waits between two deliveries where it is asked to. Knows nothing of messages. */

import type { Delivery } from '../channel.js'

export interface Reading {
  /** Takes a delivery; a promise asks to wait with the next one. Does not throw. */
  take(delivery: Delivery): Promise<void> | undefined
  /** Nothing more comes: the wire ended, or broke with this error. */
  ended(error?: unknown): void
}

/** By callbacks, because a loop that awaits holds on to what came last for as long as nothing else comes. */
export function readAll(incoming: AsyncIterable<Delivery>, reading: Reading): void {
  const deliveries = incoming[Symbol.asyncIterator]()
  const broken = (error: unknown): void => reading.ended(error)
  const goOn = (): void => void deliveries.next().then(take, broken)
  const take = ({ done, value }: IteratorResult<Delivery>): void => {
    if (done) return reading.ended()
    const taken = (): void => {
      value.letGo?.()
      goOn()
    }
    const room = reading.take(value)
    if (room === undefined) taken()
    else room.then(taken, broken)
  }
  goOn()
}
