/** The agent's questions in one session: put down, told to whoever may answer, answered once, and known to all others. */

import { RpcError } from '@parley/acp/jsonrpc'
import { reasonCodes } from '@parley/acp/protocol'
import { toEventId } from '@parley/acp/transport'
import type { AgentQuestion } from './agent-link.js'
import type { Answer, HubEvent, Settlement } from './event.js'
import { fieldOf } from './fields.js'
import type { Patience } from './patience.js'
import type { Presence } from './presence.js'
import { isForAll, type Question, Questions } from './questions.js'
import { refusal } from './refusal.js'
import { notify, render } from './render.js'
import type { Viewer } from './viewer.js'
import { ANSWERED_METHOD } from './words.js'

export const PERMISSION_METHOD = 'session/request_permission'
const MOST_OUTCOME_CHARACTERS = 512

/** What an inquiry needs of its session. */
export interface Asking {
  readonly sessionId: string
  record(event: HubEvent): number
  note(event: HubEvent): void
  isController(viewer: Viewer): boolean
}

/** A question that somebody has answered. */
export interface Answered {
  readonly isPermission: boolean
  /** What was chosen, where all may know it. */
  readonly outcome: unknown
}

type Passing = 'listens_to_nothing' | 'leaves'

interface End {
  readonly how: Settlement
  readonly answer: Answer
  readonly viewer?: Viewer | undefined
}

export class Inquiry {
  readonly #session: Asking
  readonly #presence: Presence
  readonly #questions: Questions
  #asked: Viewer | undefined
  /** Who was told last that it comes too late, and for which question. */
  readonly #toldOff = new WeakMap<Viewer, number>()
  /** Who was asked, and will not answer. */
  readonly #passed = new WeakMap<Question, WeakMap<Viewer, Passing>>()

  constructor(session: Asking, presence: Presence, patience: Patience) {
    this.#session = session
    this.#presence = presence
    this.#questions = new Questions(patience, question =>
      this.#end(question, { how: 'timeout', answer: nobody(question) }),
    )
  }

  get asksPeople(): boolean {
    return this.#questions.all.some(question => question.isForAll)
  }

  get size(): number {
    return this.#questions.size
  }

  at(seq: number): Question | undefined {
    return this.#questions.at(seq)
  }

  /** Resolves with the answer of whoever comes first. */
  ask({ method, params, kept = params, call }: AgentQuestion): Promise<unknown> {
    const isOpenToAll = isForAll(method)
    // Contents of files do not belong into the log.
    const logged = isOpenToAll ? { params: kept } : {}
    return new Promise((resolve, reject) => {
      const seq = this.#session.record({ type: 'question', method, isForAll: isOpenToAll, ...logged })
      const settle = (answer: Answer): void => {
        if ('result' in answer) resolve(answer.result)
        else reject(new RpcError(answer.error.code, answer.error.message, answer.error.data))
      }
      this.#questions.add({ seq, method, params, isForAll: isOpenToAll, settle })
      call.onCancel(() => this.#take(seq, { how: 'withdrawn', answer: WITHDRAWN }))
      this.watch()
    })
  }

  /**
   * The first answer counts, and is returned; whoever comes later, or may not answer, is told so. That a client has nobody who
   * listens is an answer only where nobody else is left; that it leaves is none.
   */
  answer(viewer: Viewer, seq: number, answer: Answer): Answered | undefined {
    const question = this.#questions.at(seq)
    if (question === undefined) return this.#tellOff(viewer, seq, 'already_answered')
    const wasAsked = question.isForAll ? viewer.canAnswer : this.#session.isController(viewer)
    if (!(wasAsked && viewer.isAttached)) return this.#tellOff(viewer, seq, 'permission_denied')
    const passing = question.isForAll ? passingOf(answer) : undefined
    // Said twice it is one word too many.
    if (passing !== undefined && !this.#isAble(viewer, question)) return undefined
    if (passing !== undefined && this.#passTo(question, viewer, passing)) return UNDECIDED
    if (passing === 'leaves') {
      this.#take(seq, { how: 'withdrawn', answer: nobody(question) })
      return UNDECIDED
    }
    this.#take(seq, { how: 'answered', answer, viewer })
    const { method } = question
    return { isPermission: method === PERMISSION_METHOD, outcome: outcomeOf(method, answer) }
  }

  /** Somebody has called the turn off: in version 1 its permissions are answered with it. */
  cancelAll(viewer?: Viewer): void {
    const how = viewer === undefined ? 'withdrawn' : 'answered'
    for (const question of this.#questions.all)
      if (question.isForAll) this.#take(question.seq, { how, answer: nobody(question), viewer })
  }

  /** The agent is gone. */
  withdrawAll(): void {
    for (const { seq } of this.#questions.all) this.#take(seq, { how: 'withdrawn', answer: WITHDRAWN })
  }

  /** For somebody who is, or may be, behind the places where they were asked. */
  retell(viewer: Viewer, until: number): void {
    for (const question of this.#questions.all) if (question.seq <= until) this.#tellAgain(viewer, question)
  }

  /** Somebody came or went: clocks run or stop, and a new controller hears what is asked of it. */
  watch(): void {
    const { controller, viewers } = this.#presence
    const people = viewers.filter(({ isPresent, canAnswer }) => isPresent && canAnswer)
    const hasPeople = (question: Question): boolean => people.some(each => this.#isAble(each, question))
    this.#questions.watch(question =>
      question.isForAll ? hasPeople(question) : controller?.isPresent === true,
    )
    if (controller === this.#asked) return
    this.#asked = controller
    for (const question of this.#questions.all)
      if (controller !== undefined && !question.isForAll && question.seq <= controller.cursor)
        this.#tellAgain(controller, question)
  }

  #isAble(viewer: Viewer, question: Question): boolean {
    return this.#passed.get(question)?.has(viewer) !== true
  }

  /**
   * This one does not answer: whether the question waits for anybody else, also for one whose network is down at the moment, or
   * for whoever comes. Of those who are left, ones that listen to nothing must not wait for ever for what they asked for.
   */
  #passTo(question: Question, viewer: Viewer, passing: Passing): boolean {
    const passed = this.#passed.get(question) ?? new WeakMap<Viewer, Passing>()
    this.#passed.set(question, passed.set(viewer, passing))
    this.watch()
    const left = this.#presence.viewers.filter(each => each.isAttached && each.canAnswer)
    if (left.some(each => !passed.has(each))) return true
    return !left.some(each => passed.get(each) === 'listens_to_nothing')
  }

  #tellAgain(viewer: Viewer, { seq, method, isForAll: isOpenToAll }: Question): void {
    const event = { type: 'question', method, isForAll: isOpenToAll } as const
    viewer.tellBeside(seq, () => render({ seq, event }, viewer))
  }

  #take(seq: number, end: End): void {
    const question = this.#questions.take(seq)
    if (question !== undefined) this.#end(question, end)
  }

  #end({ seq, method, isForAll: isOpenToAll, settle }: Question, { how, answer, viewer }: End): void {
    const outcome = how === 'answered' ? outcomeOf(method, answer) : undefined
    const [seat, by] = [viewer?.seat, viewer?.participant.name]
    // The agent need not wait for a log that has failed.
    this.#session.note({ type: 'answered', question: seq, how, isForAll: isOpenToAll, seat, by, outcome })
    settle(answer)
  }

  #tellOff(viewer: Viewer, seq: number, reason: string): undefined {
    // Whoever says it again and again is not told so each time: it may not even listen.
    if (!viewer.knowsUs || this.#toldOff.get(viewer) === seq) return undefined
    this.#toldOff.set(viewer, seq)
    const requestId = toEventId({ epoch: viewer.epoch, number: seq })
    const params = { sessionId: this.#session.sessionId, requestId, reason }
    viewer.tell(`late ${seq}`, () => notify({ method: ANSWERED_METHOD, params }))
    return undefined
  }
}

export const WITHDRAWN = refusal('request_cancelled', 'The question was withdrawn')

/** Nothing was chosen, and the question is still open. */
const UNDECIDED: Answered = { isPermission: false, outcome: undefined }

/**
 * Why it is no answer of anybody, if it is none: the client listens to nothing, and its transport said so in its place, or it
 * ends its connection. Code and reason must both say so: any other error is an answer, as from one that calls off a question
 * and stays.
 */
function passingOf(answer: Answer): Passing | undefined {
  if (!('error' in answer)) return undefined
  const { code, data } = answer.error
  const reason = fieldOf(data, 'reason')
  if (reason === 'client_leaves' && code === reasonCodes.request_cancelled) return 'leaves'
  return reason === 'no_listener' && code === reasonCodes.no_listener ? 'listens_to_nothing' : undefined
}

/** What the agent is told when nobody chose. */
export function nobody({ method, isForAll: isOpenToAll }: Question): Answer {
  if (method === PERMISSION_METHOD) return { result: { outcome: { outcome: 'cancelled' } } }
  if (isOpenToAll) return { result: { action: 'cancel' } }
  return refusal('timeout', 'The client that lends this is not there')
}

/** What all others may know of an answer: which option was chosen, never what was typed into a form. */
function outcomeOf(method: string, answer: Answer): unknown {
  if (method !== PERMISSION_METHOD || !('result' in answer)) return undefined
  const outcome = fieldOf(answer.result, 'outcome')
  return (JSON.stringify(outcome)?.length ?? 0) <= MOST_OUTCOME_CHARACTERS ? outcome : undefined
}
