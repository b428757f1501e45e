/** Takes what a channel brings, one delivery after the other, until its end. Waits for nothing but whoever hears it. */

import type { Delivery } from './channel.js'

export interface Listener {
  /** Whether more is wanted. */
  hear(delivery: Delivery): boolean | Promise<boolean>
  /** Nothing more comes. */
  end(): void
  fail(error: unknown): void
}

/**
 * By callbacks, because a loop that awaits holds on to what came last for as long as nothing else comes: more than a
 * kilobyte for each of thousands of idle connections.
 */
export function pull(incoming: AsyncIterable<Delivery>, listener: Listener): void {
  const deliveries = incoming[Symbol.asyncIterator]()
  const fail = (error: unknown): void => listener.fail(error)
  const goOn = (isWanted: boolean): void => {
    if (isWanted) deliveries.next().then(take, fail)
    else deliveries.return?.().catch(() => {})
  }
  const take = ({ done, value }: IteratorResult<Delivery>): void => {
    if (done) return listener.end()
    try {
      const isWanted = listener.hear(value)
      if (typeof isWanted === 'boolean') goOn(isWanted)
      else isWanted.then(goOn).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  goOn(true)
}
