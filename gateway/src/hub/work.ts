/**
 * What is under way in a session, prompts and the agent's questions, and how it ends: by its agent, by somebody's wish,
 * or visibly without either.
 */

import type { Id } from '@parley/acp/jsonrpc'
import type { AgentLink } from './agent-link.js'
import type { Fields } from './fields.js'
import type { Inquiry } from './inquiry.js'
import { type Bereaved, failOpenCalls, sayLastWords } from './last-words.js'
import type { Lender } from './lender.js'
import { type Stage, Turns } from './turns.js'
import type { Viewer } from './viewer.js'
import { CANCEL_TURN_METHOD } from './words.js'

/** What work needs of its session. */
export interface Workplace extends Bereaved, Stage {
  readonly link: AgentLink | undefined
  readonly lender: Lender | undefined
}

export class Work {
  readonly turns: Turns
  readonly #session: Workplace
  readonly #inquiry: Inquiry
  readonly #waiting: (() => void)[] = []

  constructor(session: Workplace, inquiry: Inquiry) {
    this.#session = session
    this.#inquiry = inquiry
    this.turns = new Turns(session, () => this.rested())
  }

  get isBusy(): boolean {
    return this.turns.isBusy || this.#inquiry.size > 0
  }

  /** Whether people are asked something. */
  get isWaiting(): boolean {
    return this.#inquiry.asksPeople
  }

  /** Calls off the turn and what is in line, for whoever wishes it. */
  cancel(params: Fields, viewer?: Viewer): void {
    this.turns.clear()
    this.#stop(params, viewer)
  }

  /** The same for the gateway itself. */
  callOff(): void {
    this.cancel({ sessionId: this.#session.sessionId })
  }

  /** Calls off the turn of this request, while it is under way, and no other. */
  giveUp(viewer: Viewer, request: Id): void {
    if (this.turns.giveUp(viewer, request)) this.#stop({ sessionId: this.#session.sessionId }, viewer)
  }

  /** The agent cannot go on: what it worked on is over, in words that people can read. */
  abandon(notice: string): void {
    const wasWorking = this.turns.isBusy
    this.#inquiry.withdrawAll()
    this.#session.lender?.cancel()
    failOpenCalls(this.#session)
    if (wasWorking) sayLastWords(this.#session, notice)
    this.turns.abandon()
  }

  /** The same, and nobody need wait for what was not begun. */
  end(notice: string): void {
    this.turns.clear()
    this.abandon(notice)
  }

  /** Nothing of it can be kept any more, nor shown. */
  fail(): void {
    this.callOff()
    this.abandon('The session can be kept no more, and this turn ends.')
  }

  /** A turn may be over. */
  rested(): void {
    if (this.turns.isBusy) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Resolves when no turn is under way. */
  async untilRest(): Promise<void> {
    while (this.turns.isBusy) await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  #stop(params: Fields, viewer: Viewer | undefined): void {
    this.#session.link?.notify(CANCEL_TURN_METHOD, params)
    if (this.#session.answersEndTurns) this.#inquiry.cancelAll(viewer)
    this.#session.lender?.cancel()
  }
}
