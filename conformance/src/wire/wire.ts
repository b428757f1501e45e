/** The raw end of a wire, for those who must be able to say anything: bytes out, lines in. Every transport is one of these. */

import type { Carried } from './carried.js'

/** How the bytes are handed over: whole lines, in pieces that cut words and characters, or slowly. */
export type Variant = 'plain' | 'split' | 'slow'

/** A line as it came, without its end. */
export interface Line {
  readonly bytes: Uint8Array
}

export interface Wire {
  /** Bytes as they are; the end of a line is the sender's business. */
  send(bytes: Uint8Array): void
  /** Pulled by one reader. Ends with the peer's output. */
  readonly lines: AsyncIterable<Line>
  /** No more will be sent. */
  end(): void
  /** What the peer wrote besides, where there is such a place. */
  onStderr(listen: (text: string) => void): void
  /** How the peer ended, once it did: an exit code, a signal, a close code. */
  readonly ended: Promise<string>
  /** What passed beside the lines, where there is a network between. */
  readonly carried?: readonly Carried[] | undefined
  /** Ends the peer and all it started. */
  close(): Promise<void>
}
