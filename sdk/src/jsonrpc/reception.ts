/** Where every message comes in, for a connection and for a relay: tells messages from noise, one from many, and refuses what is not valid. */

import { type BatchPolicy, receiveBatch } from './batch.js'
import { Malformed } from './channel.js'
import type { Answer } from './inbound.js'
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
import { invalidRequest, mentionsJsonRpc, noiseRefusal, strayJson } from './refusals.js'
import type { Report } from './report.js'

/** Whoever takes the messages in. */
export interface Receiver {
  readonly limits: Limits
  readonly answersNoise: boolean
  readonly report: (report: Report) => void
  readonly send: (message: Outgoing) => void
  /** Whether this is the id of a call that waits for its answer. */
  readonly isWaiting: (id: unknown) => boolean
  /** Takes a message that stands alone or in an array; returns the answer to one that is not valid. */
  readonly take: (message: Envelope, size: number, answer: Answer) => Message | undefined
}

export class Reception {
  batchPolicy: BatchPolicy
  readonly #receiver: Receiver

  constructor(receiver: Receiver, batchPolicy: BatchPolicy) {
    this.#receiver = receiver
    this.batchPolicy = batchPolicy
  }

  /** `size` is how many bytes the message took on its wire. */
  receive(message: unknown, size: number): void {
    const { answersNoise, send } = this.#receiver
    if (message instanceof Malformed) return this.#refuseNoise(message)
    if (!answersNoise && !mentionsJsonRpc(message)) return this.#refuseNoise(strayJson)
    if (Array.isArray(message)) return this.#receiveBatch(message, size)
    const refused = this.#receiveOne(message, size, send)
    if (refused !== undefined) send(refused)
  }

  /** The answer to what is not valid. */
  invalid(id: unknown, detail: string): Message {
    this.#receiver.report({ kind: 'invalid', detail })
    return invalidRequest(id, detail)
  }

  /** An answer that nobody waits for. It is never answered, however odd it is: two peers would complain to each other for ever. */
  stray(message: Envelope): Message | undefined {
    if (!isResponse(message)) return this.invalid(message.id, 'a message has a method, a result or an error')
    const code = isErrorObject(message.error) ? message.error.code : undefined
    this.#receiver.report({ kind: 'unknown_answer', id: isId(message.id) ? message.id : null, code })
    return undefined
  }

  #receiveOne(message: unknown, size: number, answer: Answer): Message | undefined {
    return isEnvelope(message)
      ? this.#receiver.take(message, size, answer)
      : this.invalid(null, 'a message is an object')
  }

  #receiveBatch(entries: readonly unknown[], size: number): void {
    const { limits, report, send, isWaiting } = this.#receiver
    const share = size / entries.length
    receiveBatch(entries, this.batchPolicy, {
      limits,
      report,
      send,
      isWaiting,
      route: (entry, answer) => this.#receiveOne(entry, share, answer),
    })
  }

  #refuseNoise(noise: Malformed): void {
    const { report, answersNoise, send } = this.#receiver
    report({ kind: 'noise', reason: noise.reason, detail: noise.detail })
    if (answersNoise) send(noiseRefusal(noise))
  }
}
