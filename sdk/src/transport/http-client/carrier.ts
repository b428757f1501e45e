/** What the Streamable HTTP client needs of whoever speaks HTTP for it: `fetch`, or Node's own modules. */

/** One request. */
export interface HttpAsking {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Called when the whole request has left, as far as that can be known; else never. */
  readonly onSent?: (() => void) | undefined
}

/** What came before the body. A redirect is an answer like any other: a carrier follows none. */
export interface HttpHead {
  readonly status: number
  header(name: string): string | undefined
  /** Every `Set-Cookie`, where this carrier is allowed to see them. */
  readonly cookies: readonly string[]
}

/** An answer, whole. */
export interface HttpReply extends HttpHead {
  /** Nothing when it had more bytes than were allowed. */
  readonly text: string | undefined
}

/** An answer whose body comes bit by bit; not pulling slows the server down. */
export interface HttpStream extends HttpHead {
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A request under way. `reply` rejects with an `HttpFailure`. */
export interface HttpExchange<Reply> {
  readonly reply: Promise<Reply>
  /** Gives it up, also while its body is still coming. */
  cancel(): void
}

/** Speaks HTTP. */
export interface HttpCarrier {
  /** A request whose answer is short: its body is read whole, up to so many bytes. */
  ask(asking: HttpAsking, mostBytes: number): HttpExchange<HttpReply>
  /** A request whose answer does not end. */
  listen(asking: HttpAsking): HttpExchange<HttpStream>
}

/** No answer: the network broke, or never was. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  /** Whether the next try will fail in the same way: a certificate that nobody vouches for. */
  readonly isFinal: boolean

  constructor(message: string, options: ErrorOptions & { isFinal?: boolean } = {}) {
    super(message, options)
    this.isFinal = options.isFinal ?? false
  }
}
