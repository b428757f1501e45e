/** One side of a relay: tells its messages apart, and pairs calls and answers under ids of its own, both ways. */

import type { BatchPolicy } from '../batch.js'
import type { Channel } from '../channel.js'
import { wireError } from '../error.js'
import type { Answer } from '../inbound.js'
import type { Limits } from '../limits.js'
import {
  type Envelope,
  type ErrorObject,
  type Id,
  isEnvelope,
  isErrorObject,
  isId,
  type Message,
} from '../message.js'
import { Reception } from '../reception.js'
import { badIdFlaw, callFlaw, rateLimited, takenIdFlaw } from '../refusals.js'
import type { Report } from '../report.js'
import { CANCEL_METHOD } from '../router.js'
import type { CallNumber } from './interpreter.js'
import { notPassedOn, OpenCalls } from './open-calls.js'
import { Refrain } from './refrain.js'
import type { RelayWriter, Told } from './relay-writer.js'

/** Something that was asked of this side. */
export interface Asked<Tag> {
  readonly tag: Tag
  readonly method: string
  readonly sake: CallNumber | undefined
}

/** What one side has to say, told apart. */
export interface Inlet<Tag> {
  request(call: CallNumber, method: string, params: unknown): void
  notification(method: string, params: unknown): void
  answer(asked: Asked<Tag>, result: unknown): void
  refusal(asked: Asked<Tag>, error: ErrorObject): void
  cancelled(call: CallNumber): void
  /** A number that no other call of this relay has. */
  nextCall(): CallNumber
  /** The id under which whoever made a call knows it. */
  idOf(call: CallNumber): Id | undefined
}

export interface EndOptions<Tag> {
  readonly inlet: Inlet<Tag>
  readonly writer: RelayWriter
  readonly limits: Limits
  readonly batch: BatchPolicy
  readonly answersNoise: boolean
  readonly idParameters: Readonly<Record<string, string>>
  readonly report: (report: Report) => void
}

const UNKNOWN_CALL = Symbol('no such call')

export class RelayEnd<Tag> {
  readonly channel: Channel
  readonly writer: RelayWriter
  /** What this side is owed. */
  readonly calls = new OpenCalls()
  /** What this side says over and over. */
  readonly refrain = new Refrain()
  readonly #inlet: Inlet<Tag>
  readonly #options: EndOptions<Tag>
  readonly #asked = new Map<number, Asked<Tag>>()
  readonly #reception: Reception
  #lastId = 0
  #silence: ErrorObject | undefined

  constructor(channel: Channel, options: EndOptions<Tag>) {
    this.channel = channel
    this.writer = options.writer
    this.#inlet = options.inlet
    this.#options = options
    const { limits, answersNoise, report, writer, batch } = options
    this.#reception = new Reception(
      {
        limits,
        answersNoise,
        report,
        send: message => writer.write(message),
        // Nothing is ever asked here in an array, but a peer may still answer in one.
        isWaiting: id => this.#asked.has(id as number),
        take: (message, size, answer) => this.#takeOne(message, size, answer),
      },
      batch,
    )
  }

  /** `size` is how many bytes the message took on its wire. */
  take(message: unknown, size: number): void {
    this.#reception.receive(message, size)
  }

  ask(asked: Asked<Tag>, params: unknown): void {
    if (this.#silence !== undefined) return this.#inlet.refusal(asked, this.#silence)
    const { method } = asked
    const id = ++this.#lastId
    this.#asked.set(id, asked)
    try {
      this.writer.write(
        params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params },
      )
    } catch (error) {
      this.#asked.delete(id)
      this.#options.report({ kind: 'not_sent', method, error })
      this.#inlet.refusal(asked, notPassedOn(error))
    }
  }

  /** Returns what was sent where another like it may be: see `RelayWriter.tell`. */
  tell(told: Told): string | undefined {
    try {
      return this.writer.tell(told)
    } catch (error) {
      this.#options.report({ kind: 'not_sent', method: told.method, error })
      return undefined
    }
  }

  /** Tells this side that an answer is no longer wanted; it answers all the same. */
  giveUp(isMeant: (asked: Asked<Tag>) => boolean): void {
    for (const [id, asked] of this.#asked)
      if (isMeant(asked)) this.tell({ method: CANCEL_METHOD, params: { requestId: id } })
  }

  /** Nothing comes from here any more, so nothing that was or will be asked is answered; it may still listen. */
  fallSilent(why: ErrorObject): void {
    this.#silence ??= why
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const each of asked) this.#inlet.refusal(each, this.#silence)
  }

  #takeOne(message: Envelope, size: number, answer: Answer): Message | undefined {
    const { method, id, params } = message
    if (typeof method !== 'string') return this.#takeAnswer(message)
    const flaw = callFlaw(message)
    if (flaw !== undefined) return this.#reception.invalid(id, flaw)
    if (id !== undefined) return this.#takeRequest(message, size, answer)
    if (method === CANCEL_METHOD) this.#takeCancel(params)
    else this.#inlet.notification(method, params ?? undefined)
    return undefined
  }

  #takeRequest(message: Envelope, size: number, answer: Answer): Message | undefined {
    const { id } = message
    const method = message.method as string
    if (!isId(id) && id !== null) return this.#reception.invalid(null, badIdFlaw)
    if (this.calls.numberOf(id) !== undefined) return this.#reception.invalid(null, takenIdFlaw)
    if (!this.#hasRoomFor(size)) return rateLimited(id)
    const params = this.#withTheirId(method, message.params)
    if (params === UNKNOWN_CALL) return invalidParams(id, `/${this.#options.idParameters[method]}`)
    const call = this.#inlet.nextCall()
    this.calls.add(call, id, { answer, size })
    this.#inlet.request(call, method, params ?? undefined)
    return undefined
  }

  /** One call alone may be as large as a message. */
  #hasRoomFor(size: number): boolean {
    const { pendingRequests, pendingRequestBytes } = this.#options.limits
    if (this.calls.size === 0) return pendingRequests > 0
    return this.calls.size < pendingRequests && this.calls.bytes + size <= pendingRequestBytes
  }

  /** What was asked here for somebody's sake has another name over there. */
  #withTheirId(method: string, params: unknown): unknown {
    const { idParameters } = this.#options
    if (!Object.hasOwn(idParameters, method) || !isEnvelope(params)) return params
    const key = idParameters[method] as string
    const named = Object.hasOwn(params, key) ? (params as Record<string, unknown>)[key] : undefined
    if (named === undefined || named === null) return params
    const sake = this.#asked.get(named as number)?.sake
    const id = sake === undefined ? undefined : this.#inlet.idOf(sake)
    return id === undefined ? UNKNOWN_CALL : { ...params, [key]: id }
  }

  #takeCancel(params: unknown): void {
    const id = isEnvelope(params) ? (params as { requestId?: unknown }).requestId : undefined
    const call = this.calls.numberOf(id)
    if (call !== undefined) this.#inlet.cancelled(call)
  }

  #takeAnswer(message: Envelope): Message | undefined {
    const asked = message.method === undefined ? this.#asked.get(message.id as number) : undefined
    if (asked === undefined) return this.#reception.stray(message)
    this.#asked.delete(message.id as number)
    const { result, error } = message
    if (error === undefined || error === null) this.#inlet.answer(asked, result ?? null)
    else this.#inlet.refusal(asked, isErrorObject(error) ? error : noError())
    return undefined
  }
}

function invalidParams(id: Id, path: string): Message {
  const error = wireError('invalid_params', `Invalid params: ${path}: there is no such request`)
  return { jsonrpc: '2.0', id, error }
}

function noError(): ErrorObject {
  return wireError('internal_error', 'The other side answered with an error that is none')
}
