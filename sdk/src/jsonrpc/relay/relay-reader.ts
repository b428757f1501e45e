/** Reads a wire to its end, and waits between two deliveries where it is asked to. Knows nothing of messages. */

import type { Delivery } from '../channel.js'
import { pull } from '../pull.js'

export interface Reading {
  /** Takes a delivery; a promise asks to wait with the next one. Does not throw. */
  take(delivery: Delivery): Promise<void> | undefined
  /** Nothing more comes: the wire ended, or broke with this error. */
  ended(error?: unknown): void
}

export function readAll(incoming: AsyncIterable<Delivery>, reading: Reading): void {
  pull(incoming, {
    hear: delivery => reading.take(delivery)?.then(() => true) ?? true,
    end: () => reading.ended(),
    fail: error => reading.ended(error),
  })
}
