/**
 * The client's side of a connection to a server that is elsewhere: one link is what lasts until the network breaks or
 * the server forgets us. Whoever uses links (`remote-channel.ts`) opens the next one, and loses nothing between them.
 */

import type { Outgoing } from '../../jsonrpc/index.js'

/** A message from the server, and the id under which it can be told again, where it has one. */
export interface Arrival {
  /** The parsed value, or a `Malformed`. */
  readonly message: unknown
  readonly size: number
  /** `epoch.number` */
  readonly event?: string | undefined
  /** The stream that the event counts in: a session, or nothing for what belongs to none. */
  readonly stream?: string | undefined
}

/** What the client knows of a connection that it wants to go on with. */
export interface Resumption {
  /** The server's name for it; nothing when the server has forgotten it and a new one must take its place. */
  readonly connectionId: string | undefined
  /**
   * The last event of each stream; `undefined` as a key is the stream of what belongs to no session. A stream without an
   * event is asked for from the `BEGINNING`: it may have told something that was lost on the way.
   */
  readonly positions: ReadonlyMap<string | undefined, string | undefined>
}

/** How a link came to its end. */
export type LinkEnd =
  /** The network broke: the same connection can be taken up again. */
  | 'dropped'
  /** The server does not know this connection (any more): only a new one can follow. */
  | 'forgotten'
  /** The server refused us, or ended the connection on purpose: no use to try again. */
  | 'refused'

/** What a link's arrivals throw at its end. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost'
  readonly end: LinkEnd
  /** Milliseconds that the server asked us to wait before the next try. */
  readonly retryAfter: number | undefined

  constructor(end: LinkEnd, message: string, options: ErrorOptions & { retryAfter?: number } = {}) {
    super(message, options)
    this.end = end
    this.retryAfter = options.retryAfter
  }
}

/** One stretch of a connection. */
export interface Link {
  readonly connectionId: string | undefined
  /**
   * Whether this server numbers what it tells and can tell it again: then a lost link is no lost message. May become
   * true with the first number of a server that did not say so.
   */
  readonly isRecoverable: boolean
  /**
   * How many of our messages the server has had before this link began, on a connection that was taken up again. The
   * opening is the first of them.
   */
  readonly received: number
  /** Pulled by one reader, who empties each list when it was heard; ends with a `LinkLost`, or normally after `close`. The answer to the opening comes first. */
  readonly arrivals: AsyncIterable<Arrival[]>
  /** Like a channel's, but the text may say more than the message. What was accepted and not confirmed when the link is lost is sent again on the next. */
  send(message: Outgoing, text: string): Promise<void> | undefined
  /**
   * Set by the reader. Called with the number of our messages that the server has for sure, counted from the
   * connection's beginning, the opening included.
   */
  onConfirmed: (count: number) => void
  /** Takes leave of the server (it may forget the connection), and ends. */
  close(): Promise<void>
}

/** The first message of a connection. Sent again, word for word, whenever a new connection takes the place of one. */
export interface Opening {
  readonly message: Outgoing
  readonly text: string
}

/** Makes a link: the first one of a connection, or one that goes on with it. Rejects with a `LinkLost`. */
export type OpenLink = (opening: Opening, resumption?: Resumption) => Promise<Link>
