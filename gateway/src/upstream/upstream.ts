/**
 * One process of an agent and the sessions that are open in it. Speaks plain JSON-RPC: what a method means is for those
 * who use it. When the process dies, every session in it is told before anything else.
 */

import {
  type Call,
  type Cancellation,
  type Channel,
  Connection,
  type Id,
  toErrorObject,
} from '@parley/acp/jsonrpc'
import { rpcError, sessionOf } from '@parley/acp/protocol'
import type { AgentCall, AgentLink, AgentQuestion, AgentSink, Asker } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf } from '../hub/fields.js'
import { isInOurWords, isOurs, withoutOurWords } from './agent-words.js'
import { type Offers, offersOf } from './greeting.js'
import { LentServers } from './lent-servers.js'
import { refusalOf } from './own-fault.js'
import { Unclaimed } from './unclaimed.js'

const GREETING_MILLISECONDS = 30_000
const CALLED_OFF: Answer = { error: toErrorObject(rpcError('request_cancelled', 'Called off'), true) }
const ENDED = 'The agent ended unexpectedly, and this turn with it.'

/** A client that shares this process: it hears what belongs to no session. */
export interface Guest {
  mayAnswer(method: string): boolean
  tell(method: string, params: unknown): void
  ask(question: AgentQuestion): Promise<unknown>
}

/** How a request that belongs to no session is made. */
export interface OutsideOptions {
  readonly cancellation?: Cancellation | undefined
  /** Milliseconds; an answer that takes longer is an error with the reason `timeout`. */
  readonly deadline?: number | undefined
  readonly asker?: Asker | undefined
}

export class Upstream implements AgentLink {
  /** What the agent answered to the opening. */
  greeting: unknown
  version = 1
  offers: Offers = { load: false, resume: false, list: false }
  /** Those who use it now; the one that came last and may answer is asked what belongs to no session. */
  readonly guests = new Set<Guest>()
  /** Resolves with the reason when the process is gone. */
  readonly closed: Promise<string>
  readonly #connection: Connection
  readonly #sinks = new Map<string, AgentSink>()
  readonly #unclaimed = new Unclaimed()
  readonly #servers = new LentServers()
  /** Who asked what the agent works on, by the ids that the agent knows. */
  readonly #askers = new Map<Id, Asker>()
  #isEnded = false

  constructor(process: Channel) {
    this.#connection = new Connection(process, {
      answersNoise: false,
      handler: {
        request: (method, params, call) => this.#asked(method, withoutOurWords(params), call),
        notification: (method, params, size) => this.#told(method, withoutOurWords(params), size),
        lane: (_method, params) => sessionOf(params) ?? '',
      },
    })
    this.closed = this.#connection.closed.then(({ reason }) => {
      this.#mourn()
      return reason
    })
  }

  /** Whether it takes nothing more; the process may still be about to go. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** The sessions that are open in it. */
  get size(): number {
    return this.#sinks.size
  }

  get reopening(): string | undefined {
    if (this.offers.resume) return 'session/resume'
    return this.offers.load ? 'session/load' : undefined
  }

  /** The opening, once. */
  async greet(params: Fields): Promise<void> {
    const answer = await this.#connection.request('initialize', params, { deadline: GREETING_MILLISECONDS })
    this.greeting = withoutOurWords(answer)
    const version = fieldOf(answer, 'protocolVersion')
    if (typeof version === 'number') this.version = version
    this.offers = offersOf(answer)
  }

  /** A request that belongs to no session. */
  async request(method: string, params: unknown, options: OutsideOptions = {}): Promise<Answer> {
    const { cancellation, deadline, asker } = options
    this.#servers.note(params, asker)
    const asked = this.#remembering(asker)
    const { onId } = asked
    try {
      const result = await this.#connection.request(method, params, { cancellation, deadline, onId })
      return { result: withoutOurWords(result) }
    } catch (error) {
      return refusalOf(error) ?? { error: toErrorObject(error, cancellation?.isCancelled ?? false) }
    } finally {
      asked.forget()
    }
  }

  opening<T>(work: () => Promise<T>): Promise<T> {
    return this.#unclaimed.during(work)
  }

  ask(call: AgentCall, settled: (answer: Answer | 'lost') => void): void {
    const { sessionId, method, params, isTurn, deadline, cancellation, asker } = call
    this.#servers.note(params, asker)
    const asked = this.#remembering(asker)
    const onSettle = (isError: boolean, result: unknown): void => {
      asked.forget()
      if (!isError) settled({ result: withoutOurWords(result ?? null) })
    }
    const { onId } = asked
    const options = { lane: sessionId, streaming: isTurn, deadline, cancellation, onSettle, onId }
    this.#connection.request(method, params, options).catch(error => {
      asked.forget()
      const answer = refusalOf(error) ?? (cancellation?.isCancelled ? CALLED_OFF : undefined)
      if (answer !== undefined) return this.#connection.behind(sessionId, () => settled(answer))
      this.#mourn()
      settled('lost')
    })
  }

  notify(method: string, params: unknown): void {
    this.#connection.notify(method, params)?.catch(() => {})
  }

  claim(sessionId: string, sink: AgentSink): void {
    this.#sinks.set(sessionId, sink)
    for (const run of this.#unclaimed.take(sessionId)) run()
  }

  release(sessionId: string): void {
    this.#sinks.delete(sessionId)
  }

  async close(): Promise<void> {
    this.#mourn()
    await this.#connection.close('the gateway needs it no more')
  }

  #told(method: string, params: unknown, size: number): Promise<void> | undefined {
    if (isInOurWords(method, params)) return undefined
    const sessionId = sessionOf(params)
    if (sessionId === undefined) {
      for (const guest of this.guests) guest.tell(method, params)
      return undefined
    }
    const sink = this.#sinks.get(sessionId)
    if (sink !== undefined) return sink.tell(method, params)
    this.#unclaimed.keep(sessionId, size, () => void this.#sinks.get(sessionId)?.tell(method, params))
    return undefined
  }

  #asked(method: string, params: unknown, call: Call): Promise<unknown> {
    if (isOurs(method)) throw rpcError('method_not_found', 'There is no such method')
    const sessionId = sessionOf(params)
    const question = { method, params, call }
    if (sessionId === undefined) return this.#askedOutside(question)
    return new Promise((resolve, reject) => {
      const bring = (): void => {
        const sink = this.#sinks.get(sessionId)
        if (sink === undefined) reject(rpcError('session_not_found', 'No client has this session'))
        else sink.ask(question).then(resolve, reject)
      }
      const deliver = (): void => {
        const isKept = !this.#sinks.has(sessionId) && this.#unclaimed.keep(sessionId, call.size, bring)
        if (!isKept) bring()
      }
      // Behind the updates before it, as the agent said them.
      this.#connection.behind(sessionId, deliver)
    })
  }

  #askedOutside(question: AgentQuestion): Promise<unknown> {
    const { method, params } = question
    const requestId = method === 'elicitation/create' ? fieldOf(params, 'requestId') : undefined
    const lender = this.#servers.lenderOf(params)
    // Who comes back is another one, and has what it lent with it.
    if ([...this.guests].some(guest => guest === lender?.client) && lender) return lender.ask(question)
    if (requestId === undefined) {
      const guest = [...this.guests].findLast(each => each.mayAnswer(method))
      if (guest === undefined) throw rpcError('method_not_found', 'No client is there that may answer')
      return guest.ask(question)
    }
    // It is about one request: whoever made it is asked, and knows it by another id.
    const asker = this.#askers.get(requestId as Id)
    if (asker === undefined) throw rpcError('invalid_params', '/requestId: there is no such request')
    return asker.ask({ ...question, params: { ...(params as Fields), requestId: asker.request } })
  }

  #remembering(asker: Asker | undefined): { onId(id: Id): void; forget(): void } {
    let known: Id | undefined
    return {
      onId: id => {
        known = id
        if (asker !== undefined) this.#askers.set(id, asker)
      },
      forget: () => void (known !== undefined && this.#askers.delete(known)),
    }
  }

  #mourn(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const sinks = [...this.#sinks.values()]
    this.#sinks.clear()
    for (const sink of sinks) sink.ended(ENDED)
  }
}
