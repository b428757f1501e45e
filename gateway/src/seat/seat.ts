/**
 * One client's connection: reads what it says and greets it, lets it listen, and tells it what belongs to no session. Where
 * the rest of what it says belongs is not known here. Methods that nobody knows pass through as they are.
 */

import { createHash } from 'node:crypto'
import { type Id, isRpcError, Malformed } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { Listening, ListeningRefusal, Port } from '@parley/acp/transport'
import type { AgentQuestion } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldsOf, isFields } from '../hub/fields.js'
import { isForAll } from '../hub/questions.js'
import { refusal, toAnswer } from '../hub/refusal.js'
import { notify, answer as toAnswerText } from '../hub/render.js'
import type { Owner } from '../hub/sessions.js'
import type { Participant } from '../hub/viewer.js'
import { within } from '../hub/within.js'
import { absent, toWelcome } from '../upstream/greeting.js'
import type { Upstream } from '../upstream/upstream.js'
import { withOthers } from './agent-list.js'
import { Attendance, type Attendant } from './attendance.js'
import { maySee, mayStart, type SeatCaller, toRole } from './caller.js'
import { Contact, type Visitor } from './contact.js'
import { Elsewhere, type SeatPlace } from './elsewhere.js'
import { Errands } from './errands.js'
import { frameFlaw, idOf } from './message-parts.js'
import { OwnQuestions } from './own-questions.js'
import { OwnStream } from './own-stream.js'
import type { Surroundings } from './surroundings.js'
import { traced } from './trace.js'
import { UnderWay } from './under-way.js'

export class Seat implements Visitor, Attendant {
  /** Resolves when the client is gone. */
  readonly ended: Promise<void>
  readonly owner: Owner
  readonly caller: SeatCaller
  readonly around: Surroundings
  readonly attendance: Attendance
  readonly elsewhere: Elsewhere
  readonly #place: SeatPlace
  readonly #contact: Contact
  readonly #port: Port
  readonly #name: string
  readonly #own: OwnStream
  readonly #errands: Errands
  readonly #underWay: UnderWay
  readonly #questions: OwnQuestions
  readonly #greeted: Promise<void>
  #greet: () => void = () => {}

  constructor(place: SeatPlace, around: Surroundings) {
    const { port, caller, agent } = place
    this.#place = place
    this.caller = caller
    this.around = around
    this.owner = { principal: caller.principal, agent }
    this.#port = port
    const isResumable = port.isResumable ?? true
    const onPresence = (): void => this.#questions.watch()
    this.#own = new OwnStream({ isResumable, onPresence, onGap: () => void port.close('too far behind') })
    this.#questions = new OwnQuestions(this.#own, around.patience)
    // The id of a connection is what its client is known by: logs hold another name.
    this.#name = createHash('sha256').update(port.id).digest('hex').slice(0, 16)
    this.#underWay = new UnderWay(caller.allowance?.hold)
    this.#contact = new Contact(this, place.isSecond === true)
    this.attendance = new Attendance(around, this.owner, this)
    this.elsewhere = new Elsewhere({
      ...{ place, contact: this.#contact, underWay: this.#underWay, tell: text => this.#own.write(text) },
      sit: second => void new Seat(second, around),
    })
    const [contact, underWay, questions] = [this.#contact, this.#underWay, this.#questions]
    this.#errands = new Errands({ seat: this, contact, underWay, questions })
    this.#greeted = new Promise(resolve => {
      this.#greet = resolve
    })
    port.onListen = listening => this.#listen(listening)
    this.ended = this.#read()
  }

  get protocol(): number {
    return this.#contact.protocol
  }

  connect(): Promise<Upstream> {
    return this.#contact.connect()
  }

  /** What the agent says that belongs to no session. */
  tell(method: string, params: unknown): void {
    this.#own.write(notify({ method, params }))
  }

  /** The same in the gateway's own words, to a client that knows them. */
  tellOwn(method: string, params: object): void {
    if (this.#contact.knowsUs) this.tell(method, params)
  }

  /** Whether what this asks is for it to answer: people by leave to answer for them, machines by leave to write. */
  mayAnswer(method: string): boolean {
    return this.caller.scopes.has(isForAll(method) ? 'permission.answer' : 'session.write')
  }

  ask(question: AgentQuestion): Promise<unknown> {
    if (this.mayAnswer(question.method)) return this.#questions.ask(question)
    return Promise.reject(rpcError('permission_denied', 'This client may not answer'))
  }

  maySee(sessionId: string): boolean {
    return maySee(this.caller, sessionId)
  }

  announce(sessionId: string): void {
    this.#port.announce?.(sessionId)
  }

  attached(sessionId: string): void {
    this.around.note({ what: 'attached', caller: this.caller, sessionId })
  }

  /** An answer that goes where no session is. */
  answer(id: Id, answer: Answer): void {
    this.#own.write(toAnswerText(id, answer))
  }

  close(reason: string): Promise<void> {
    return this.#port.close(reason)
  }

  /** Resolves when no request of the client is under way; of prompts their sessions know. */
  untilIdle(): Promise<void> {
    return this.#underWay.untilIdle()
  }

  /** There is no time left: whoever waits for an answer is told so. */
  callOff(): void {
    this.#underWay.callOffAll()
  }

  get participant(): Participant {
    const [tell, ask] = [this.#own.write.bind(this.#own), this.ask.bind(this)]
    const { knowsUs } = this.#contact
    const canLend = this.#place.isSecond !== true
    return { ...toRole(this.caller), seat: this.#name, knowsUs, canLend, tell, ask }
  }

  async #read(): Promise<void> {
    try {
      for await (const { messages, sizes } of this.#port.incoming)
        for (const [index, message] of messages.entries()) {
          const opening = this.#take(message, sizes[index] ?? 0)
          // What follows the opening was said to an agent that is there.
          if (opening !== undefined) await opening
        }
      // A server that is about to stop hears nothing more, and tells what is owed.
      if (this.#port.isClosed === false) await this.#finish()
    } catch (error) {
      this.around.report(error)
      // Nobody reads it any more: what is owed is no reason to stay, for it may be owed for ever.
      void this.#port.close('internal_error')
    }
    this.#contact.leave()
    this.elsewhere.close()
    this.#underWay.leave()
    this.#questions.close()
    this.attendance.leaveAll()
    this.#own.close()
  }

  async #finish(): Promise<void> {
    await within(this.around.patience.agents, this.untilIdle())
    await this.attendance.untilRest()
    await this.#port.close('the gateway is closing')
  }

  #take(message: unknown, bytes: number): Promise<void> | undefined {
    if (message instanceof Malformed)
      return this.#refuse(
        null,
        toAnswer(rpcError(message.reason === 'not_utf8' ? 'parse_error' : message.reason, message.detail)),
      )
    if (!isFields(message)) return this.#refuse(null, refusal('invalid_request', 'One message at a time'))
    const { method } = message
    const id = idOf(message.id)
    if (typeof method !== 'string') return void this.#errands.answer(message)
    const flaw = frameFlaw(message)
    if (flaw !== undefined) return this.#refuse(id ?? null, refusal('invalid_request', flaw))
    const params = fieldsOf(message.params)
    if (message.id === undefined) return void this.#errands.notify(method, params)
    if (id === undefined) return this.#refuse(null, refusal('invalid_request', 'The id cannot be used'))
    if (method === 'initialize') return this.#initialize(id, params)
    if (this.#contact.greeting === undefined)
      return this.#refuse(id, refusal('invalid_request', 'initialize comes first'))
    // What nobody here knows passes as it is.
    const call = { id, method, params: method.startsWith('_') ? params : traced(params) }
    return void this.#errands.request(call, bytes)
  }

  #refuse(id: Id, answer: Answer): undefined {
    this.answer(id, answer)
    return undefined
  }

  async #initialize(id: Id, params: Fields): Promise<void> {
    if (this.#contact.greeting !== undefined)
      return this.answer(id, refusal('invalid_request', 'initialize comes once'))
    try {
      const said = this.#contact.greet(traced(params))
      this.#greet()
      const connected = this.connect()
      const { greeting } = await (mayStart(this.caller) ? connected : connected.catch(() => absent(said)))
      const welcomed = { ...this.participant, connectionId: this.#port.id }
      this.answer(id, { result: toWelcome(fieldsOf(greeting), said, welcomed) })
    } catch (error) {
      const { knowsUs } = this.#contact
      this.#contact.forget()
      this.answer(id, knowsUs ? withOthers(toAnswer(error), this) : toAnswer(error))
    }
  }

  #listen(listening: Listening): Promise<ListeningRefusal | undefined> | ListeningRefusal | undefined {
    const { session } = listening
    if (session === undefined) return this.#own.listen(listening)
    // What a client is told, and how, depends on its opening: who comes back may listen before that was read.
    const refusal =
      this.#contact.greeting === undefined
        ? this.#greeted.then(() => this.attendance.listen(session, listening))
        : this.attendance.listen(session, listening)
    if (typeof refusal !== 'object') return refusal
    return refusal.catch(error => {
      // What was said to the client is no trouble here.
      if (!isRpcError(error)) this.around.report(error)
      return 'unknown'
    })
  }
}
