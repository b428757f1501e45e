/** What a client says within a session, in the order in which it says it: prompts, their cancelling, and all the rest. */

import type { Id } from '@parley/acp/jsonrpc'
import { sessionOf } from '@parley/acp/protocol'
import type { Answer } from '../hub/event.js'
import type { Fields } from '../hub/fields.js'
import { NO_SESSION, toAnswer } from '../hub/refusal.js'
import { CANCEL_TURN_METHOD, PROMPT_METHOD } from '../hub/words.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Attendance, Attended } from './attendance.js'
import { ENDING, NEEDS_ATTENDANCE } from './method-rules.js'
import type { Surroundings } from './surroundings.js'

/** A request of the client. */
export interface Call {
  readonly id: Id
  readonly method: string
  readonly params: Fields
}

/** What the desk needs of its seat. */
export interface DeskPlace {
  readonly attendance: Attendance
  readonly around: Surroundings
  answer(id: Id, answer: Answer): void
  connect(): Promise<Upstream>
}

const MOST_PROMPTS = 256

export class SessionDesk {
  readonly #seat: DeskPlace
  /** The sessions of prompts, by request, so that one can be called off by its id. */
  readonly #prompts = new Map<Id, Attended>()

  constructor(seat: DeskPlace) {
    this.#seat = seat
  }

  request(call: Call): void {
    this.#with(
      call.params,
      attended => this.#bring(call, attended),
      answer => this.#seat.answer(call.id, answer),
    )
  }

  notification(method: string, params: Fields): void {
    this.#with(
      params,
      ({ session, viewer }) => {
        if (!viewer.isAttached) return
        if (method === CANCEL_TURN_METHOD) session.cancel(params, viewer)
        else session.notify(method, params)
      },
      () => {},
    )
  }

  /** The client gives up a prompt by the id of its request. */
  callOff(id: Id): void {
    const attended = this.#prompts.get(id)
    attended?.session.giveUp(attended.viewer, id)
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

  #bring({ id, method, params }: Call, attended: Attended): void {
    const { session, viewer } = attended
    if (session.failure !== undefined) return this.#seat.answer(id, toAnswer(session.failure.error))
    // A session is open to those who opened it, loaded it or attached to it.
    if (NEEDS_ATTENDANCE.has(method) && !viewer.isAttached) return this.#seat.answer(id, NO_SESSION)
    const asked = { viewer, request: id, params, connect: () => this.#seat.connect() }
    if (method === PROMPT_METHOD) {
      this.#remember(id, attended)
      return session.prompt(asked)
    }
    void session.forward({ ...asked, method }).then(answer => this.#after(method, answer, attended))
  }

  async #after(method: string, answer: Answer, { session }: Attended): Promise<void> {
    if ('error' in answer) return
    const { around } = this.#seat
    if (ENDING.has(method)) session.putAway()
    if (method !== 'session/delete') return
    await around.sessions.delete(session).catch(around.report)
  }

  #remember(id: Id, attended: Attended): void {
    this.#prompts.set(id, attended)
    const [oldest] = this.#prompts.keys()
    if (this.#prompts.size > MOST_PROMPTS && oldest !== undefined) this.#prompts.delete(oldest)
  }
}
