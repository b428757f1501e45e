/** Opens links to a server of Streamable HTTP: a new connection, or one that goes on. */

import { decode, type Limits, withDefaults } from '../../jsonrpc/index.js'
import { isEnvelope, isResponse } from '../../jsonrpc/message.js'
import { within } from '../../jsonrpc/waiting.js'
import { BEGINNING } from '../remote/event-id.js'
import { type Link, LinkLost, type Opening, type OpenLink, type Resumption } from '../remote/link.js'
import { type HttpCarrier, HttpFailure, type HttpReply } from './carrier.js'
import { Endpoint, type HttpLinksOptions } from './endpoint.js'
import { StreamRefused } from './event-stream.js'
import { HttpConnection } from './http-connection.js'
import { HttpLink } from './http-link.js'
import { isPassing, refusalOf, retryAfter } from './verdict.js'

const OPEN_MILLISECONDS = 30_000
const SILENCE_MILLISECONDS = 60_000
const CONNECTION_ID = /^[\x21-\x7e]{1,1024}$/

/**
 * Links to one server of Streamable HTTP. Throws a `TypeError` for an address that must not be spoken to: plain http
 * to another machine.
 */
export function httpLinks(carrier: HttpCarrier, options: HttpLinksOptions): OpenLink {
  const endpoint = new Endpoint(carrier, options)
  const limits = withDefaults(options.limits)
  const server = new HttpServer(endpoint, limits, options.silenceMilliseconds ?? SILENCE_MILLISECONDS)
  return (opening, resumption) =>
    resumption?.connectionId === undefined
      ? server.open(opening, resumption)
      : server.goOn(resumption.connectionId, resumption)
}

class HttpServer {
  readonly #endpoint: Endpoint
  readonly #limits: Limits
  readonly #silenceMilliseconds: number
  /** What is known of connections that may be gone on with. */
  readonly #connections = new Map<string, HttpConnection>()

  constructor(endpoint: Endpoint, limits: Limits, silenceMilliseconds: number) {
    this.#endpoint = endpoint
    this.#limits = limits
    this.#silenceMilliseconds = silenceMilliseconds
  }

  async open(opening: Opening, resumption: Resumption | undefined): Promise<Link> {
    const reply = await this.#ask(opening)
    const id = this.#connectionIdOf(reply)
    const answer = reply.text === undefined ? undefined : decode(reply.text, this.#limits)
    if (!isEnvelope(answer) || !isResponse(answer))
      throw new LinkLost('refused', `${this.#endpoint.name} does not speak ACP: its first answer is none`)
    const connection = new HttpConnection(id)
    connection.hasAnswer(answer)
    if (resumption !== undefined) connection.hasPositions(resumption)
    const link = this.#link(connection)
    link.arrivals.push({ message: answer, size: reply.text?.length ?? 0 })
    link.listen(undefined)
    // The stream of the old connection itself ended with it; those of sessions go on.
    for (const [session, after] of resumption?.positions ?? [])
      if (session !== undefined) link.listen(session, after ?? BEGINNING)
    return link
  }

  async goOn(id: string, resumption: Resumption): Promise<Link> {
    const connection = this.#connections.get(id) ?? new HttpConnection(id)
    connection.hasPositions(resumption)
    const link = this.#link(connection)
    const own = link.listen(undefined, resumption.positions.get(undefined) ?? BEGINNING)
    for (const [session, after] of resumption.positions)
      if (session !== undefined) link.listen(session, after ?? BEGINNING)
    // Those that have told nothing yet have no place, and may be about to.
    for (const session of connection.sessions) link.listen(session)
    try {
      await own?.ready
      return link
    } catch (error) {
      if (!(error instanceof StreamRefused)) throw error
      // Why it ended is what its arrivals throw, behind whatever the sessions' streams brought.
      for await (const _arrivals of link.arrivals);
      throw new LinkLost('dropped', 'the connection could not be taken up again')
    }
  }

  #link(connection: HttpConnection): HttpLink {
    const { id } = connection
    this.#connections.set(id, connection)
    return new HttpLink({
      endpoint: this.#endpoint,
      connection,
      limits: this.#limits,
      silenceMilliseconds: this.#silenceMilliseconds,
      onGone: () => this.#connections.delete(id),
    })
  }

  async #ask({ text }: Opening): Promise<HttpReply> {
    const exchange = this.#endpoint.post({}, { text }, this.#limits.messageBytes)
    if (!(await within(OPEN_MILLISECONDS, exchange.reply))) exchange.cancel()
    try {
      const reply = await exchange.reply
      if (reply.status === 200) return reply
      if (!isPassing(reply.status))
        throw new LinkLost('refused', refusalOf(reply.status, this.#endpoint.name))
      const wait = retryAfter(reply)
      const { name } = this.#endpoint
      const isTooMuch = reply.status === 429
      const words = isTooMuch ? refusalOf(reply.status, name) : `${name} cannot answer now (${reply.status})`
      throw new LinkLost('dropped', words, {
        ...(wait === undefined ? {} : { retryAfter: wait }),
      })
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      throw new LinkLost(error.isFinal ? 'refused' : 'dropped', error.message, { cause: error })
    }
  }

  #connectionIdOf(reply: HttpReply): string {
    const id = reply.header('acp-connection-id')
    if (id === undefined || !CONNECTION_ID.test(id))
      throw new LinkLost('refused', `${this.#endpoint.name} does not speak ACP: it names no connection`)
    return id
  }
}
