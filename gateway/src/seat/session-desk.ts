/** What a client says within a session, in the order in which it says it: prompts, their cancelling, and all the rest. */

import type { Cancellation, Id } from '@parley/acp/jsonrpc'
import { sessionOf } from '@parley/acp/protocol'
import type { Answer } from '../hub/event.js'
import { type Fields, withoutOwnMeta } from '../hub/fields.js'
import { forward } from '../hub/forwarding.js'
import { NO_SESSION, refusal, toAnswer } from '../hub/refusal.js'
import type { SharedSession } from '../hub/shared-session.js'
import { CANCEL_TURN_METHOD, LABEL_METHOD, PROMPT_METHOD } from '../hub/words.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Attendance, Attended } from './attendance.js'
import type { SeatCaller } from './caller.js'
import { deleteSession, deleteUnknown } from './deletion.js'
import type { Elsewhere } from './elsewhere.js'
import { noteEnding } from './endings.js'
import { labelSession } from './labelling.js'
import { CHANGING, ENDING, LENT, NEEDS_ATTENDANCE, RELISTING } from './method-rules.js'
import type { Surroundings } from './surroundings.js'
import type { UnderWay } from './under-way.js'

/** A request of the client. */
export interface Call {
  readonly id: Id
  readonly method: string
  readonly params: Fields
}

/** What the desk needs of its seat. */
export interface DeskPlace {
  readonly attendance: Attendance
  readonly elsewhere: Elsewhere
  readonly around: Surroundings
  readonly caller: SeatCaller
  answer(id: Id, answer: Answer): void
  connect(): Promise<Upstream>
}

const MOST_PROMPTS = 256
const NOT_LENT = refusal('method_not_found', 'This gateway lends no files and no terminals')

export class SessionDesk {
  readonly #seat: DeskPlace
  readonly #underWay: UnderWay
  /** The sessions of prompts, by request, so that one can be called off by its id. */
  readonly #prompts = new Map<Id, Attended>()

  constructor(seat: DeskPlace, underWay: UnderWay) {
    this.#seat = seat
    this.#underWay = underWay
  }

  request(call: Call, cancellation: Cancellation): void {
    this.#with(
      call.params,
      attended => this.#bring(call, attended, cancellation),
      answer => this.#missed(call, answer),
    )
  }

  notification(method: string, params: Fields): void {
    this.#with(
      params,
      ({ session, viewer }) => {
        if (this.#seat.attendance.isElsewhere(session)) return this.#seat.elsewhere.notify(method, params)
        if (!viewer.isAttached) return
        if (method === CANCEL_TURN_METHOD) session.work.cancel(withoutOwnMeta(params), viewer)
        else session.notify(method, params)
      },
      () => {},
    )
  }

  /** The client gives up a prompt by the id of its request. */
  callOff(id: Id): void {
    const attended = this.#prompts.get(id)
    attended?.session.work.giveUp(attended.viewer, id)
  }

  /** At once where the session is known; else behind everything that waits for it to be found. */
  #with(params: Fields, run: (attended: Attended) => void, refuse: (answer: Answer) => void): void {
    const sessionId = sessionOf(params) ?? ''
    const known = this.#seat.attendance.known(sessionId)
    if (known !== undefined) return run(known)
    this.#seat.attendance.find(sessionId).then(
      attended => (attended === undefined ? refuse(NO_SESSION) : run(attended)),
      error => refuse(toAnswer(error)),
    )
  }

  #bring({ id, method, params }: Call, attended: Attended, cancellation: Cancellation): void {
    const { session, viewer } = attended
    if (this.#seat.attendance.isElsewhere(session)) return this.#passOn({ id, method, params }, session)
    if (session.failure !== undefined) return this.#refuse(id, toAnswer(session.failure.error))
    // A session is open to those who opened it, loaded it or attached to it.
    if (NEEDS_ATTENDANCE.has(method) && !viewer.isAttached) return this.#refuse(id, NO_SESSION)
    const { hold } = this.#seat.around
    const asked = { viewer, request: id, params, hold, connect: () => this.#seat.connect() }
    if (method === PROMPT_METHOD) {
      this.#underWay.end(id)
      this.#remember(id, attended)
      return session.prompt(asked)
    }
    const settle = (): void => this.#underWay.end(id)
    if (LENT.has(method)) return void this.#serve({ id, method, params }, session).then(settle)
    if (method === LABEL_METHOD)
      return void labelSession(this.#seat, { id, method, params }, session).then(settle)
    if (method === 'session/delete')
      return void deleteSession(this.#seat, { id, method, params }, session).then(settle)
    const deadline = CHANGING.has(method) ? this.#seat.around.patience.agents : undefined
    const done = forward(session, { ...asked, method, cancellation, deadline }).then(answer => {
      settle()
      this.#after(method, answer, attended)
    })
    if (ENDING.has(method)) noteEnding(session, done)
  }

  #passOn({ id, method, params }: Call, session: SharedSession): void {
    try {
      this.#seat.elsewhere.pass({ id, method, params }, session)
    } catch (error) {
      this.#refuse(id, toAnswer(error))
    }
  }

  /** Answered outside of the session: what stands in files does not belong into its log. */
  async #serve({ id, method, params }: Call, { lender }: SharedSession): Promise<void> {
    const { principal, name } = this.#seat.caller
    const answer = lender?.serve({ method, params, by: { principal, name } }).then(result => ({ result }))
    this.#seat.answer(id, (await answer?.catch(toAnswer)) ?? NOT_LENT)
  }

  /** What is not there cannot be used; but it can be deleted. */
  #missed(call: Call, answer: Answer): void {
    if (answer !== NO_SESSION || call.method !== 'session/delete') return this.#refuse(call.id, answer)
    const deleted = deleteUnknown(this.#seat, call).catch(toAnswer)
    void deleted.then(each => this.#refuse(call.id, each))
  }

  #refuse(id: Id, answer: Answer): void {
    this.#seat.answer(id, answer)
    this.#underWay.end(id)
  }

  #after(method: string, answer: Answer, attended: Attended): void {
    if ('error' in answer) return
    const { session } = attended
    if (ENDING.has(method)) {
      session.putAway()
      noteEnding(attended.viewer, this.#seat.attendance.leave(attended))
    }
    const { sessionId } = session
    if (RELISTING.has(method)) this.#seat.around.tellAll(sessionId, LABEL_METHOD, { sessionId })
  }

  #remember(id: Id, attended: Attended): void {
    this.#prompts.set(id, attended)
    const [oldest] = this.#prompts.keys()
    if (this.#prompts.size > MOST_PROMPTS && oldest !== undefined) this.#prompts.delete(oldest)
  }
}
