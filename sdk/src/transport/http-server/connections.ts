/** All connections of an endpoint: found for those they belong to, bounded in number, kept alive, ended when forgotten. */

import { within } from '../../jsonrpc/waiting.js'
import type { Caller, Refusal } from '../remote/serving.js'
import { HttpConnection } from './connection.js'
import type { Exchange } from './exchange.js'
import type { EndpointLimits } from './options.js'
import { refusal } from './refusal.js'

export const MOST_ID_CHARACTERS = 1_024
const MOST_DISMISSED = 1_024

export class Connections {
  readonly #limits: EndpointLimits
  readonly #connections = new Map<string, HttpConnection>()
  readonly #counts = new Map<string, number>()
  /** Whose were those that were ended on purpose, the last of them. */
  readonly #dismissed = new Map<string, string>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(limits: EndpointLimits) {
    this.#limits = limits
  }

  /** The connection that a request names. Somebody else's does not exist. */
  find(exchange: Exchange, { principal }: Caller): HttpConnection | Refusal {
    const id = exchange.header('acp-connection-id')
    if (id === undefined || id === '') return refusal(400, 'connection_id_missing')
    if (id.length > MOST_ID_CHARACTERS) return refusal(400, 'id_too_long')
    const connection = this.#connections.get(id)
    if (connection?.principal === principal) return connection
    return this.#dismissed.get(id) === principal
      ? refusal(410, 'connection_ended')
      : refusal(404, 'connection_unknown')
  }

  open(caller: Caller): HttpConnection | Refusal
  open<Kind extends HttpConnection>(caller: Caller, make: (caller: Caller) => Kind): Kind | Refusal
  open(
    caller: Caller,
    make: (caller: Caller) => HttpConnection = who => new HttpConnection(who),
  ): HttpConnection | Refusal {
    const { principal } = caller
    const count = this.#counts.get(principal) ?? 0
    if (this.#connections.size >= this.#limits.connections)
      return refusal(503, 'busy', { 'retry-after': '5' })
    if (count >= this.#limits.connectionsPerPrincipal)
      return refusal(429, 'rate_limited', { 'retry-after': '5' })
    const connection = make(caller)
    this.#connections.set(connection.id, connection)
    this.#counts.set(principal, count + 1)
    void connection.closed.then(() => this.#forget(connection))
    this.#timer ??= this.#tick()
    return connection
  }

  /** Lets everybody finish what they work on, for a while, and ends all. */
  async close(graceMilliseconds: number): Promise<void> {
    const all = [...this.#connections.values()]
    for (const connection of all) connection.incoming.end()
    await within(graceMilliseconds, Promise.all(all.map(({ closed }) => closed)))
    await Promise.all([...this.#connections.values()].map(connection => connection.retire()))
  }

  #forget({ id, principal, isDismissed }: HttpConnection): void {
    this.#connections.delete(id)
    if (isDismissed) this.#remember(id, principal)
    const count = (this.#counts.get(principal) ?? 1) - 1
    if (count > 0) this.#counts.set(principal, count)
    else this.#counts.delete(principal)
    if (this.#connections.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #remember(id: string, principal: string): void {
    this.#dismissed.set(id, principal)
    if (this.#dismissed.size > MOST_DISMISSED)
      for (const [oldest] of this.#dismissed) return void this.#dismissed.delete(oldest)
  }

  #tick(): ReturnType<typeof setInterval> {
    const timer = setInterval(() => {
      const since = Date.now() - this.#limits.idleMilliseconds
      for (const connection of [...this.#connections.values()])
        if ((connection.idleSince ?? Number.POSITIVE_INFINITY) <= since) void connection.retire()
        else connection.keepAlive()
    }, this.#limits.keepAliveMilliseconds)
    // A server that has stopped listening must not live on for connections that nobody can use any more.
    const inNode: unknown = timer
    if (
      typeof inNode === 'object' &&
      inNode !== null &&
      'unref' in inNode &&
      typeof inNode.unref === 'function'
    )
      inNode.unref()
    return timer
  }
}
