/**
 * The server's side of one client that is elsewhere, however it came: messages come in, and streams are listened to.
 * Knows no log: what a stream tells, and from where on, is decided by whoever serves the port.
 */

import type { Delivery } from '../../jsonrpc/index.js'

/** Where messages of one stream leave for the client, for as long as its request or its socket lasts. */
export interface Outlet {
  /**
   * Sends one message, under this id where it has one. A promise (shared by all that wait) asks to wait for room; that of
   * an outlet with room for no more at all stays open.
   */
  write(text: string, id?: string): Promise<void> | undefined
  /** Sends what was accepted and ends it. */
  close(): void
  /** Resolves when nothing more can be sent: it was closed, the client left, or the network broke. */
  readonly closed: Promise<void>
}

/** A client that wants to hear a stream. */
export interface Listening {
  /** The session whose stream it is, or nothing for what belongs to no session. */
  readonly session: string | undefined
  /**
   * The last event that the client has of it (`Last-Event-ID`), or `BEGINNING` for a client that knows of events and has
   * none. Nothing: a client that knows of none; go on where the last outlet ended.
   */
  readonly after: string | undefined
  /** Somebody vouches that the session is there, although this connection has not opened it: it is not `unknown`. */
  readonly isKnown?: boolean | undefined
  readonly outlet: Outlet
}

/** Why a stream cannot be listened to: there is no such session, or somebody listens already. */
export type ListeningRefusal = 'unknown' | 'taken'

/** One client's connection, as its server sees it. It outlives requests and sockets. */
export interface Port {
  /** What the client calls its connection by: 128 random bits. */
  readonly id: string
  /** Whether the client can come back for what it missed (the default); else nothing that was sent need be kept. */
  readonly isResumable?: boolean | undefined
  /**
   * What the client says, the opening (`initialize`) first. Ends when the connection does, or before: a server that is
   * about to stop takes no more, and what is owed is still told until whoever serves the port closes it.
   */
  readonly incoming: AsyncIterable<Delivery>
  /** Since when it has no socket and no stream of its client, in milliseconds since 1970; nothing while it has. */
  readonly idleSince?: number | undefined
  /** Whether the connection is over: nobody can be told anything any more. */
  readonly isClosed?: boolean | undefined
  /** Set once, before the first message is read: is told of everybody who wants to hear a stream. */
  onListen: (listening: Listening) => Promise<ListeningRefusal | undefined> | ListeningRefusal | undefined
  /**
   * Where one socket carries all streams and nobody asks for them one by one: is told when a session's stream begins,
   * and is to listen to it. Where clients ask themselves there is no such method.
   */
  announce?(session: string): void
  /**
   * Ends the connection and all its outlets; the reason is for the client, where there is a way to tell it. `isFault` says
   * that the client did what it must not: it need not come again in the same way.
   */
  close(reason?: string, isFault?: boolean): Promise<void>
}
