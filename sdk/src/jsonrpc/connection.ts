/** Pairs answers with calls over a channel, from the first message to an orderly end. Knows no method but the one that cancels. */

import type { BatchPolicy } from './batch.js'
import { abortError } from './cancellation.js'
import type { Channel, Delivery } from './channel.js'
import type { BatchCall, ConnectionOptions, Ending } from './connection-options.js'
import { encodeNotification } from './encode.js'
import { ConnectionError } from './error.js'
import { Inbound } from './inbound.js'
import { Lanes } from './lanes.js'
import { type Limits, withDefaults } from './limits.js'
import type { Id, Message, Outgoing } from './message.js'
import { Outbound } from './outbound.js'
import type { Question, RequestOptions } from './pending-call.js'
import { pull } from './pull.js'
import type { Report } from './report.js'
import { CANCEL_METHOD, Router } from './router.js'
import { Sender } from './sender.js'
import { rejectedQuietly, within } from './waiting.js'

const batchQuestion = { method: 'a batch', params: undefined }
const CLOSE_GRACE_MILLISECONDS = 1_000

/** One end of a wire, the same for both sides: calls the peer, answers the peer, and loses nothing in between. */
export class Connection {
  /** Resolves, never rejects, when everything is over. */
  readonly closed: Promise<Ending>
  readonly #channel: Channel
  readonly #limits: Limits
  readonly #report: (report: Report) => void
  readonly #unfinished: ConnectionOptions['unfinished']
  readonly #readMessages: NonNullable<ConnectionOptions['readMessages']>
  readonly #sender: Sender
  readonly #lanes: Lanes
  readonly #inbound: Inbound
  readonly #outbound: Outbound
  readonly #router: Router
  #ending: Ending | undefined
  #isSealed = false
  #finish: (ending: Ending) => void = () => {}

  constructor(channel: Channel, options: ConnectionOptions) {
    this.#channel = channel
    this.#limits = withDefaults(options.limits)
    this.#report = options.report ?? (() => {})
    this.#unfinished = options.unfinished
    this.#readMessages = options.readMessages ?? (({ messages }) => messages)
    this.closed = new Promise(resolve => {
      this.#finish = resolve
    })
    this.#sender = new Sender(channel, this.#limits, cause => void this.#breakSoon(cause))
    this.#outbound = new Outbound(
      id => this.#giveUp(id),
      (lane, run) => this.#lanes.runBehind(lane, () => this.#guard(run)),
    )
    this.#inbound = new Inbound((call, error, sent) =>
      this.#report({ kind: 'handler_failed', method: call.method, error, sent }),
    )
    this.#lanes = new Lanes(
      (method, params, size) => this.#router.deliver(method, params, size),
      this.#limits,
    )
    this.#router = this.#makeRouter(options)
    pull(channel.incoming, {
      hear: delivery => this.#hear(delivery),
      end: () => {
        void this.#end({ reason: 'the peer closed the connection' }, () => this.#limits.graceMilliseconds)
      },
      fail: error => void this.#break(error),
    })
  }

  /** What becomes of a received array; may be changed once the peers have agreed on it. */
  set batchPolicy(policy: BatchPolicy) {
    this.#router.batchPolicy = policy
  }

  /** Whether a request may carry `id: null`. */
  set allowsNullId(allows: boolean) {
    this.#router.allowsNullId = allows
  }

  /** Calls the peer and waits for its answer. Rejects with `RpcError` (the peer said no) or `ConnectionError`. */
  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown> {
    return this.ask({ method, params }, options)
  }

  /** The same, for a question that knows how to read its answer. */
  ask(question: Question, options: RequestOptions = {}): Promise<unknown> {
    const { signal, cancellation } = options
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (cancellation?.isCancelled) return Promise.reject(abortError())
    if (this.#ending !== undefined) return Promise.reject(closedError(this.#ending))
    const id = this.#outbound.takeId()
    const answer = this.#outbound.wait(id, question, options)
    this.#sendRequest({ jsonrpc: '2.0', id, method: question.method, params: question.params }, [id])
    return answer
  }

  /**
   * Tells the peer. The promise, where there is one, asks its author to wait; a failure is reported even if nobody does.
   * `written` is the JSON text of the params, from an author who knows a shorter way to it.
   */
  notify(method: string, params?: unknown, written?: string): Promise<void> | undefined {
    try {
      if (this.#isSealed && this.#ending !== undefined) throw closedError(this.#ending)
      const message = { jsonrpc: '2.0', method, params } as const
      return this.#sender.sendNotification(message, written)
    } catch (error) {
      this.#report({ kind: 'not_sent', method, error })
      return rejectedQuietly(error)
    }
  }

  /** What `notify` would return for params in this text if they cannot be sent, whatever the state of the wire; sends nothing. */
  refuse(method: string, written: string): Promise<void> | undefined {
    try {
      return void encodeNotification(method, written, this.#limits)
    } catch (error) {
      this.#report({ kind: 'not_sent', method, error })
      return rejectedQuietly(error)
    }
  }

  /** Sends several calls as one array; a promise per request, in order. Nothing else ever sends an array. */
  batch(calls: readonly BatchCall[], options: RequestOptions = {}): Promise<unknown>[] {
    if (calls.length === 0) throw new RangeError('a batch needs at least one call')
    if (this.#ending !== undefined) throw closedError(this.#ending)
    const ids: number[] = []
    const messages = calls.map(({ method, params, isNotification }): Message => {
      if (isNotification) return { jsonrpc: '2.0', method, params }
      const id = this.#outbound.takeId()
      ids.push(id)
      return { jsonrpc: '2.0', id, method, params }
    })
    const answers = ids.map(id => this.#outbound.wait(id, batchQuestion, options))
    this.#outbound.join(ids)
    this.#sendRequest(messages, ids)
    return answers
  }

  /** Runs something in its place among the notifications of a lane: behind those that are still waiting. */
  behind(lane: string, run: () => void): void {
    this.#lanes.runBehind(lane, () => this.#guard(run))
  }

  /** Calls off what is being worked on, answers what is owed, flushes what was accepted, fails what waits, and ends. */
  async close(reason = 'closed by this side'): Promise<void> {
    await this.#end({ reason }, () => {
      this.#inbound.cancelAll()
      return CLOSE_GRACE_MILLISECONDS
    })
    await this.closed
  }

  /** What the author of the latest message waits for that the peer has not taken yet. */
  get room(): Promise<void> | undefined {
    return this.#sender.room
  }

  /** Something to wait for before a large answer is made: the peer has not taken those it was given. */
  get answersBacklog(): Promise<void> | undefined {
    return this.#sender.answersBacklog
  }

  /** Whether more is wanted. Never awaits a handler: the answer a handler waits for is behind us in the queue. */
  #hear(delivery: Delivery, from = 0): boolean | Promise<boolean> {
    const { sizes } = delivery
    const messages = this.#readMessages(delivery)
    for (let index = from; index < messages.length; index++) {
      if (this.#ending !== undefined) return false
      this.#router.route(messages[index], sizes[index] ?? 0)
      // Between messages too: one delivery may hold a thousand requests with large answers.
      const unread = this.#sender.answersBacklog
      if (unread !== undefined) return this.#untilTaken(unread).then(() => this.#hear(delivery, index + 1))
    }
    return this.#mayReadOn()?.then(() => true) ?? true
  }

  #mayReadOn(): Promise<void> | undefined {
    if (this.#lanes.isOverfull)
      return this.#break(
        new ConnectionError('backlogged', `handlers are ${this.#limits.undeliveredBytesAtMost} bytes behind`),
      )
    const room = this.#outbound.needsReading ? undefined : this.#lanes.room
    return room ?? (this.#lanes.isBusy ? this.#lanes.breathe() : undefined)
  }

  /** Two peers that both wait for the other to read would wait for ever. */
  async #untilTaken(unread: Promise<void>): Promise<void> {
    const { stallMilliseconds } = this.#limits
    if (await within(stallMilliseconds, unread)) return
    await this.#break(
      new ConnectionError('stalled', `the peer took no answers for ${stallMilliseconds} milliseconds`),
    )
  }

  #makeRouter(options: ConnectionOptions): Router {
    const around = {
      handler: options.handler,
      limits: this.#limits,
      inbound: this.#inbound,
      outbound: this.#outbound,
      lanes: this.#lanes,
      answersNoise: options.answersNoise ?? true,
      report: this.#report,
      send: (message: Outgoing) => this.#sendAnswer(message),
    }
    return new Router(around, {
      batch: options.batch ?? 'reject',
      allowsNullId: options.allowsNullId ?? false,
    })
  }

  #sendRequest(message: Outgoing, ids: readonly Id[]): void {
    try {
      // The answer tells whether it arrived; a broken carrier fails every call through the end of the connection.
      this.#sender.sendCall(message)?.catch(() => {})
      if (this.#outbound.needsReading) this.#lanes.releaseReader()
    } catch (error) {
      for (const id of ids) this.#outbound.fail(id, error)
    }
  }

  #sendAnswer(message: Outgoing): void {
    if (this.#isSealed) return
    try {
      this.#sender.sendAnswer(message)
    } catch (error) {
      if (error instanceof ConnectionError && (error.reason === 'unsendable' || error.reason === 'too_large'))
        throw error
      void this.#breakSoon(error)
    }
  }

  /** What runs among the notifications must not end the reading of them. */
  #guard(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#report({ kind: 'handler_failed', method: 'onSettle', error })
    }
  }

  #giveUp(requestId: Id): void {
    if (this.#ending === undefined) this.notify(CANCEL_METHOD, { requestId })?.catch(() => {})
  }

  /** The peer takes nothing more, but what it said before it went away may still be on its way. */
  async #breakSoon(error: unknown): Promise<void> {
    await within(CLOSE_GRACE_MILLISECONDS, this.closed)
    await this.#break(error)
  }

  #break(error: unknown): Promise<void> {
    const reason = error instanceof ConnectionError ? error.message : 'the connection broke'
    return this.#end({ reason, error }, () => {
      this.#inbound.cancelAll()
      return 0
    })
  }

  /** `prepare` calls off what must not go on, and says how long the rest may take. */
  async #end(ending: Ending, prepare: () => number): Promise<void> {
    if (this.#ending !== undefined) return
    this.#ending = ending
    this.#outbound.failAll(closedError(ending))
    this.#lanes.releaseReader()
    const grace = prepare()
    if (grace > 0)
      await within(grace, Promise.all([this.#inbound.settled(), this.#lanes.settled(), this.#unfinished?.()]))
    this.#inbound.cancelAll()
    this.#inbound.abandonAll('The connection is closing')
    this.#isSealed = true
    try {
      await this.#channel.close()
    } catch (error) {
      this.#report({ kind: 'close_failed', error })
    }
    this.#finish(ending)
  }
}

function closedError({ reason, error }: Ending): ConnectionError {
  if (error instanceof ConnectionError) return error
  return new ConnectionError('closed', reason, error === undefined ? undefined : { cause: error })
}
