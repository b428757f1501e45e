/** Watches a channel without being in its way: logging, recording and counting are wrappers, never code inside. */

import type { Channel, Delivery } from '../jsonrpc/index.js'

/** Which way a message passes. */
export type Direction = 'received' | 'sent'

/** The same channel, with every message shown to `watch` as it passes. */
export function tap(channel: Channel, watch: (direction: Direction, message: unknown) => void): Channel {
  // Whoever only watches must not be able to end what is watched.
  const look = (direction: Direction, message: unknown): void => {
    try {
      watch(direction, message)
    } catch {
      // There is nobody here to tell.
    }
  }
  return {
    incoming: watched(channel.incoming, look),
    send(message, text) {
      const room = channel.send(message, text)
      look('sent', message)
      return room
    },
    close: () => channel.close(),
  }
}

async function* watched(
  incoming: AsyncIterable<Delivery>,
  watch: (direction: Direction, message: unknown) => void,
): AsyncGenerator<Delivery> {
  for await (const delivery of incoming) {
    for (const message of delivery.messages) watch('received', message)
    // Whoever watches may have changed what it saw: it is passed on as it is now, not in the text in which it came.
    yield { messages: delivery.messages, sizes: delivery.sizes, letGo: () => delivery.letGo?.() }
  }
}
