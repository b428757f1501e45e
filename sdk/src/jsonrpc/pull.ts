/** Takes what a channel brings, one delivery after the other, until its end. Waits for nothing but whoever hears it. */

import type { Delivery } from './channel.js'

export interface Listener {
  /** Whether more is wanted. */
  readonly hear: (delivery: Delivery) => boolean | Promise<boolean>
  /** Nothing more comes. */
  readonly end: () => void
  readonly fail: (error: unknown) => void
}

/**
 * By callbacks, because a loop that awaits holds on to what came last for as long as nothing else comes: more than a
 * kilobyte for each of thousands of idle connections.
 */
export function pull(incoming: AsyncIterable<Delivery>, { hear, end, fail }: Listener): void {
  const deliveries = incoming[Symbol.asyncIterator]()
  const goOn = (isWanted: boolean): void => {
    if (isWanted) deliveries.next().then(take).catch(fail)
    else deliveries.return?.().catch(() => {})
  }
  const take = ({ done, value }: IteratorResult<Delivery>): Promise<void> | void => {
    if (done) return end()
    const heard = (isWanted: boolean): void => {
      // The promise that brought it may have waited for so long that the collector does not look at it for some time.
      value.letGo?.()
      goOn(isWanted)
    }
    const isWanted = hear(value)
    return typeof isWanted === 'boolean' ? heard(isWanted) : isWanted.then(heard)
  }
  goOn(true)
}
