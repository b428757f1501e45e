/**
 * The port of a second seat, behind a bridge: listens to every session by itself. To the bridge it is an agent that speaks
 * one version only. Questions carry their ids with them, so that on the far side they are called by the same.
 */

import { CANCEL_METHOD, type Channel, type Delivery, type Id, type Outgoing } from '@parley/acp/jsonrpc'
import { reasonCodes, sessionOf } from '@parley/acp/protocol'
import type { Outlet, Port } from '@parley/acp/transport'
import { type Fields, fieldOf, fieldsOf, isFields } from '../hub/fields.js'
import { ANSWERED_METHOD, PROMPT_METHOD, QUEUE_META, TURN_METHOD, UPDATE_METHOD } from '../hub/words.js'
import { isClosing } from './message-parts.js'
import { MessageQueue } from './message-queue.js'

/** In `_meta` of a question on its way through the bridge: the id that the session knows it by. */
export const QUESTION_META = 'parley.dev/question'

const MOST_SETTLED = 1_024

export interface SecondPortTerms {
  readonly id: string
  /** The version that is spoken here. */
  readonly version: number
  /** Whether the client waits for the end of a turn of its own in this session. */
  readonly isAtWork: (sessionId: string) => boolean
  /** Nothing more is told in this session, whatever was under way there. */
  readonly left: (sessionId: string) => void
}

export class SecondPort implements Port {
  readonly id: string
  readonly isResumable = false
  readonly incoming: AsyncIterable<Delivery>
  readonly channel: Channel
  onListen: Port['onListen'] = () => 'unknown'
  isClosed = false
  readonly #terms: SecondPortTerms
  readonly #heard = new MessageQueue()
  readonly #said = new MessageQueue()
  readonly #outlets = new Set<() => void>()
  /** Questions that are over: what is answered to them now is for nobody. */
  readonly #settled = new Set<unknown>()
  /** Sessions whose agent said that it works (version 2). */
  readonly #working = new Set<string>()

  constructor(terms: SecondPortTerms) {
    this.id = terms.id
    this.#terms = terms
    this.incoming = this.#heard
    this.channel = {
      incoming: this.#said,
      send: (message, text) => this.#hear(message, text.length),
      close: () => this.close(),
    }
  }

  /** Somebody sits here now. */
  begin(): void {
    void this.onListen({ session: undefined, after: undefined, outlet: this.#outlet() })
  }

  announce(session: string): void {
    const outlet = this.#outlet()
    void outlet.closed.then(() => this.#leave(session))
    void this.onListen({ session, after: undefined, outlet })
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const close of [...this.#outlets]) close()
    this.#heard.end()
    this.#said.end()
  }

  #outlet(): Outlet {
    let end = (): void => {}
    const closed = new Promise<void>(resolve => {
      end = resolve
    })
    const close = (): void => {
      this.#outlets.delete(close)
      end()
    }
    this.#outlets.add(close)
    return { closed, close, write: text => this.#tell(JSON.parse(text), text.length) }
  }

  #hear(message: Outgoing, size: number): Promise<void> | undefined {
    const { id, method, params } = fieldsOf(message)
    if (method === undefined && this.#settled.delete(id)) return undefined
    if (method === 'initialize' && fieldOf(params, 'protocolVersion') !== this.#terms.version)
      return this.#refuse(id as Id)
    if (method !== PROMPT_METHOD || this.#terms.version !== 1) return this.#heard.put(message, size)
    // In version 2 whoever prompts while somebody else's turn runs is not refused.
    return this.#heard.put({ ...message, params: withMeta(params, QUEUE_META, true) }, size)
  }

  #refuse(id: Id): undefined {
    const { version } = this.#terms
    const data = { reason: 'unsupported_protocol_version', supported: [version] }
    const error = {
      code: reasonCodes.unsupported_protocol_version,
      message: `Only version ${version} is spoken here`,
      data,
    }
    void this.#said.put({ jsonrpc: '2.0', id, error }, 0)
    return undefined
  }

  #tell(message: Fields, size: number): Promise<void> | undefined {
    const { id, method, params } = message
    if (method === undefined) return this.#said.put(message, size)
    if (id !== undefined)
      return this.#said.put({ ...message, params: withMeta(params, QUESTION_META, id) }, size)
    if (method === ANSWERED_METHOD) this.#settle(fieldOf(params, 'requestId'))
    const room = this.#said.put(message, size)
    if (isClosing(message)) this.#working.delete(sessionOf(params) ?? '')
    if (method === UPDATE_METHOD) this.#watch(sessionOf(params) ?? '', fieldOf(params, 'update'))
    return room
  }

  /** Whoever was asked, too, need not answer any more. */
  #settle(requestId: unknown): void {
    this.#settled.add(requestId)
    const [oldest] = this.#settled
    if (this.#settled.size > MOST_SETTLED) this.#settled.delete(oldest)
    this.#notify(CANCEL_METHOD, { requestId })
  }

  /** A client of version 1 has no word for what its agent does, but for the answers to its own prompts. */
  #watch(sessionId: string, update: unknown): void {
    const { sessionUpdate, state, stopReason } = fieldsOf(update)
    if (sessionUpdate !== 'state_update') return
    if (state !== 'idle') return void this.#working.add(sessionId)
    if (!this.#working.delete(sessionId) || this.#terms.isAtWork(sessionId)) return
    this.#notify(TURN_METHOD, { sessionId, state: 'ended', stopReason })
  }

  #leave(sessionId: string): void {
    this.#working.delete(sessionId)
    this.#terms.left(sessionId)
  }

  #notify(method: string, params: object): void {
    void this.#said.put({ jsonrpc: '2.0', method, params }, 0)
  }
}

function withMeta(params: unknown, name: string, value: unknown): unknown {
  return isFields(params) ? { ...params, _meta: { ...fieldsOf(params._meta), [name]: value } } : params
}
