/** Ends a session of HTTP/2 whose client opens requests only to take them back: each costs us more than it costs them. */

import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'

const MOST_RESETS = 100
const WINDOW_MILLISECONDS = 10_000
const ENHANCE_YOUR_CALM = 11

export function guardResets(session: ServerHttp2Session): void {
  let resets = 0
  let begun = Date.now()
  session.on('stream', (stream: ServerHttp2Stream) => {
    // Also of one that was answered: an answer that is quick enough would hide the attack.
    stream.once('close', () => {
      if (stream.rstCode === 0) return
      if (Date.now() - begun > WINDOW_MILLISECONDS) {
        begun = Date.now()
        resets = 0
      }
      // Not from inside the event: Node 20 then never comes back from it.
      if (++resets === MOST_RESETS) setImmediate(() => session.destroy(undefined, ENHANCE_YOUR_CALM))
    })
  })
}
