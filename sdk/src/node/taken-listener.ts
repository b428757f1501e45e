/** Standing between a stream and whoever listens to it: what they listen with, for whoever calls it in the stream's place. */

import type { Duplex } from 'node:stream'

/** What a stream is listened to with. */
export type StreamListener = (this: Duplex, piece?: Buffer) => void

/** Takes the listener away that was added last. */
export function takeListener(stream: Duplex, event: 'data' | 'end'): StreamListener {
  const last = stream.listeners(event).at(-1)
  if (last === undefined) throw new Error('nobody reads this stream')
  const listener = last as StreamListener
  stream.off(event, listener)
  return listener
}
