/**
 * Clients that know POST and no more, as an old document has them: no connection has a name, so a caller has one at a time.
 * A request is answered in the body of its POST, and everything else an agent says goes to one GET, if there is one.
 */

import { isId } from '../../../jsonrpc/message.js'
import { callFlaw, invalidRequest } from '../../../jsonrpc/refusals.js'
import { within } from '../../../jsonrpc/waiting.js'
import { opensConnection } from '../../../protocol/scope.js'
import { type Caller, type Refusal, ServingRefused, UNPROVEN } from '../../remote/serving.js'
import { EventOutlet } from '../event-outlet.js'
import type { Exchange } from '../exchange.js'
import type { House } from '../house.js'
import { beginStream, listenerRefused } from '../listening.js'
import { acceptBehind, readMessage } from '../posting.js'
import { refusal } from '../refusal.js'
import { PlainConnection, type PostedAnswer, type PostedRequest } from './plain-connection.js'
import { UnheardTally } from './unheard.js'

const MOST_WAITING = 1_024
const JSON_BODY = { 'content-type': 'application/json', 'cache-control': 'no-store' }

export class PlainReception<WhoCalls extends Caller> {
  readonly tally: UnheardTally
  readonly #house: House<WhoCalls>
  readonly #connections = new Map<string, PlainConnection>()

  constructor(house: House<WhoCalls>) {
    this.#house = house
    this.tally = new UnheardTally(house.settings.onUnheard)
  }

  async dispatch(exchange: Exchange, caller: WhoCalls): Promise<Refusal | undefined> {
    // Such a name was never given out here.
    if (exchange.header('acp-connection-id') !== undefined) return refusal(404, 'connection_unknown')
    if (exchange.method === 'POST') return this.#post(exchange, caller)
    if (exchange.method === 'GET') return this.#listen(exchange, caller)
    if (exchange.method === 'DELETE') return this.#remove(exchange, caller)
    return refusal(405, 'method_not_allowed', { allow: 'GET, POST, DELETE' })
  }

  async #post(exchange: Exchange, caller: WhoCalls): Promise<Refusal | undefined> {
    const read = await readMessage(exchange, caller, { ...this.#house.settings, batch: 'reject' })
    if ('status' in read) return read
    const { value, size } = read
    const kind = kindOf(value)
    if (kind === undefined) return refusal(400, 'invalid_request')
    const flaw = callFlaw(value)
    if (flaw !== undefined) return refuseCall(exchange, value, flaw)
    if (isOpening(value)) return this.#open(exchange, caller, { value, size })
    const connection = this.#connections.get(caller.principal)
    if (connection === undefined) return refusal(409, 'not_initialized')
    if (connection.incoming.isFull) return refusal(503, 'busy', { 'retry-after': '1' })
    connection.use()
    if (kind === 'request') return this.#ask(exchange, connection, { value, size })
    connection.take(value, size)
    return acceptBehind(exchange, connection.incoming.room)
  }

  async #ask(
    exchange: Exchange,
    connection: PlainConnection,
    { value, size }: Posted,
  ): Promise<Refusal | undefined> {
    if (connection.waiting >= MOST_WAITING) return refusal(429, 'rate_limited', { 'retry-after': '1' })
    const answer = await new Promise<PostedAnswer>(settle => {
      exchange.onLeft(connection.ask(value as PostedRequest, size, settle))
    })
    if (answer === undefined) return refusal(410, 'connection_ended')
    exchange.answer(200, JSON_BODY, answer.text)
    return undefined
  }

  /** The caller begins anew: what it had before is over. */
  async #open(exchange: Exchange, caller: WhoCalls, { value, size }: Posted): Promise<Refusal | undefined> {
    const { connections, serving, settings } = this.#house
    if (kindOf(value) !== 'request') return refusal(400, 'opening_without_id')
    if (caller.proves?.(value) === false) return UNPROVEN
    const connection = connections.open(caller, who => new PlainConnection(who, this.tally))
    if ('status' in connection) return connection
    exchange.onLeft(() => connection.retire())
    const answered = new Promise<PostedAnswer>(settle => {
      connection.ask(value as PostedRequest, size, settle)
    })
    try {
      serving.serve(connection, caller)
    } catch (error) {
      await connection.retire()
      await connection.incoming.return()
      if (error instanceof ServingRefused) return error.refusal
      throw error
    }
    connection.begin()
    if (await within(settings.limits.openingMilliseconds, answered))
      return this.#welcome(exchange, connection, await answered)
    await connection.retire()
    return refusal(504, 'opening_timeout')
  }

  async #welcome(
    exchange: Exchange,
    connection: PlainConnection,
    answer: PostedAnswer,
  ): Promise<Refusal | undefined> {
    if (answer === undefined || connection.isClosed) return refusal(500, 'internal_error')
    // Nobody can open it a second time, so it is good for nothing.
    if (answer.isError) await connection.retire()
    else await this.#settle(connection)
    exchange.answer(200, JSON_BODY, answer.text)
    return undefined
  }

  async #settle(connection: PlainConnection): Promise<void> {
    const { principal } = connection
    const before = this.#connections.get(principal)
    this.#connections.set(principal, connection)
    void connection.closed.then(() => {
      if (this.#connections.get(principal) === connection) this.#connections.delete(principal)
    })
    await before?.retire()
  }

  async #listen(exchange: Exchange, caller: WhoCalls): Promise<Refusal | undefined> {
    const refused = listenerRefused(exchange)
    if (refused !== undefined) return refused
    const connection = this.#connections.get(caller.principal)
    if (connection === undefined) return refusal(409, 'not_initialized')
    const stream = new EventOutlet()
    connection.listenWith(stream)
    return beginStream(exchange, stream, caller)
  }

  async #remove(exchange: Exchange, caller: WhoCalls): Promise<Refusal | undefined> {
    const connection = this.#connections.get(caller.principal)
    if (connection === undefined) return refusal(409, 'not_initialized')
    exchange.answer(202, {}, '')
    await connection.retire()
    return undefined
  }
}

interface Posted {
  readonly value: object
  readonly size: number
}

/** What a message is, as far as it says so itself. What an answer could not name is no request. */
function kindOf(message: object): 'request' | 'other' | undefined {
  const { id, method, result, error } = message as Readonly<Record<string, unknown>>
  if (method === undefined) return result !== undefined || error !== undefined ? 'other' : undefined
  if (typeof method !== 'string') return undefined
  if (id === undefined) return 'other'
  return isId(id) || id === null ? 'request' : undefined
}

/** A request is told so by its own name, as every connection does; what has none cannot be answered. */
function refuseCall(exchange: Exchange, message: object, flaw: string): Refusal | undefined {
  if (kindOf(message) !== 'request') return refusal(400, 'invalid_request')
  const { id } = message as Pick<PostedRequest, 'id'>
  exchange.answer(200, JSON_BODY, JSON.stringify(invalidRequest(id, flaw)))
  return undefined
}

function isOpening(message: object): boolean {
  return 'method' in message && typeof message.method === 'string' && opensConnection(message.method)
}
