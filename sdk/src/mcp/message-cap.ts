/** Bounds what one message may take of an answer that may never end: a body, or one event of a stream of events. */

const NEWLINE = 10
const RETURN = 13

/** The same response; reading it fails, and `onUnreadable` is told, at the first message that is too large. */
export function capped(response: Response, most: number, onUnreadable: (why: string) => void): Response {
  if (response.body === null) return response
  // Of a refusal the body is collected whole, whatever it says of itself.
  const isEvents =
    response.ok && (response.headers.get('content-type')?.startsWith('text/event-stream') ?? false)
  const gauge = new Gauge(isEvents)
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (gauge.measure(chunk) <= most) return controller.enqueue(chunk)
      const why = `a message is at most ${most} bytes`
      onUnreadable(why)
      controller.error(new Error(why))
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}

/** Counts bytes; in a stream of events an empty line begins a new count. */
class Gauge {
  readonly #isEvents: boolean
  #bytes = 0
  #isLineEmpty = true

  constructor(isEvents: boolean) {
    this.#isEvents = isEvents
  }

  /** The bytes of the largest message seen so far in this chunk. */
  measure(chunk: Uint8Array): number {
    if (!this.#isEvents) {
      this.#bytes += chunk.length
      return this.#bytes
    }
    let largest = 0
    for (const byte of chunk) {
      if (++this.#bytes > largest) largest = this.#bytes
      if (byte === NEWLINE) this.#endLine()
      else if (byte !== RETURN) this.#isLineEmpty = false
    }
    return largest
  }

  #endLine(): void {
    if (this.#isLineEmpty) this.#bytes = 0
    this.#isLineEmpty = true
  }
}
