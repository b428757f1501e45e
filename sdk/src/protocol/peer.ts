/** The other side, as this side calls it: typed, gated and checked by the contract both have agreed on. */

import {
  type BatchCall,
  type Call,
  type Channel,
  Connection,
  type ConnectionOptions,
  type Ending,
  type Limits,
  type Report,
  type RequestOptions,
} from '../jsonrpc/index.js'
import type { Agreement } from './agreement.js'
import type { ContractName, Opening, Side, Vocabularies } from './contract.js'
import { AcpError, rpcError } from './error.js'
import type { Extension } from './extension.js'
import type { HandlerTable } from './handlers.js'
import type { Inbox } from './inbox.js'
import { Log, type LogHook } from './log.js'
import type { Outbox } from './outbox.js'
import { Reader } from './reading.js'
import { toEntry } from './report-entry.js'
import { laneOf } from './scope.js'
import { Threshold } from './threshold.js'

export type Other<S extends Side> = S extends 'agent' ? 'client' : 'agent'
type Asked<C extends ContractName, S extends Side> = Vocabularies[C][Other<S>]['requests']
type Told<C extends ContractName, S extends Side> = Vocabularies[C][Other<S>]['notifications']
type ParamsOf<Row> = Row extends { params: infer P } ? P : never
type ResultOf<Row> = Row extends { result: infer R } ? R : never

/** What the owner of either side may set. */
export interface PeerOptions {
  readonly limits?: Partial<Limits> | undefined
  /** Learns of everything that was wrong but stopped nothing. */
  readonly log?: LogHook | undefined
  /** Turns every mended slip of the peer into an error; for development. */
  readonly strict?: boolean | undefined
}

/** What happens to `initialize`, the one request that comes before there is an agreement. */
export type Greeting = (params: unknown, call: Call) => unknown

/** What a side brings to its own connection. */
export interface OwnOptions {
  readonly greet?: Greeting | undefined
  /** Resolves when work is done that no request waits for, but that must not be cut off by the end. */
  readonly unfinished?: (() => Promise<unknown>) | undefined
  /** Reads the messages of a delivery, for a side that knows a shorter way than to ask for them. */
  readonly readMessages?: ConnectionOptions['readMessages']
}

/** One side of a connection; `S` is this side. */
export class Peer<C extends ContractName = ContractName, S extends Side = Side> {
  readonly side: S
  readonly log: Log
  /** Reads what comes and what goes, for all who do so on this connection. */
  readonly reader = new Reader()
  /** How much arrived that was no message: an agent that prints to stdout, or no agent at all. */
  noise = 0
  /** Whether every mended slip of the peer is an error. */
  readonly isStrict: boolean
  /** Whether an `initialize` of the peer is still to be answered. */
  isGreeting = false
  readonly #connection: Connection
  readonly #greet: Greeting | undefined
  #isInUse = false
  #agreement: Agreement | undefined
  #inbox: Inbox | undefined
  #outbox: Outbox | undefined
  /** Where the peer's calls wait while a handshake is under way. */
  #threshold: Threshold | undefined
  /** What those who still wait there are told, once this side has begun to close. */
  #refusal: Error | undefined

  constructor(channel: Channel, side: S, options: PeerOptions & OwnOptions = {}) {
    this.side = side
    this.log = new Log(options.log)
    this.isStrict = options.strict ?? false
    this.#greet = options.greet
    this.#connection = new Connection(channel, {
      handler: {
        request: (method, params, call) => this.#answer(method, params, call),
        notification: (method, params, size) => this.#take(method, params, size),
        lane: laneOf,
      },
      unfinished: options.unfinished,
      readMessages: options.readMessages,
      limits: options.limits,
      // An agent's stdout may carry the noise of some library; a client that answered it would talk to nobody.
      answersNoise: side === 'agent',
      allowsNullId: true,
      report: report => this.#report(report),
    })
  }

  /** Resolves, never rejects, when the connection is over. */
  get closed(): Promise<Ending> {
    return this.#connection.closed
  }

  /** What was agreed in `initialize`, once it was. */
  get agreement(): Agreement | undefined {
    return this.#agreement
  }

  /** Whether the peer has asked for anything but `initialize`. */
  get isInUse(): boolean {
    return this.#isInUse
  }

  /** From now on both sides speak this contract, and the handlers answer. */
  agree(agreement: Agreement, handlers: HandlerTable): void {
    this.speak(agreement.contract)
    this.#agreement = agreement
    this.#inbox = agreement.inbox(handlers, this)
    this.#outbox = agreement.outbox(this.#connection, this)
    // What came behind a repeated initialize is for the agreement which that will bring about.
    if (!this.isGreeting) this.letIn()
  }

  /** From now on messages come as this version has them. */
  speak({ batch, allowsNullId }: Opening): void {
    this.#connection.batchPolicy = batch
    this.#connection.allowsNullId = allowsNullId
  }

  /** What the peer sends from now on waits, in its order, until there is an agreement, or none is to be had. */
  expectAgreement(): void {
    this.#threshold ??= new Threshold()
  }

  /** Lets in what waited for an agreement, unless it is to be refused; without an agreement it is refused in any case. */
  letIn(refusal = this.#refusal): void {
    const threshold = this.#threshold
    this.#threshold = undefined
    threshold?.open(refusal)
  }

  /** Calls the peer. Fails without sending anything when the peer lacks the capability or the params are not valid. */
  request<M extends keyof Asked<C, S> & string>(
    method: M,
    params: ParamsOf<Asked<C, S>[M]>,
    options?: RequestOptions,
  ): Promise<ResultOf<Asked<C, S>[M]>> {
    // No async function: the answer is checked where it settles, which saves a small request a fifth of its time.
    try {
      return this.#settled().request(method, params, options) as Promise<ResultOf<Asked<C, S>[M]>>
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /**
   * Tells the peer. The promise, where there is one, asks its author to wait until the peer has caught up. `written` is
   * the JSON text of the params, from an author who knows a shorter way to it; both must say the same.
   */
  notify<M extends keyof Told<C, S> & string>(
    method: M,
    params: ParamsOf<Told<C, S>[M]>,
    written?: string,
  ): Promise<void> | undefined {
    this.#settled().check('notification', method, params)
    return this.#connection.notify(method, params, written)
  }

  /** What `notify` has returned for the latest message that the peer has not taken yet: the room on its channel, and no failure. */
  get room(): Promise<void> | undefined {
    return this.#connection.room
  }

  /** Throws what `notify` would throw for these params, and sends nothing: for what must be known before it is sent. */
  demandNotifiable(method: string, params: unknown): void {
    this.#settled().check('notification', method, params)
  }

  /** What `notify` would return for params in this text if they cannot be sent, and nothing else. Sends nothing. */
  refuseToNotify(method: string, written: string): Promise<void> | undefined {
    return this.#connection.refuse(method, written)
  }

  /** Tells the peer what `demandNotifiable` has let through. */
  notifyChecked(method: string, params: unknown, written: string): Promise<void> | undefined {
    return this.#connection.notify(method, params, written)
  }

  /** The greeting itself, in whatever version's shape; checked by whoever shakes hands. */
  greet(params: object, options?: RequestOptions): Promise<unknown> {
    this.expectAgreement()
    return this.#connection.request('initialize', params, options)
  }

  /** Calls a method of one's own. */
  async call<Params, Result>(
    extension: Extension<Params, Result>,
    params: Params,
    options?: RequestOptions,
  ): Promise<Result> {
    return this.#settled().call(extension, params, options)
  }

  /** Sends several calls as one array, for peers that take arrays; each answer is checked like any other. */
  batch(calls: readonly BatchCall[], options?: RequestOptions): Promise<unknown>[] {
    return this.#settled().batch(calls, options)
  }

  /** Something to wait for before a large answer is made: the peer has not taken those it was given. */
  get answersBacklog(): Promise<void> | undefined {
    return this.#connection.answersBacklog
  }

  /** Runs something behind the updates of a session that still wait for their handler. */
  behind(sessionId: string, run: () => void): void {
    this.#connection.behind(sessionId, run)
  }

  /** Ends the connection in good order; everything still waiting fails with the reason. */
  close(reason?: string): Promise<void> {
    this.#refusal = rpcError('request_cancelled', 'The connection is closing')
    // Whoever waits behind an initialize is answered behind it.
    if (!this.isGreeting) this.letIn()
    return this.#connection.close(reason)
  }

  #answer(method: string, params: unknown, call: Call): unknown {
    if (method === 'initialize' && this.#greet !== undefined) return this.#greet(params, call)
    if (this.#threshold !== undefined) {
      this.#isInUse = true
      return this.#threshold.wait(() => this.#answer(method, params, demandWanted(call)))
    }
    if (this.#inbox === undefined)
      throw rpcError('invalid_request', 'Invalid request: the first request is initialize')
    this.#isInUse = true
    return this.#inbox.request(method, params, call)
  }

  #take(method: string, params: unknown, size: number): Promise<void> | undefined {
    if (this.#threshold !== undefined) return this.#threshold.wait(() => this.#take(method, params, size))
    return this.#inbox?.notification(method, params, size)
  }

  #settled(): Outbox {
    if (this.#outbox === undefined)
      throw new AcpError('not_initialized', 'nothing can be sent before initialize')
    return this.#outbox
  }

  #report(report: Report): void {
    if (report.kind === 'noise') this.noise++
    this.log.write(toEntry(report))
  }
}

/** Whoever gave a request up while it waited is not served: handlers learn only of what is called off later. */
function demandWanted(call: Call): Call {
  if (call.isCancelled) throw rpcError('request_cancelled', 'Request cancelled')
  return call
}
