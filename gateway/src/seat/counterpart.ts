/**
 * One client in the sessions that are held in the version it does not speak: a bridge, and a second seat behind it that speaks
 * theirs. The hub keeps one spelling of each session; what the client is told of it is kept here for when it comes back.
 */

import { DELIVERY_META, RESET_METHOD } from '@parley/acp/protocol'
import { bridgeBetween } from '@parley/acp/proxy'
import { type Listening, type Outlet, type Port, servedChannel } from '@parley/acp/transport'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, fieldsOf } from '../hub/fields.js'
import { answer as toAnswerText } from '../hub/render.js'
import { KEEP_META, SESSION_META } from '../hub/words.js'
import { FarEnd, type FarEndTerms } from './far-end.js'
import { MessageQueue } from './message-queue.js'
import { Retellings, type Said } from './retellings.js'
import { SecondPort } from './second-port.js'

/** The client, and how it is seated a second time. */
export interface CounterpartTerms extends FarEndTerms {
  readonly port: Port
  /** What it said when it came. */
  readonly opening: Fields
  /** Tells it what belongs to no session. */
  readonly tell: (text: string) => void
  readonly sit: (port: Port) => void
}

const CLOSED = 'too far behind'
/** Every client has a translation of its own, so little of each is kept: who comes back for more hears all of it again. */
const RETENTION = { events: 1_000, bytes: 256 * 1024 }
const NEVER = new Promise<void>(() => {})

export class Counterpart {
  /** What it is told of the agent there, which the client need not know. */
  readonly greeted: Promise<Answer>
  readonly #terms: CounterpartTerms
  readonly #incoming = new MessageQueue()
  readonly #port: Port
  readonly #end: FarEnd
  readonly #second: SecondPort
  readonly #name = `second-${globalThis.crypto.randomUUID()}-`
  // A session that is told again is not open on the far side before all of it was told.
  readonly #retellings = new Retellings(said => this.#bring(said))
  #last = 0
  #isOver = false
  #hasFailed = false

  constructor(terms: CounterpartTerms) {
    this.#terms = terms
    this.#port = this.#toPort(terms.port)
    this.#end = new FarEnd(servedChannel(this.#port, { retention: RETENTION }), terms)
    this.#second = new SecondPort({
      id: `${terms.port.id} second`,
      version: terms.version === 1 ? 2 : 1,
      isAtWork: sessionId => this.#end.isAtWork(sessionId),
      left: sessionId => this.#end.letGo(sessionId),
    })
    terms.sit(this.#second)
    this.#second.begin()
    void this.#port.onListen({ session: undefined, after: undefined, outlet: this.#ownOutlet() })
    bridgeBetween(this.#end, this.#second.channel)
    this.greeted = new Promise(resolve => {
      this.#request('initialize', openingOf(terms), answer => {
        // At once: whoever waits is told why, and not what is said to those who were never greeted.
        if ('error' in answer && !this.#isOver) this.#fail(answer)
        resolve(answer)
      })
    })
  }

  /** Whether the agent could not be had in that version. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** The client says this; what it asks is answered from here. */
  pass(said: Said): void {
    if (said.id !== undefined) this.#end.owe(said.id)
    if (!this.#retellings.holds(said)) this.#bring(said)
  }

  /** Asks in the client's place. */
  request(method: string, params: Fields): Promise<Answer> {
    return new Promise(resolve => this.#request(method, params, resolve))
  }

  /** Everything that happened in this session, once more. */
  replay(sessionId: string, cwd: string): Promise<Answer> {
    return this.#retellings.run(sessionId, () => this.#replay(sessionId, cwd))
  }

  /** Whether it was the answer to a question that was asked here. */
  settle(id: unknown, outcome: Fields): boolean {
    const question = this.#end.questionOf(id)
    if (question === undefined) return false
    this.#say({ ...outcome, id: question })
    return true
  }

  /** Who comes back for what is no longer kept, or was told by another gateway process, hears all of it again. */
  listen(sessionId: string, listening: Listening, cwd: string): ReturnType<Port['onListen']> {
    let isLost = false
    let isFirst = listening.after !== undefined
    const { outlet } = listening
    const watched: Outlet = {
      closed: outlet.closed,
      close: () => outlet.close(),
      write: (text, id) => {
        if (isFirst) isLost = fieldOf(JSON.parse(text), 'method') === RESET_METHOD
        isFirst = false
        return outlet.write(text, id)
      },
    }
    // Nothing is awaited: what the client says next must find that the session is being told again.
    const refused = this.#port.onListen({ ...listening, isKnown: true, outlet: watched })
    isFirst = false
    if (!isLost || this.#end.isAtWork(sessionId)) return refused
    void this.#retellings.run(sessionId, () => this.#beginAgain(sessionId, cwd))
    return refused
  }

  /** The client is gone. */
  close(): void {
    this.#isOver = true
    this.#incoming.end()
    void this.#second.close()
    void this.#end.close()
  }

  #request(method: string, params: Fields, settle: (answer: Answer) => void): void {
    const id = this.#name + ++this.#last
    this.#end.expect(id, settle)
    this.#say({ id, method, params })
  }

  #fail(answer: Answer): void {
    this.#hasFailed = true
    for (const id of this.#end.dropOwed()) this.#terms.tell(toAnswerText(id, answer))
  }

  #bring({ id, method, params }: Said): void {
    if (id !== undefined) this.#end.note(id, method, params)
    this.#say(id === undefined ? { method, params } : { id, method, params })
  }

  #say(message: object): void {
    void this.#incoming.put({ jsonrpc: '2.0', ...message }, JSON.stringify(message).length)
  }

  #replay(sessionId: string, cwd: string): Promise<Answer> {
    const place = { sessionId, cwd, mcpServers: [], _meta: { [KEEP_META]: true } }
    if (this.#terms.version === 1) return this.request('session/load', place)
    return this.request('session/resume', { ...place, replayFrom: { type: 'start' } })
  }

  #beginAgain(sessionId: string, cwd: string): Promise<Answer> {
    const reset = { jsonrpc: '2.0', method: RESET_METHOD, params: { sessionId } } as const
    if (!this.#isOver) void this.#end.send(reset, JSON.stringify(reset))
    return this.#replay(sessionId, cwd)
  }

  #toPort({ id, isResumable, announce }: Port): Port {
    const { port } = this.#terms
    return {
      ...{ id, isResumable, incoming: this.#incoming, onListen: () => 'unknown' },
      ...(announce === undefined ? {} : { announce: (session: string) => port.announce?.(session) }),
      close: async () => {
        if (!this.#isOver) await port.close(CLOSED)
      },
    }
  }

  #ownOutlet(): Outlet {
    const write = (text: string): undefined => {
      this.#terms.tell(text)
    }
    return { write, close: () => {}, closed: NEVER }
  }
}

/** In the version that was agreed on, from somebody who takes no numbers and knows the gateway's words: both is seen to here. */
function openingOf({ opening, version }: CounterpartTerms): Fields {
  const { [DELIVERY_META]: _, ...meta } = fieldsOf(opening._meta)
  return { ...opening, protocolVersion: version, _meta: { ...meta, [SESSION_META]: {} } }
}
