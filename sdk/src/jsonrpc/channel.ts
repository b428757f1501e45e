/** The plug between a connection and whatever carries its messages. Every transport is one of these and nothing more. */

import type { Outgoing } from './message.js'

/** Input that is not a message: what was wrong with it, never what it said. */
export class Malformed {
  readonly reason: 'parse_error' | 'too_large' | 'too_deep' | 'not_utf8'
  readonly detail: string

  constructor(reason: Malformed['reason'], detail: string) {
    this.reason = reason
    this.detail = detail
  }
}

/** What arrived together: parsed JSON values (or `Malformed`), and how many bytes each took on the wire. */
export interface Delivery {
  readonly messages: readonly unknown[]
  readonly sizes: readonly number[]
}

/** A carrier of messages, in order, both ways. */
export interface Channel {
  /** Pulled by one reader; not pulling is how that reader slows the sender down. Ends at the peer's end of input. */
  readonly incoming: AsyncIterable<Delivery>
  /**
   * Accepts one message, given both as a value and as its JSON text. Returns nothing when the carrier has room,
   * or a promise (shared by all that wait) that resolves when it has room again.
   */
  send(message: Outgoing, text: string): Promise<void> | undefined
  /** Sends what was accepted, then ends both directions. May be called twice. */
  close(): Promise<void>
}
