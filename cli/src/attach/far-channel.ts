/**
 * A channel to a gateway, for a client that takes part in its sessions: says that it knows the gateway's words, asks for
 * sessions as the gateway keeps them, and takes a question back that somebody else has answered.
 */

import { CANCEL_METHOD, type Channel, type Delivery, type Id, type Outgoing } from '@parley/acp/jsonrpc'
import { ANSWERED_METHOD, KEEP_META, SESSION_META } from '@parley/acp/protocol'
import { isObject, type JsonObject } from '../json-object.js'
import { type FarPerson, fieldsOf, selfIn } from './far-words.js'
import { QuestionBook } from './question-book.js'

export class FarChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly questions = new QuestionBook()
  /** Who we are there; known with the answer to the opening. */
  self: FarPerson | undefined
  readonly #channel: Channel
  #opening: Id | undefined

  constructor(channel: Channel) {
    this.#channel = channel
    this.incoming = this.#translate(channel.incoming)
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    const said = this.#said(message)
    return said === undefined
      ? this.#channel.send(message, text)
      : this.#channel.send(said, JSON.stringify(said))
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  /** What is sent instead. */
  #said(message: Outgoing): Outgoing | undefined {
    if (!isObject(message)) return undefined
    const { id, method, params } = message
    if (method === 'initialize' && (typeof id === 'string' || typeof id === 'number')) {
      this.#opening = id
      const { _meta, ...rest } = fieldsOf(params)
      return { ...message, params: { ...rest, _meta: { ...fieldsOf(_meta), [SESSION_META]: {} } } }
    }
    if (method === 'session/load') {
      // Which servers the agent uses was said by whoever opened it, and where it works.
      const { _meta, ...rest } = fieldsOf(params)
      return { ...message, params: { ...rest, _meta: { ...fieldsOf(_meta), [KEEP_META]: true } } }
    }
    if (method === undefined) this.questions.answered(id, message.result)
    return undefined
  }

  async *#translate(incoming: AsyncIterable<Delivery>): AsyncGenerator<Delivery> {
    for await (const { messages, sizes } of incoming) {
      const heard: unknown[] = []
      const weights: number[] = []
      for (const [index, message] of messages.entries()) {
        const taken = isObject(message) ? this.#hear(message) : [message]
        for (const each of taken) {
          heard.push(each)
          weights.push(each === taken.at(-1) ? (sizes[index] ?? 0) : 0)
        }
      }
      yield { messages: heard, sizes: weights }
    }
  }

  #hear(message: JsonObject): readonly unknown[] {
    const { id, method, result } = message
    if (method === undefined && id !== undefined && id === this.#opening)
      return [this.#greeted(message, result)]
    if (method === ANSWERED_METHOD) {
      const requestId = this.questions.settledElsewhere(fieldsOf(message.params))
      if (requestId !== undefined)
        return [{ jsonrpc: '2.0', method: CANCEL_METHOD, params: { requestId } }, message]
    }
    this.questions.asked(message)
    return [message]
  }

  /** The gateway keeps every session and tells it again, whatever its agent can do. */
  #greeted(message: JsonObject, result: unknown): JsonObject {
    this.self = selfIn(result)
    const { agentCapabilities } = fieldsOf(result)
    if (this.self === undefined || !isObject(agentCapabilities)) return message
    return {
      ...message,
      result: { ...fieldsOf(result), agentCapabilities: { ...agentCapabilities, loadSession: true } },
    }
  }
}
