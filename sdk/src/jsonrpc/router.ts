/** Takes each message of the peer to where it belongs, in arrival order. Waits for nothing; sends only answers. */

import type { BatchPolicy } from './batch.js'
import { type Answer, Call, type Inbound } from './inbound.js'
import type { Lanes } from './lanes.js'
import type { Limits } from './limits.js'
import { type Envelope, isEnvelope, isId, isResponse, type Message, type Outgoing } from './message.js'
import type { Outbound } from './outbound.js'
import { Reception } from './reception.js'
import { badIdFlaw, callFlaw, rateLimited, takenIdFlaw } from './refusals.js'
import type { Report } from './report.js'

/** The one method this layer knows: it gives up a request by its id. */
export const CANCEL_METHOD = '$/cancel_request'

/** What a connection does with the peer's calls. */
export interface Handler {
  /** Answers a request: a value, a promise of one, or a thrown `RpcError`. Started at once, never awaited by the reader. */
  request(method: string, params: unknown, call: Call): unknown
  /** Takes a notification; a promise keeps the later ones of its lane waiting. */
  notification(method: string, params: unknown, size: number): Promise<void> | undefined
  /** The lane in which a notification keeps its place; without one it waits for no other. */
  lane?(method: string, params: unknown): string | undefined
}

export interface Surroundings {
  readonly handler: Handler
  readonly limits: Limits
  readonly inbound: Inbound
  readonly outbound: Outbound
  readonly lanes: Lanes
  readonly answersNoise: boolean
  readonly report: (report: Report) => void
  /** Throws only for what cannot be written as JSON: whoever answers then owes another answer. */
  readonly send: (message: Outgoing) => void
}

export class Router {
  allowsNullId: boolean
  readonly #around: Surroundings
  readonly #reception: Reception

  constructor(around: Surroundings, policy: { batch: BatchPolicy; allowsNullId: boolean }) {
    const { limits, answersNoise, outbound, report, send } = around
    this.#around = around
    this.#reception = new Reception(
      {
        limits,
        answersNoise,
        report,
        send,
        isWaiting: id => outbound.isWaiting(id),
        take: (message, size, answer) => this.#routeOne(message, size, answer),
      },
      policy.batch,
    )
    this.allowsNullId = policy.allowsNullId
  }

  set batchPolicy(policy: BatchPolicy) {
    this.#reception.batchPolicy = policy
  }

  route(message: unknown, size: number): void {
    this.#reception.receive(message, size)
  }

  deliver(method: string, params: unknown, size: number): Promise<void> | undefined {
    try {
      const running = this.#around.handler.notification(method, params, size)
      return running?.catch(error => this.#failed(method, error))
    } catch (error) {
      this.#failed(method, error)
      return undefined
    }
  }

  #failed(method: string, error: unknown): void {
    this.#around.report({ kind: 'handler_failed', method, error })
  }

  /** Routes a message that stands alone or in a batch; returns the answer to one that is not valid. */
  #routeOne(message: Envelope, size: number, answer: Answer): Message | undefined {
    const { method, id, params } = message
    if (typeof method !== 'string') return this.#routeAnswer(message)
    const flaw = callFlaw(message)
    if (flaw !== undefined) return this.#reception.invalid(id, flaw)
    if (id === undefined) {
      this.#routeNotification(method, params ?? undefined, size)
      return undefined
    }
    return this.#routeRequest(message, size, answer)
  }

  #routeAnswer(message: Envelope): Message | undefined {
    const { outbound } = this.#around
    // Some serializers leave out a result of undefined; who asked is still waiting.
    const isBare = message.method === undefined && outbound.isWaiting(message.id)
    const isAnswer = isBare || isResponse(message)
    if (isAnswer && (outbound.answer(message) || outbound.refuseBatch(message))) return undefined
    return this.#reception.stray(message)
  }

  #routeRequest(message: Envelope, size: number, answer: Answer): Message | undefined {
    const { handler, inbound, limits } = this.#around
    const { id, params } = message
    const method = message.method as string
    if (!isId(id) && !(id === null && this.allowsNullId)) return this.#reception.invalid(null, badIdFlaw)
    if (inbound.has(id)) return this.#reception.invalid(null, takenIdFlaw)
    const isTooMuch = inbound.size > 0 && inbound.bytes + size > limits.pendingRequestBytes
    if (isTooMuch || inbound.size >= limits.pendingRequests) return rateLimited(id)
    const handle = (call: Call): unknown => handler.request(method, params ?? undefined, call)
    inbound.start(new Call(id, method, size), handle, answer)
    return undefined
  }

  #routeNotification(method: string, params: unknown, size: number): void {
    const { handler, inbound, lanes } = this.#around
    if (method === CANCEL_METHOD) {
      if (isEnvelope(params)) inbound.cancel((params as { requestId?: unknown }).requestId)
      return
    }
    const lane = lanes.isBusy ? handler.lane?.(method, params) : undefined
    if (lane !== undefined && lanes.queueBehind(lane, { method, params, size })) return
    const running = this.deliver(method, params, size)
    if (running === undefined) return
    const name = lane ?? handler.lane?.(method, params)
    if (name !== undefined) lanes.occupy(name, running, size)
  }
}
