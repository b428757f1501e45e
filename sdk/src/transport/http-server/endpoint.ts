/** One address where clients connect by POST, GET and DELETE. Asks who they are first, and does nothing before. */

import { isThenable } from '../../jsonrpc/index.js'
import { answerInLine } from '../remote/refusal-line.js'
import { type Caller, type Refusal, type Serving, TOO_MUCH } from '../remote/serving.js'
import { Connections } from './connections.js'
import type { Exchange } from './exchange.js'
import { type FetchFacts, fetchExchange } from './fetch-exchange.js'
import type { House } from './house.js'
import { KnownSessions } from './known-sessions.js'
import { listen } from './listening.js'
import { type EndpointOptions, toSettings } from './options.js'
import { PlainReception } from './plain/plain-reception.js'
import type { UnheardCounts } from './plain/unheard.js'
import { post } from './posting.js'
import { refusal, refuse } from './refusal.js'

/** Where clients connect over Streamable HTTP. */
export interface HttpEndpoint {
  /** Answers a request of any runtime that has these. */
  readonly fetch: (request: Request, facts?: FetchFacts) => Promise<Response>
  /** Answers an exchange: what a mount of another kind makes of its requests. */
  readonly answer: (exchange: Exchange) => void
  /** What was dropped or refused because a plain client listened to no stream; nothing where there are none. */
  readonly unheard: UnheardCounts
  /** Takes no more requests, lets work in flight finish and be told, and ends all connections. */
  close(): Promise<void>
}

const EVERYBODY: Caller = { principal: '' }
const NOTHING_UNHEARD: UnheardCounts = { updates: 0, requests: 0 }

/** Makes an endpoint of whoever answers its clients. */
export function httpEndpoint<WhoCalls extends Caller>(
  serving: Serving<WhoCalls>,
  options: EndpointOptions = {},
): HttpEndpoint {
  const settings = toSettings(options, serving.authorize !== undefined)
  const connections = new Connections(settings.limits)
  const house = { serving, settings, connections, known: new KnownSessions() }
  const plain = options.plainPost ? new PlainReception(house) : undefined
  const reception = new Reception(house, plain)
  return {
    get unheard() {
      return plain?.tally.counts ?? NOTHING_UNHEARD
    },
    fetch: (request, facts) => {
      const { exchange, response } = fetchExchange(request, facts)
      reception.receive(exchange)
      return response
    },
    answer: exchange => reception.receive(exchange),
    close: () => reception.close(),
  }
}

class Reception<WhoCalls extends Caller> {
  readonly #house: House<WhoCalls>
  readonly #plain: PlainReception<WhoCalls> | undefined
  #isClosing = false

  constructor(house: House<WhoCalls>, plain: PlainReception<WhoCalls> | undefined) {
    this.#house = house
    this.#plain = plain
  }

  receive(exchange: Exchange): void {
    try {
      const caller = this.#callerOf(exchange)
      if (isThenable(caller)) void this.#admitLater(exchange, caller)
      else this.#admit(exchange, caller)
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#house.connections.close(this.#house.settings.limits.graceMilliseconds)
  }

  #callerOf(exchange: Exchange): Promise<WhoCalls | Refusal> | WhoCalls | Refusal {
    const { serving } = this.#house
    // Whoever does not tell callers apart has none of a kind of its own.
    return serving.authorize === undefined ? (EVERYBODY as WhoCalls) : serving.authorize(exchange)
  }

  async #admitLater(exchange: Exchange, asked: PromiseLike<WhoCalls | Refusal>): Promise<void> {
    try {
      this.#admit(exchange, await asked)
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  #admit(exchange: Exchange, caller: WhoCalls | Refusal): void {
    const outcome = 'principal' in caller ? this.#dispatch(exchange, caller) : caller
    if (isThenable(outcome))
      outcome.then(
        refused => refused && this.#refuse(exchange, refused),
        error => this.#fail(exchange, error),
      )
    else if (outcome !== undefined) this.#refuse(exchange, outcome)
  }

  #dispatch(exchange: Exchange, caller: WhoCalls): Promise<Refusal | undefined> | Refusal | undefined {
    const { path } = this.#house.settings
    if (this.#isClosing) return refusal(503, 'closing', { 'retry-after': '5' })
    if (path !== undefined && !isAt(exchange.target, path)) return refusal(404, 'not_found')
    if (this.#plain !== undefined) return this.#plain.dispatch(exchange, caller)
    if (exchange.method === 'POST') return post(this.#house, exchange, caller)
    if (exchange.method === 'GET') return listen(this.#house, exchange, caller)
    if (exchange.method === 'DELETE') return this.#remove(exchange, caller)
    return refusal(405, 'method_not_allowed', { allow: 'GET, POST, DELETE' })
  }

  #remove(exchange: Exchange, caller: WhoCalls): Refusal | undefined {
    const connection = this.#house.connections.find(exchange, caller)
    if ('status' in connection) return connection
    exchange.answer(202, {}, '')
    void connection.retire()
    return undefined
  }

  #refuse(exchange: Exchange, refused: Refusal, error?: unknown): void {
    const answer = (): void => this.#house.settings.onRefused(refuse(exchange, refused, error))
    if (refused.status !== TOO_MUCH) return answer()
    const leave = answerInLine(answer)
    // It is written down all the same.
    exchange.onLeft(() => {
      leave()
      answer()
    })
  }

  #fail(exchange: Exchange, error: unknown): void {
    this.#refuse(exchange, refusal(500, 'internal_error'), error)
  }
}

function isAt(target: string, path: string): boolean {
  return target === path || target.split('?', 1)[0] === path
}
