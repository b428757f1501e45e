/** Hands what a peer sends along to sign in to whoever asked for it, before anything of it is passed on. */

import type { Channel, Delivery } from '../jsonrpc/index.js'
import { isFields } from '../schema/fields.js'

/** Learns of the way to sign in that a peer has chosen, and of what it sent along. Must not throw. */
export type TakeCredentials = (methodId: string, credentials: unknown) => void

/** The same channel, listened to. */
export function tellingCredentials(channel: Channel, take: TakeCredentials): Channel {
  return {
    incoming: listenedTo(channel.incoming, take),
    send: (message, text) => channel.send(message, text),
    close: () => channel.close(),
  }
}

async function* listenedTo(
  incoming: AsyncIterable<Delivery>,
  take: TakeCredentials,
): AsyncGenerator<Delivery> {
  for await (const delivery of incoming) {
    for (const message of delivery.messages.flat()) lookAt(message, take)
    yield delivery
  }
}

function lookAt(message: unknown, take: TakeCredentials): void {
  if (!isFields(message) || message.method !== 'authenticate' || !isFields(message.params)) return
  const { methodId, method, credentials } = message.params
  const chosen = methodId ?? method
  if (typeof chosen === 'string' && credentials !== undefined) take(chosen, credentials)
}
