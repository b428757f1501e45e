/**
 * What a bridge says to the client, on its way out: the answers to what was asked in the client's place stay here, questions get
 * back the ids by which their session knows them, and turns of others are told in words that the client's version has.
 */

import { CANCEL_METHOD, type Channel, type Delivery, type Id, type Outgoing } from '@parley/acp/jsonrpc'
import { sessionOf } from '@parley/acp/protocol'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, fieldsOf, isFields, metaOf } from '../hub/fields.js'
import { refusal } from '../hub/refusal.js'
import { PROMPT_METHOD, TURN_METHOD, UPDATE_METHOD } from '../hub/words.js'
import { isOurs } from '../upstream/agent-words.js'
import { answerIn, isClosing } from './message-parts.js'
import { QUESTION_META } from './second-port.js'

const MOST_QUESTIONS = 1_024

export interface FarEndTerms {
  /** The version that the client speaks. */
  readonly version: number
  /** Whether it knows what a gateway says beyond the protocol. */
  readonly knowsUs: boolean
  /** The client has its answer to this request. */
  readonly settled: (request: Id) => void
}

interface Question {
  /** What the bridge calls it. */
  readonly name: unknown
  readonly sessionId: string | undefined
}

export class FarEnd implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #channel: Channel
  readonly #terms: FarEndTerms
  /** What was asked in the client's place. */
  readonly #asked = new Map<unknown, (answer: Answer) => void>()
  /** What the client waits for. */
  readonly #owed = new Set<Id>()
  /** Prompts of the client that are not answered, and their sessions. */
  readonly #prompts = new Map<Id, string>()
  /** Open questions, by the ids that their sessions know them by. */
  readonly #questions = new Map<unknown, Question>()
  /** Sessions in which somebody else's turn runs. */
  readonly #turns = new Set<string>()
  #isOver = false

  constructor(channel: Channel, terms: FarEndTerms) {
    this.#channel = channel
    this.#terms = terms
    this.incoming = channel.incoming
  }

  isAtWork(sessionId: string): boolean {
    return [...this.#prompts.values()].includes(sessionId)
  }

  /** The client waits for an answer to this, wherever it is on its way. */
  owe(id: Id): void {
    this.#owed.add(id)
  }

  /** Nothing that the client waits for will come from here: what is answered later is for nobody. */
  dropOwed(): readonly Id[] {
    const owed = [...this.#owed]
    for (const id of owed) this.#settle(id)
    return owed
  }

  /** The client asks this. */
  note(id: Id, method: string, params: unknown): void {
    if (method === PROMPT_METHOD) this.#prompts.set(id, sessionOf(params) ?? '')
  }

  /** Whatever turn runs in this session, nothing more is heard of it. */
  letGo(sessionId: string): void {
    this.#turns.delete(sessionId)
  }

  /** What comes back under this id is not for the client. */
  expect(id: Id, settle: (answer: Answer) => void): void {
    if (this.#isOver) settle(GONE)
    else this.#asked.set(id, settle)
  }

  /** What the bridge calls this question; nothing where it asks no such thing. */
  questionOf(id: unknown): unknown {
    const question = this.#questions.get(id)
    this.#questions.delete(id)
    return question?.name
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    const said = fieldsOf(message)
    if (said.method === undefined) return this.#answer(said, text)
    if (said.id !== undefined) return this.#ask(said)
    if (said.method === CANCEL_METHOD) return this.#takeBack(said)
    if (said.method === TURN_METHOD) this.#turn(fieldsOf(said.params))
    if (isClosing(said)) this.letGo(sessionOf(said.params) ?? '')
    if (isOurs(String(said.method)) && !this.#terms.knowsUs) return undefined
    if (said.method === UPDATE_METHOD && this.#isTakenForIdle(said)) return this.#say(atWork(said))
    return this.#channel.send(message, text)
  }

  async close(): Promise<void> {
    this.#isOver = true
    for (const settle of this.#asked.values()) settle(GONE)
    this.#asked.clear()
    await this.#channel.close()
  }

  #answer(said: Fields, text: string): Promise<void> | undefined {
    const settle = this.#asked.get(said.id)
    this.#asked.delete(said.id)
    return settle === undefined ? this.#give(said, text) : void settle(answerIn(said))
  }

  #give(said: Fields, text: string): Promise<void> | undefined {
    const id = said.id as Id
    // An answer to nothing is to what nobody could read the id of.
    if (id !== null && !this.#owed.has(id)) return undefined
    if (id !== null) this.#settle(id)
    return this.#channel.send(said as unknown as Outgoing, text)
  }

  #settle(id: Id): void {
    this.#owed.delete(id)
    this.#prompts.delete(id)
    this.#terms.settled(id)
  }

  #ask(said: Fields): Promise<void> | undefined {
    const own = metaOf(said.params, QUESTION_META)
    if (own === undefined || !isFields(said.params)) return this.#say(said)
    const { _meta, ...params } = said.params
    const { [QUESTION_META]: _, ...rest } = fieldsOf(_meta)
    this.#questions.set(own, { name: said.id, sessionId: sessionOf(params) })
    const [oldest] = this.#questions.keys()
    if (this.#questions.size > MOST_QUESTIONS) this.#questions.delete(oldest)
    return this.#say({
      ...said,
      id: own,
      params: Object.keys(rest).length === 0 ? params : { ...params, _meta: rest },
    })
  }

  #takeBack(said: Fields): Promise<void> | undefined {
    const requestId = fieldOf(said.params, 'requestId')
    const [own, question] = [...this.#questions].find(([, { name }]) => name === requestId) ?? [requestId]
    const taken = { ...said, params: { requestId: own } }
    // It belongs behind the question, in the stream of the session.
    const routed = { ...taken, params: { requestId: own, sessionId: question?.sessionId } }
    return this.#channel.send(routed as unknown as Outgoing, JSON.stringify(taken))
  }

  /** In version 2 whoever takes part knows when the agent works, whoever prompted. */
  #turn({ sessionId, state, stopReason }: Fields): void {
    if (typeof sessionId !== 'string') return
    if (state === 'ended') this.#turns.delete(sessionId)
    else this.#turns.add(sessionId)
    if (this.#terms.version === 1) return
    const error = stopReason === 'error' ? FAILED : {}
    const change = state === 'ended' ? { state: 'idle', stopReason, ...error } : { state: 'running' }
    const params = { sessionId, update: { sessionUpdate: 'state_update', ...change } }
    void this.#say({ jsonrpc: '2.0', method: UPDATE_METHOD, params })
  }

  /** The bridge knows of no turns but the client's own. */
  #isTakenForIdle({ params }: Fields): boolean {
    const { sessionUpdate, state, stopReason } = fieldsOf(fieldOf(params, 'update'))
    if (sessionUpdate !== 'state_update' || state !== 'idle' || stopReason !== undefined) return false
    return this.#turns.has(sessionOf(params) ?? '')
  }

  #say(said: Fields): Promise<void> | undefined {
    return this.#channel.send(said as unknown as Outgoing, JSON.stringify(said))
  }
}

const GONE = refusal('request_cancelled', 'The connection is over')
const FAILED = refusal('internal_error', 'The turn ended with an error.')

function atWork(said: Fields): Fields {
  const params = fieldsOf(said.params)
  return { ...said, params: { ...params, update: { ...fieldsOf(params.update), state: 'running' } } }
}
