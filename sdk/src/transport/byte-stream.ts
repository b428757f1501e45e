/** Bytes in, text out: what a pipe, a socket or a pair of streams looks like to a framing. */

/** A carrier of bytes both ways. */
export interface ByteStream {
  /** Ends at the peer's end of input; throws when the carrier breaks. */
  readonly input: AsyncIterable<Uint8Array>
  /** Takes text to be sent as UTF-8. Returns a shared promise while there is no room for more. */
  write(text: string): Promise<void> | undefined
  /** Runs the callback once everything that is ready to run has run, and before waiting for anything new. */
  whenIdle(callback: () => void): void
  /** Sends what was written, then ends both directions. May be called twice. */
  end(): Promise<void>
}
