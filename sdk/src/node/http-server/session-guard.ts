/** Ends sessions of HTTP/2 that are of no use: whose client takes back what it asks for, or asks for nothing. */

import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'

const MOST_RESETS = 100
const WINDOW_MILLISECONDS = 10_000
const IDLE_MILLISECONDS = 60_000
const ENHANCE_YOUR_CALM = 11

export function guardSession(session: ServerHttp2Session): void {
  const resets = new ResetCount()
  let open = 0
  session.on('stream', (stream: ServerHttp2Stream) => {
    open++
    stream.once('close', () => {
      open--
      // Also of one that was answered: an answer that is quick enough would hide the attack. And not from inside the
      // event: Node 20 then never comes back from it.
      if (stream.rstCode !== 0 && resets.isTooMuch())
        setImmediate(() => session.destroy(undefined, ENHANCE_YOUR_CALM))
    })
  })
  session.setTimeout(IDLE_MILLISECONDS, () => {
    if (open === 0) session.close()
  })
}

/** Each request that is opened and taken back costs us more than it costs the client. */
class ResetCount {
  #count = 0
  #begun = Date.now()

  isTooMuch(): boolean {
    const now = Date.now()
    if (now - this.#begun > WINDOW_MILLISECONDS) {
      this.#begun = now
      this.#count = 0
    }
    return ++this.#count >= MOST_RESETS
  }
}
