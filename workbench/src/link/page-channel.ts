/**
 * The channel of the page to one agent: says that it knows the gateway's words, takes a question back that somebody else has
 * answered, shows every message to whoever watches the wire, and lets people send messages of their own.
 */

import { CANCEL_METHOD, type Channel, type Delivery, type Outgoing } from '@parley/acp/jsonrpc'
import { ANSWERED_METHOD, KEEP_META, SESSION_META } from '@parley/acp/protocol'
import { ShownError } from '../state/shown-error.js'
import { withTime } from './entry-times.js'
import { type Fields, fieldsOf } from './fields.js'
import { type FarPerson, selfIn } from './gateway-words.js'
import { Inlet } from './inlet.js'
import { QuestionBook } from './question-book.js'

/** Told of every message as it passes on the wire. */
export type WireWatch = (to: 'agent' | 'client', message: unknown, bytes: number) => void

/** Stands for a folder that only the gateway knows. */
export const NOWHERE = '/'

export class PageChannel implements Channel {
  readonly incoming: Inlet
  readonly questions = new QuestionBook()
  /** Who we are there; known with the answer to the opening. */
  self: FarPerson | undefined
  readonly #channel: Channel
  readonly #watch: WireWatch
  /** Requests of the page that wait for an answer. */
  readonly #own = new Set<unknown>()
  readonly #byHand = new Set<unknown>()
  /** The highest number that the page gave a request. */
  #last = -1
  #opening: unknown

  constructor(channel: Channel, watch: WireWatch) {
    this.#channel = channel
    this.#watch = watch
    this.incoming = new Inlet(channel.incoming, delivery => this.#hear(delivery))
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    const fields = fieldsOf(message)
    const { id, method } = fields
    if (method === undefined && !this.questions.answered(id, fields.result)) return undefined
    if (method !== undefined && id !== undefined) this.#own.add(id)
    if (method !== undefined && typeof id === 'number') this.#last = Math.max(this.#last, id)
    const said = this.#said(fields)
    return said === undefined
      ? this.#pass(message, text)
      : this.#pass(said as unknown as Outgoing, JSON.stringify(said))
  }

  /** As it is. Throws where it would be taken for a message of the page itself. */
  sendByHand(message: Fields): Promise<void> | undefined {
    const { id, method } = message
    if (method === undefined) {
      if (!this.questions.takeByHand(id))
        throw new ShownError({
          message: 'Nobody waits for an answer under this id.',
          cure: 'Take the id of a request that has none yet.',
        })
      this.incoming.put({ jsonrpc: '2.0', method: CANCEL_METHOD, params: { requestId: id } })
    } else if (id !== undefined) {
      if (typeof id === 'number' && id > this.#last)
        throw new ShownError({
          message: 'The page itself counts its requests: this number comes later.',
          cure: 'Take a text for an id.',
        })
      if (this.#own.has(id) || this.#byHand.has(id))
        throw new ShownError({
          message: 'Another request with this id is not answered yet.',
          cure: 'Take another id.',
        })
      this.#byHand.add(id)
    }
    return this.#pass(message as unknown as Outgoing, JSON.stringify(message))
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  #pass(message: Outgoing, text: string): Promise<void> | undefined {
    const room = this.#channel.send(message, text)
    this.#watch('agent', message, text.length)
    return room
  }

  /** What is sent instead. */
  #said({ params, ...message }: Fields): Fields | undefined {
    if (message.method === 'initialize') {
      this.#opening = message.id
      return withMeta({ ...message, params }, SESSION_META, {})
    }
    if (message.method !== 'session/load' && message.method !== 'session/resume') return undefined
    // Where it works, and with which servers, was said by whoever began it.
    return withMeta({ ...message, params }, KEEP_META, true)
  }

  #hear({ messages, sizes }: Delivery): Delivery {
    const heard: unknown[] = []
    const weights: number[] = []
    for (const [index, message] of messages.entries()) {
      const size = sizes[index] ?? 0
      this.#watch('client', message, size)
      const told = withTime(message)
      for (const each of this.#heard(told)) {
        heard.push(each)
        weights.push(each === told ? size : 0)
      }
    }
    return { messages: heard, sizes: weights }
  }

  /** What the page gets to hear of it. */
  #heard(message: unknown): readonly unknown[] {
    const fields = fieldsOf(message)
    const { id, method, result } = fields
    if (method === undefined && id !== undefined) {
      if (this.#byHand.delete(id)) return []
      this.#own.delete(id)
      if (id === this.#opening) this.self = selfIn(result)
      return [message]
    }
    if (method === ANSWERED_METHOD) {
      const requestId = this.questions.settledElsewhere(fieldsOf(fields.params))
      if (requestId !== undefined)
        return [{ jsonrpc: '2.0', method: CANCEL_METHOD, params: { requestId } }, message]
    }
    const isTwice = id !== undefined && method !== undefined && !this.questions.asked(fields)
    return isTwice ? [] : [message]
  }
}

function withMeta({ params, ...message }: Fields, name: string, value: unknown): Fields {
  const fields = fieldsOf(params)
  return { ...message, params: { ...fields, _meta: { ...fieldsOf(fields._meta), [name]: value } } }
}
