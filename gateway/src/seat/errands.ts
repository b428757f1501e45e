/** What a client says once it was greeted, brought where it belongs: to a session, to the agent, or to a question that waits. */

import { CANCEL_METHOD, type Cancellation } from '@parley/acp/jsonrpc'
import { sessionOf } from '@parley/acp/protocol'
import type { AgentQuestion } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { type Fields, withoutOwnMeta } from '../hub/fields.js'
import { refusal, toAnswer } from '../hub/refusal.js'
import { AGENTS_METHOD, LIST_METHOD } from '../hub/words.js'
import { listAgents } from './agent-list.js'
import type { Contact } from './contact.js'
import type { Opening } from './making.js'
import { answerIn, idOf } from './message-parts.js'
import { CHANGING, isOfSession, isOnlyAsked, isOpener } from './method-rules.js'
import { openSession } from './opening.js'
import type { OwnQuestions } from './own-questions.js'
import { flawOf } from './permit.js'
import { type Call, type DeskPlace, SessionDesk } from './session-desk.js'
import { listSessions, ownSessions } from './session-list.js'
import type { UnderWay } from './under-way.js'

/** The seat that sends them. */
export interface Sender {
  readonly seat: DeskPlace & Opening
  readonly contact: Contact
  readonly underWay: UnderWay
  readonly questions: OwnQuestions
}

export class Errands {
  readonly #seat: Sender['seat']
  readonly #contact: Contact
  readonly #underWay: UnderWay
  readonly #questions: OwnQuestions
  readonly #desk: SessionDesk

  constructor({ seat, contact, underWay, questions }: Sender) {
    this.#seat = seat
    this.#contact = contact
    this.#underWay = underWay
    this.#questions = questions
    this.#desk = new SessionDesk(seat, underWay)
  }

  /** Nothing is awaited on the way to a session that is known: what a client says stays in order. */
  request(call: Call, bytes: number): void {
    const { id, method, params } = call
    // Said again by a client that could not know whether it arrived.
    if (this.#underWay.has(id)) return
    const flaw = flawOf(this.#seat.caller, method, params)
    if (flaw !== undefined) return this.#seat.answer(id, flaw)
    const cancellation = this.#underWay.begin(id, { bytes, isLasting: CHANGING.has(method) })
    if (cancellation === undefined) return this.#seat.answer(id, refusal('rate_limited', 'Too many requests'))
    if (sessionOf(params) !== undefined && isOfSession(method)) return this.#desk.request(call, cancellation)
    const settle = (answer: Answer | undefined): void => {
      if (answer === undefined) return
      this.#seat.answer(id, answer)
      this.#underWay.end(id)
    }
    void this.#work(call, cancellation).catch(toAnswer).then(settle)
  }

  notify(method: string, params: Fields): void {
    if (method === CANCEL_METHOD) return this.#callOff(params.requestId)
    if (this.#contact.greeting === undefined) return
    const { caller } = this.#seat
    // There is no answer in which to say so: it costs a request more, as other waste does.
    if (isOnlyAsked(method) || flawOf(caller, method, params) !== undefined)
      return caller.allowance?.wasted?.()
    if (sessionOf(params) !== undefined) this.#desk.notification(method, params)
    else this.#contact.notify(method, withoutOwnMeta(params))
  }

  answer({ id, result, error }: Fields): void {
    const { attendance, elsewhere, caller, around } = this.#seat
    const answer = answerIn({ result, error })
    const own = typeof id === 'string' ? id : ''
    if (this.#questions.settle(own, answer) || elsewhere.settle(id, { result, error })) return
    const attended = attendance.ofEvent(own)
    const settled = attended?.session.answer(attended.viewer, attended.seq, answer)
    // What answers nothing is not the agent's doing, and costs as much as a request.
    if (attended === undefined || settled === undefined) return caller.allowance?.wasted?.()
    if (!settled.isPermission) return
    const [{ sessionId }, { outcome }] = [attended.session, settled]
    around.note({ what: 'permission_answered', caller, sessionId, outcome })
  }

  /** Nothing where the client gets its answer from elsewhere. */
  async #work({ id, method, params }: Call, cancellation: Cancellation): Promise<Answer | undefined> {
    const seat = this.#seat
    if (isOpener(method)) return await openSession(seat, { id, method, params, cancellation })
    if (method === AGENTS_METHOD) return listAgents(seat)
    if (method === LIST_METHOD) return await ownSessions(seat, params)
    if (method === 'session/list') return await listSessions(seat, { params, cancellation })
    const upstream = await seat.connect()
    const asker = { request: id, ask: (question: AgentQuestion) => seat.ask(question) }
    return await upstream.request(method, withoutOwnMeta(params), { cancellation, asker })
  }

  #callOff(requestId: unknown): void {
    const id = idOf(requestId)
    if (id === undefined) return
    this.#underWay.callOff(id)
    this.#desk.callOff(id)
    this.#seat.elsewhere.notify(CANCEL_METHOD, { requestId })
  }
}
