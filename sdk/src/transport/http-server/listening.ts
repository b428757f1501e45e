/** A GET: somebody wants to hear a stream, from the beginning or from where the network broke. */

import type { ListeningRefusal } from '../remote/port.js'
import { onRevoked } from '../remote/revocation.js'
import type { Caller, Refusal } from '../remote/serving.js'
import type { HttpConnection } from './connection.js'
import { MOST_ID_CHARACTERS } from './connections.js'
import { EventOutlet } from './event-outlet.js'
import type { Exchange } from './exchange.js'
import type { House } from './house.js'
import { takesEvents } from './media-type.js'
import { refusal } from './refusal.js'

const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Answers a GET with a stream, or says why not. */
export async function listen<WhoCalls extends Caller>(
  house: House<WhoCalls>,
  exchange: Exchange,
  caller: WhoCalls,
): Promise<Refusal | undefined> {
  const unfit = listenerRefused(exchange)
  if (unfit !== undefined) return unfit
  const connection = house.connections.find(exchange, caller)
  if ('status' in connection) return connection
  const session = exchange.header('acp-session-id') || undefined
  const after = exchange.header('last-event-id') || undefined
  if ((session ?? '').length > MOST_ID_CHARACTERS || (after ?? '').length > MOST_ID_CHARACTERS)
    return refusal(400, 'id_too_long')
  const before = connection.outletOf(session)
  // Who knows where it was is the one who was there: its old socket is dead, and only we have not noticed.
  if (before !== undefined && after === undefined) return refusal(409, 'stream_taken')
  const { principal } = connection
  const outlet = new EventOutlet(
    session === undefined ? text => house.known.learn(principal, text) : undefined,
  )
  connection.hold(session, outlet)
  before?.drop()
  await before?.closed
  const refused = await ask(house, { connection, caller, session, after, outlet })
  if (refused === undefined && !outlet.isClosed) return beginStream(exchange, outlet, caller)
  outlet.drop()
  if (refused === 'taken') return refusal(409, 'stream_taken')
  return refusal(404, session === undefined || connection.isClosed ? 'connection_unknown' : 'session_unknown')
}

interface Wish<WhoCalls extends Caller> {
  readonly connection: HttpConnection
  readonly caller: WhoCalls
  readonly session: string | undefined
  readonly after: string | undefined
  readonly outlet: EventOutlet
}

async function ask<WhoCalls extends Caller>(
  { serving, known }: House<WhoCalls>,
  { connection, caller, session, after, outlet }: Wish<WhoCalls>,
): Promise<ListeningRefusal | undefined> {
  const { principal } = connection
  if (session === undefined) {
    // Whoever comes back for what it missed is told of these, too, by whoever kept them.
    if (after === undefined) for (const { text, id } of connection.early) void outlet.write(text, id)
    connection.early = []
    return connection.onListen({ session, after, outlet })
  }
  const isKnown = known.has(principal, session)
  const refused = await connection.onListen({ session, after, outlet, isKnown })
  if (refused !== 'unknown') return refused
  // A client opens the stream of a session before it asks for the session to be loaded.
  if (isKnown || !(await serving.knowsSession?.(session, caller))) return refused
  // Somebody else may have taken the place of one who was kept waiting.
  if (outlet.isClosed) return 'taken'
  return connection.onListen({ session, after, outlet, isKnown: true })
}

/** Why somebody cannot be told anything, before it is asked what. */
export function listenerRefused(exchange: Exchange): Refusal | undefined {
  if (exchange.wantsSocket)
    return refusal(426, 'upgrade_required', { upgrade: 'websocket', connection: 'upgrade' })
  return takesEvents(exchange.header('accept')) ? undefined : refusal(406, 'not_acceptable')
}

/** Answers with a stream of events, for as long as its caller may hear them. */
export function beginStream(exchange: Exchange, outlet: EventOutlet, { revoked }: Caller): undefined {
  const drop = (): void => outlet.drop()
  outlet.begin(exchange.stream(EVENT_STREAM))
  void outlet.closed.then(onRevoked(revoked, drop))
}
