/** Takes each message of the peer to where it belongs, in arrival order. Waits for nothing; sends only answers. */

import { type BatchPolicy, receiveBatch } from './batch.js'
import { Malformed } from './channel.js'
import { type Answer, Call, type Inbound } from './inbound.js'
import type { Lanes } from './lanes.js'
import type { Limits } from './limits.js'
import {
  type Envelope,
  isEnvelope,
  isErrorObject,
  isId,
  isResponse,
  type Message,
  type Outgoing,
} from './message.js'
import type { Outbound } from './outbound.js'
import {
  badIdFlaw,
  callFlaw,
  invalidRequest,
  mentionsJsonRpc,
  noiseRefusal,
  rateLimited,
  strayJson,
  takenIdFlaw,
} from './refusals.js'
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
  batchPolicy: BatchPolicy
  allowsNullId: boolean
  readonly #around: Surroundings
  readonly #answer: Answer

  constructor(around: Surroundings, policy: { batch: BatchPolicy; allowsNullId: boolean }) {
    this.#around = around
    this.#answer = around.send
    this.batchPolicy = policy.batch
    this.allowsNullId = policy.allowsNullId
  }

  route(message: unknown, size: number): void {
    if (message instanceof Malformed) return this.#refuseNoise(message)
    if (!this.#around.answersNoise && !mentionsJsonRpc(message)) return this.#refuseNoise(strayJson)
    if (Array.isArray(message)) return this.#routeBatch(message, size)
    const refused = this.#routeOne(message, size, this.#answer)
    if (refused !== undefined) this.#around.send(refused)
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
  #routeOne(message: unknown, size: number, answer: Answer): Message | undefined {
    if (!isEnvelope(message)) return this.#invalid(null, 'a message is an object')
    const { method, id, params } = message
    if (typeof method !== 'string') return this.#routeAnswer(message)
    const flaw = callFlaw(message)
    if (flaw !== undefined) return this.#invalid(id, flaw)
    if (id === undefined) {
      this.#routeNotification(method, params ?? undefined, size)
      return undefined
    }
    return this.#routeRequest(message, size, answer)
  }

  #routeAnswer(message: Envelope): Message | undefined {
    // Some serializers leave out a result of undefined; who asked is still waiting.
    const isBare = message.method === undefined && this.#around.outbound.isWaiting(message.id)
    if (!isResponse(message) && !isBare)
      return this.#invalid(message.id, 'a message has a method, a result or an error')
    // An answer is never answered, however odd it is: two peers would complain to each other for ever.
    const { outbound } = this.#around
    if (outbound.answer(message) || outbound.refuseBatch(message)) return undefined
    const code = isErrorObject(message.error) ? message.error.code : undefined
    this.#around.report({ kind: 'unknown_answer', id: isId(message.id) ? message.id : null, code })
    return undefined
  }

  #routeRequest(message: Envelope, size: number, answer: Answer): Message | undefined {
    const { handler, inbound, limits } = this.#around
    const { id, params } = message
    const method = message.method as string
    if (!isId(id) && !(id === null && this.allowsNullId)) return this.#invalid(null, badIdFlaw)
    if (inbound.has(id)) return this.#invalid(null, takenIdFlaw)
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

  #routeBatch(entries: readonly unknown[], size: number): void {
    const { limits, outbound, report, send } = this.#around
    const share = size / entries.length
    receiveBatch(entries, this.batchPolicy, {
      limits,
      report,
      send,
      isWaiting: id => outbound.isWaiting(id),
      route: (entry, answer) => this.#routeOne(entry, share, answer),
    })
  }

  #invalid(id: unknown, detail: string): Message {
    this.#around.report({ kind: 'invalid', detail })
    return invalidRequest(id, detail)
  }

  #refuseNoise(noise: Malformed): void {
    this.#around.report({ kind: 'noise', reason: noise.reason, detail: noise.detail })
    if (this.#around.answersNoise) this.#around.send(noiseRefusal(noise))
  }
}
