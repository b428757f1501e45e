/** A POST: one message of a client, taken in whole, looked at as far as the wire demands, and handed to whoever serves it. */

import { decode, Malformed } from '../../jsonrpc/index.js'
import { within } from '../../jsonrpc/waiting.js'
import { opensConnection, sessionOf } from '../../protocol/scope.js'
import { utf8 } from '../framing.js'
import type { Caller, Refusal } from '../remote/serving.js'
import type { HttpConnection } from './connection.js'
import { MOST_ID_CHARACTERS } from './connections.js'
import type { BodyLoss, Exchange } from './exchange.js'
import type { House } from './house.js'
import { isJson } from './media-type.js'
import { open } from './opening.js'
import type { Settings } from './options.js'
import { refusal } from './refusal.js'

// How long a client is kept waiting for a reader that does not catch up; its message is in safe hands meanwhile.
export const PATIENCE_MILLISECONDS = 10_000

/** Answers a POST, or says why not. */
export async function post<WhoCalls extends Caller>(
  house: House<WhoCalls>,
  exchange: Exchange,
  caller: WhoCalls,
): Promise<Refusal | undefined> {
  const refused = headersRefused(exchange)
  if (refused !== undefined) return refused
  // Looked up before the body is read: nothing is taken in for a connection that is not there.
  const isNew = exchange.header('acp-connection-id') === undefined
  const connection = isNew ? undefined : house.connections.find(exchange, caller)
  if (connection !== undefined && 'status' in connection) return connection
  const read = taken(await bodyOf(exchange, caller, house.settings), caller, house.settings)
  if ('status' in read) return read
  const { value, size } = read
  if (isOpeningCall(value)) {
    if (connection !== undefined) return refusal(400, 'already_open')
    return open(house, exchange, { caller, message: value, size })
  }
  return connection === undefined ? refusal(400, 'connection_id_missing') : accept(exchange, connection, read)
}

/** A message that was posted, and the bytes it took. */
export interface PostedMessage {
  readonly value: object
  readonly size: number
}

/** Takes in the message of a POST whole, or says why not. */
export async function readMessage(
  exchange: Exchange,
  caller: Caller,
  settings: Settings,
): Promise<PostedMessage | Refusal> {
  return headersRefused(exchange) ?? taken(await bodyOf(exchange, caller, settings), caller, settings)
}

function bodyOf(exchange: Exchange, { freight }: Caller, { limits }: Settings): ReturnType<Exchange['body']> {
  return exchange.body(limits.bodyBytes, freight)
}

function taken(bytes: Uint8Array | BodyLoss, caller: Caller, settings: Settings): PostedMessage | Refusal {
  if (typeof bytes === 'string') return bodyRefused(bytes, caller)
  if (caller.revoked?.aborted) return refusal(401, 'unauthorized')
  const message = toMessage(bytes, settings)
  return 'status' in message ? message : { value: message.value, size: bytes.length }
}

function headersRefused(exchange: Exchange): Refusal | undefined {
  if (!isJson(exchange.header('content-type'))) return refusal(415, 'not_json')
  const encoding = exchange.header('content-encoding')
  if (encoding !== undefined && encoding !== 'identity') return refusal(415, 'encoded')
  const isTooLong =
    isLongId(exchange.header('acp-session-id')) || isLongId(exchange.header('idempotency-key'))
  return isTooLong ? refusal(400, 'id_too_long') : undefined
}

function isLongId(id: string | undefined): boolean {
  return id !== undefined && id.length > MOST_ID_CHARACTERS
}

function bodyRefused(loss: BodyLoss, { freight }: Caller): Refusal {
  if (loss === 'too_large') return refusal(413, 'too_large')
  if (loss === 'too_much') {
    const seconds = Math.max(1, Math.ceil((freight?.debt ?? 0) / 1_000))
    return refusal(429, 'too_many_bytes', { 'retry-after': String(seconds) })
  }
  // Whoever has left hears nothing of it; the status is for the records.
  return loss === 'too_slow' ? refusal(408, 'timeout') : refusal(499, 'left')
}

/** An object or, where arrays are worked through, an array. */
function toMessage(bytes: Uint8Array, settings: Settings): { readonly value: object } | Refusal {
  const text = utf8(bytes)
  if (text === undefined) return refusal(400, 'not_utf8')
  const value = decode(text, settings.messages)
  if (value instanceof Malformed) return refusal(400, value.reason)
  if (typeof value !== 'object' || value === null) return refusal(400, 'invalid_request')
  if (!Array.isArray(value)) return { value }
  if (settings.batch === 'reject') return refusal(501, 'batch')
  return value.some(isOpeningCall) ? refusal(400, 'invalid_request') : { value }
}

function accept(
  exchange: Exchange,
  connection: HttpConnection,
  { value, size }: PostedMessage,
): Promise<undefined> | Refusal | undefined {
  const refused = sessionRefused(exchange.header('acp-session-id'), value)
  if (refused !== undefined) return refused
  if (connection.isClosed) return refusal(404, 'connection_unknown')
  if (connection.incoming.isFull) return refusal(503, 'busy', { 'retry-after': '1' })
  connection.use()
  const key = exchange.header('idempotency-key')
  const isAgain = key !== undefined && connection.hasHad(key)
  if (!isAgain) connection.incoming.add(value, size)
  return acceptBehind(exchange, isAgain ? undefined : connection.incoming.room)
}

/** Answers that a message was taken, when whoever reads has room for the next one. */
export function acceptBehind(
  exchange: Exchange,
  room: Promise<void> | undefined,
): Promise<undefined> | undefined {
  if (room !== undefined) return within(PATIENCE_MILLISECONDS, room).then(() => void exchange.accept())
  exchange.accept()
  return undefined
}

/** What is for a session says so in its header as well: whoever stands between client and server can then tell. */
function sessionRefused(header: string | undefined, message: object): Refusal | undefined {
  if (!Array.isArray(message)) return callRefused(header, message)
  for (const entry of message) {
    const refused = callRefused(header, entry)
    if (refused !== undefined) return refused
  }
  return undefined
}

function callRefused(header: string | undefined, entry: unknown): Refusal | undefined {
  const session = isCall(entry) ? sessionOf(entry.params) : undefined
  if (session === undefined) return undefined
  if (header === undefined || header === '') return refusal(400, 'session_id_missing')
  return header === session ? undefined : refusal(400, 'session_id_mismatch')
}

function isCall(entry: unknown): entry is { readonly params: unknown } {
  return typeof entry === 'object' && entry !== null && 'method' in entry && 'params' in entry
}

/** Also one that is not well-formed: it gets no further than this. */
function isOpeningCall(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('method' in message)) return false
  return typeof message.method === 'string' && opensConnection(message.method)
}
