/** One side of a relay: its wire, what it asked and is owed, and what it was asked and owes. Rewrites ids both ways. */

import { type BatchPolicy, processBatch, refusal } from './batch.js'
import { type Channel, Malformed } from './channel.js'
import { encode } from './encode.js'
import { wireError } from './error.js'
import { HandedChannel } from './handover.js'
import type { Answer } from './inbound.js'
import type { CallNumber } from './interpreter.js'
import type { Limits } from './limits.js'
import {
  type Envelope,
  type ErrorObject,
  type Id,
  isEnvelope,
  isErrorObject,
  isId,
  isResponse,
  type Message,
  type Outgoing,
} from './message.js'
import { badIdFlaw, callFlaw, invalidRequest, noiseRefusal, rateLimited, takenIdFlaw } from './refusals.js'
import type { Report } from './report.js'
import { CANCEL_METHOD } from './router.js'

/** What one side has to say, told apart. */
export interface Inlet<Tag> {
  request(call: CallNumber, method: string, params: unknown): void
  notification(method: string, params: unknown): void
  answer(tag: Tag, result: unknown): void
  refusal(tag: Tag, error: ErrorObject): void
  cancelled(call: CallNumber): void
  /** A number that no other call of this relay has. */
  nextCall(): CallNumber
}

export interface EndOptions {
  readonly limits: Limits
  readonly batch: BatchPolicy
  readonly answersNoise: boolean
  readonly report: (report: Report) => void
}

interface Owed {
  readonly id: Id
  readonly answer: Answer
}

interface Asked<Tag> {
  readonly tag: Tag
  readonly method: string
  readonly sake: CallNumber | undefined
}

/** What a call that nobody can answer any more is refused with. */
function goneError(): ErrorObject {
  return wireError('internal_error', 'The other side of the connection is gone', { reason: 'closed' })
}

export class RelayEnd<Tag> {
  readonly channel: Channel
  readonly #inlet: Inlet<Tag>
  readonly #options: EndOptions
  readonly #owed = new Map<CallNumber, Owed>()
  readonly #calls = new Map<Id, CallNumber>()
  readonly #asked = new Map<number, Asked<Tag>>()
  #lastId = 0
  #size = 0
  #isSilent = false
  /** Something to wait for before anything more is read that would be sent this way. */
  room: Promise<void> | undefined

  constructor(channel: Channel, inlet: Inlet<Tag>, options: EndOptions) {
    this.channel = channel
    this.#inlet = inlet
    this.#options = options
  }

  /** How many calls of this side have not been answered. */
  get owed(): number {
    return this.#owed.size
  }

  take(message: unknown, size: number): void {
    this.#size = size
    if (message instanceof Malformed) return this.#refuseNoise(message)
    if (Array.isArray(message)) return this.#takeBatch(message)
    const refused = this.#takeOne(message, answer => this.#write(answer))
    if (refused !== undefined) this.#write(refused)
  }

  ask(asked: Asked<Tag>, params: unknown): void {
    if (this.#isSilent) return this.#inlet.refusal(asked.tag, goneError())
    const id = ++this.#lastId
    this.#asked.set(id, asked)
    try {
      this.#write({ jsonrpc: '2.0', id, method: asked.method, ...withParams(params) })
    } catch (error) {
      this.#asked.delete(id)
      this.#options.report({ kind: 'not_sent', method: asked.method, error })
      this.#inlet.refusal(asked.tag, unsendable(error))
    }
  }

  tell(method: string, params: unknown): void {
    try {
      this.#write({ jsonrpc: '2.0', method, ...withParams(params) })
    } catch (error) {
      this.#options.report({ kind: 'not_sent', method, error })
    }
  }

  /** Answers a call of this side; false where it owes that call nothing. */
  settle(call: CallNumber, outcome: { result: unknown } | { error: ErrorObject }): boolean {
    const owed = this.#owed.get(call)
    if (owed === undefined) return false
    this.#owed.delete(call)
    this.#calls.delete(owed.id)
    const { id } = owed
    try {
      owed.answer(
        'error' in outcome
          ? { jsonrpc: '2.0', id, error: outcome.error }
          : { jsonrpc: '2.0', id, result: outcome.result === undefined ? null : outcome.result },
      )
    } catch (error) {
      owed.answer({ jsonrpc: '2.0', id, error: unsendable(error) })
    }
    return true
  }

  /** Tells this side that an answer is no longer wanted; it answers all the same. */
  giveUp(isMeant: (asked: Asked<Tag>) => boolean): void {
    for (const [id, asked] of this.#asked) if (isMeant(asked)) this.tell(CANCEL_METHOD, { requestId: id })
  }

  /** Nothing comes from here any more, so nothing that was asked will be answered; it may still listen. */
  fallSilent(): void {
    this.#isSilent = true
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { tag } of asked) this.#inlet.refusal(tag, goneError())
  }

  #write(message: Outgoing): void {
    const { channel } = this
    if (channel instanceof HandedChannel) this.#hold(() => channel.hand(message, this.#size))
    else {
      const text = encode(message, this.#options.limits)
      this.#hold(() => channel.send(message, text))
    }
  }

  /** A wire that takes nothing more is on its way to its end, which whoever reads it will see. */
  #hold(send: () => Promise<void> | undefined): void {
    try {
      this.room = send()
    } catch (error) {
      this.#options.report({ kind: 'not_sent', method: '', error })
    }
  }

  #takeOne(message: unknown, answer: Answer): Message | undefined {
    if (!isEnvelope(message)) return this.#invalid(null, 'a message is an object')
    const { method, id, params } = message
    if (typeof method !== 'string') return this.#takeAnswer(message)
    const flaw = callFlaw(message)
    if (flaw !== undefined) return this.#invalid(id, flaw)
    if (id !== undefined) return this.#takeRequest(message, answer)
    if (method === CANCEL_METHOD) this.#takeCancel(params)
    else this.#inlet.notification(method, params ?? undefined)
    return undefined
  }

  #takeRequest(message: Envelope, answer: Answer): Message | undefined {
    const { id, params } = message
    if (!isId(id) && id !== null) return this.#invalid(null, badIdFlaw)
    if (this.#calls.has(id)) return this.#invalid(null, takenIdFlaw)
    if (this.#owed.size >= this.#options.limits.pendingRequests) return rateLimited(id)
    const call = this.#inlet.nextCall()
    this.#owed.set(call, { id, answer })
    this.#calls.set(id, call)
    this.#inlet.request(call, message.method as string, params ?? undefined)
    return undefined
  }

  #takeCancel(params: unknown): void {
    const id = isEnvelope(params) ? (params as { requestId?: unknown }).requestId : undefined
    const call = this.#calls.get(id as Id)
    if (call !== undefined) this.#inlet.cancelled(call)
  }

  #takeAnswer(message: Envelope): Message | undefined {
    const asked = this.#asked.get(message.id as number)
    if (asked === undefined) {
      if (!isResponse(message))
        return this.#invalid(message.id, 'a message has a method, a result or an error')
      const code = isErrorObject(message.error) ? message.error.code : undefined
      this.#options.report({ kind: 'unknown_answer', id: isId(message.id) ? message.id : null, code })
      return undefined
    }
    this.#asked.delete(message.id as number)
    if (message.error === undefined || message.error === null)
      this.#inlet.answer(asked.tag, message.result ?? null)
    else
      this.#inlet.refusal(
        asked.tag,
        isErrorObject(message.error)
          ? message.error
          : wireError('internal_error', 'The other side answered with an error that is none'),
      )
    return undefined
  }

  #takeBatch(entries: readonly unknown[]): void {
    const isAnswer = entries.some(entry => isEnvelope(entry) && this.#asked.has(entry.id as number))
    const refused = refusal(entries, isAnswer ? 'process' : this.#options.batch, this.#options.limits)
    if (refused !== undefined) {
      this.#options.report({ kind: 'invalid', detail: refused.error.message })
      return this.#write(refused)
    }
    processBatch(
      entries,
      (entry, answer) => this.#takeOne(entry, answer),
      answers => this.#write(answers),
    )
  }

  #invalid(id: unknown, detail: string): Message {
    this.#options.report({ kind: 'invalid', detail })
    return invalidRequest(id, detail)
  }

  #refuseNoise(noise: Malformed): void {
    this.#options.report({ kind: 'noise', reason: noise.reason, detail: noise.detail })
    if (this.#options.answersNoise) this.#write(noiseRefusal(noise))
  }
}

function withParams(params: unknown): { readonly params?: unknown } {
  return params === undefined ? {} : { params }
}

function unsendable(error: unknown): ErrorObject {
  const why = error instanceof Error ? error.message : 'it cannot be written as JSON'
  return wireError('internal_error', `Not passed on: ${why}`, { reason: 'unsendable' })
}
