/** The plug between a connection and whatever carries its messages. Every transport is one of these and nothing more. */

import type { NotificationMessage, Outgoing } from './message.js'

/** Input that is not a message: what was wrong with it, never what it said. */
export class Malformed {
  readonly reason: 'parse_error' | 'too_large' | 'too_deep' | 'not_utf8'
  readonly detail: string

  constructor(reason: Malformed['reason'], detail: string) {
    this.reason = reason
    this.detail = detail
  }
}

/**
 * What arrived together: parsed JSON values (or `Malformed`), and how many bytes each took on the wire. A wrapper that makes
 * another of it names its `messages`, which may be read on demand: `{ ...delivery }` would have none. One that passes it on as
 * it is reads it before, not afterwards.
 */
export interface Delivery {
  readonly messages: readonly unknown[]
  readonly sizes: readonly number[]
  /** Called by its reader when all of it was read: whoever still holds it has nothing of it any more. */
  letGo?(): void
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

/** A channel that writes the text it is given, and keeps none of it: what came as text may be sent as it came. */
export interface WritingChannel extends Channel {
  readonly keepsNoText: true
  /** The same as `send`, for whoever has no value of it. */
  sendText(text: string): Promise<void> | undefined
}

/** What became of a message that was given as a value: its bytes, and the room to wait for. */
export interface Given {
  readonly bytes: number
  readonly room: Promise<void> | undefined
}

/** A channel that stays inside of the process: what comes most often need not be written as text to be read at once. */
export interface GivingChannel extends Channel {
  /** Takes a notification as it is, or nothing of it: then it is to be sent as text. */
  give(message: NotificationMessage): Given | undefined
}
