/**
 * One process of an agent and the sessions that are open in it. Speaks plain JSON-RPC: what a method means is for those
 * who use it. When the process dies, every session in it is told before anything else.
 */

import {
  type Call,
  type Cancellation,
  Connection,
  isConnectionError,
  isRpcError,
  toErrorObject,
} from '@parley/acp/jsonrpc'
import type { AgentProcess } from '@parley/acp/node'
import { rpcError, sessionOf } from '@parley/acp/protocol'
import type { AgentCall, AgentLink, AgentQuestion, AgentSink } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf } from '../hub/fields.js'
import { reopeningOf } from './greeting.js'
import { Unclaimed } from './unclaimed.js'

const GREETING_MILLISECONDS = 30_000
const ENDED = 'The agent ended unexpectedly, and this turn with it.'
const OWN_FAULTS = new Set(['too_large', 'unsendable', 'invalid_answer'])

/** A client that shares this process: it hears what belongs to no session. */
export interface Guest {
  tell(method: string, params: unknown): void
  ask(question: AgentQuestion): Promise<unknown>
}

export class Upstream implements AgentLink {
  /** What the agent answered to the opening. */
  greeting: unknown
  version = 1
  reopening: string | undefined
  /** Those who use it now; the one that came last is asked what belongs to no session. */
  readonly guests = new Set<Guest>()
  /** Resolves with the reason when the process is gone. */
  readonly closed: Promise<string>
  readonly #connection: Connection
  readonly #sinks = new Map<string, AgentSink>()
  readonly #unclaimed = new Unclaimed()
  #isEnded = false

  constructor(process: AgentProcess) {
    this.#connection = new Connection(process, {
      answersNoise: false,
      handler: {
        request: (method, params, call) => this.#asked(method, params, call),
        notification: (method, params, size) => this.#told({ method, params, size }),
        lane: (_method, params) => sessionOf(params) ?? '',
      },
    })
    this.closed = this.#connection.closed.then(({ reason }) => {
      this.#mourn()
      return reason
    })
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** The sessions that are open in it. */
  get size(): number {
    return this.#sinks.size
  }

  /** The opening, once. */
  async greet(params: Fields): Promise<void> {
    this.greeting = await this.#connection.request('initialize', params, { deadline: GREETING_MILLISECONDS })
    const version = fieldOf(this.greeting, 'protocolVersion')
    if (typeof version === 'number') this.version = version
    this.reopening = reopeningOf(this.greeting)
  }

  /** A request that belongs to no session. */
  async request(method: string, params: unknown, cancellation?: Cancellation): Promise<Answer> {
    try {
      return { result: await this.#connection.request(method, params, { cancellation }) }
    } catch (error) {
      return { error: toErrorObject(error, cancellation?.isCancelled ?? false) }
    }
  }

  opening<T>(work: () => Promise<T>): Promise<T> {
    return this.#unclaimed.during(work)
  }

  ask({ sessionId, method, params, isTurn }: AgentCall, settled: (answer: Answer | 'lost') => void): void {
    const onSettle = (isError: boolean, result: unknown): void => {
      if (!isError) settled({ result: result ?? null })
    }
    const options = { lane: sessionId, streaming: isTurn, onSettle }
    this.#connection.request(method, params, options).catch(error => {
      if (isRpcError(error) || (isConnectionError(error) && OWN_FAULTS.has(error.reason)))
        return this.#connection.behind(sessionId, () => settled({ error: toErrorObject(error, false) }))
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
    await this.#connection.close('the gateway needs it no more')
  }

  #told(news: {
    readonly method: string
    readonly params: unknown
    readonly size: number
  }): Promise<void> | undefined {
    const { method, params, size } = news
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
    const sessionId = sessionOf(params)
    const question = { method, params, call }
    if (sessionId === undefined) {
      const guest = [...this.guests].at(-1)
      if (guest === undefined) throw rpcError('method_not_found', 'No client is there')
      return guest.ask(question)
    }
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

  #mourn(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const sinks = [...this.#sinks.values()]
    this.#sinks.clear()
    for (const sink of sinks) sink.ended(ENDED)
  }
}
