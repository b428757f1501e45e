/** The agent's questions in one session: put down, told to whoever may answer, answered once, and known to all others. */

import { RpcError } from '@parley/acp/jsonrpc'
import { toEventId } from '@parley/acp/transport'
import type { AgentQuestion } from './agent-link.js'
import type { Answer, HubEvent, Settlement } from './event.js'
import { fieldOf } from './fields.js'
import type { Presence } from './presence.js'
import { isForAll, type Patience, type Question, Questions } from './questions.js'
import { refusal } from './refusal.js'
import { notify, render } from './render.js'
import type { Viewer } from './viewer.js'
import { ANSWERED_METHOD } from './words.js'

const PERMISSION_METHOD = 'session/request_permission'
const MOST_OUTCOME_CHARACTERS = 512

/** What an inquiry needs of its session. */
export interface Asking {
  readonly sessionId: string
  record(event: HubEvent): number
}

/** A question that somebody has answered. */
export interface Answered {
  readonly isPermission: boolean
  /** What was chosen, where all may know it. */
  readonly outcome: unknown
}

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

  constructor(session: Asking, presence: Presence, patience: Patience) {
    this.#session = session
    this.#presence = presence
    this.#questions = new Questions(patience, question =>
      this.#end(question, { how: 'timeout', answer: nobody(question) }),
    )
  }

  get size(): number {
    return this.#questions.size
  }

  at(seq: number): Question | undefined {
    return this.#questions.at(seq)
  }

  /** Resolves with the answer of whoever comes first. */
  ask({ method, params, call }: AgentQuestion): Promise<unknown> {
    const isOpenToAll = isForAll(method)
    // Contents of files do not belong into the log.
    const kept = isOpenToAll ? { params } : {}
    const seq = this.#session.record({ type: 'question', method, isForAll: isOpenToAll, ...kept })
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer): void => {
        if ('result' in answer) resolve(answer.result)
        else reject(new RpcError(answer.error.code, answer.error.message, answer.error.data))
      }
      this.#questions.add({ seq, method, params, isForAll: isOpenToAll, settle })
      call.onCancel(() => this.#take(seq, { how: 'withdrawn', answer: WITHDRAWN }))
      this.watch()
    })
  }

  /** The first answer counts, and is returned; whoever comes later, or may not answer, is told so. */
  answer(viewer: Viewer, seq: number, answer: Answer): Answered | undefined {
    const question = this.#questions.at(seq)
    if (question === undefined) return this.#tellOff(viewer, seq, 'already_answered')
    const { canAnswer, canWrite } = viewer.participant
    const mayAnswer = question.isForAll ? canAnswer : canWrite
    if (!mayAnswer) return this.#tellOff(viewer, seq, 'permission_denied')
    this.#take(seq, { how: 'answered', answer, viewer })
    const { method } = question
    return { isPermission: method === PERMISSION_METHOD, outcome: outcomeOf(method, answer) }
  }

  /** Somebody has called the turn off: in version 1 its permissions are answered with it. */
  cancelAll(viewer: Viewer): void {
    for (const question of this.#questions.all)
      if (question.isForAll) this.#take(question.seq, { how: 'answered', answer: nobody(question), viewer })
  }

  /** The agent is gone. */
  withdrawAll(): void {
    for (const { seq } of this.#questions.all) this.#take(seq, { how: 'withdrawn', answer: WITHDRAWN })
  }

  /** For somebody who comes behind the places where they were asked. */
  retell(viewer: Viewer, until: number): void {
    for (const { seq, method, isForAll: isOpenToAll } of this.#questions.all) {
      if (seq > until) continue
      const text = render({ seq, event: { type: 'question', method, isForAll: isOpenToAll } }, viewer)
      if (text !== undefined) viewer.tell(text)
    }
  }

  /** Somebody came or went: clocks run or stop, and a new controller hears what is asked of it. */
  watch(): void {
    const { controller, viewers } = this.#presence
    const hasPeople = viewers.some(({ isPresent, canAnswer }) => isPresent && canAnswer)
    this.#questions.watch(question => (question.isForAll ? hasPeople : controller?.isPresent === true))
    if (controller === this.#asked) return
    this.#asked = controller
    if (controller?.isPresent) this.#handOver(controller)
  }

  #handOver(controller: Viewer): void {
    for (const { seq, method, isForAll: isOpenToAll } of this.#questions.all) {
      if (isOpenToAll || seq > controller.cursor) continue
      const text = render({ seq, event: { type: 'question', method, isForAll: false } }, controller)
      if (text !== undefined) controller.tell(text)
    }
  }

  #take(seq: number, end: End): void {
    const question = this.#questions.take(seq)
    if (question !== undefined) this.#end(question, end)
  }

  #end({ seq, method, isForAll: isOpenToAll, settle }: Question, { how, answer, viewer }: End): void {
    const outcome = how === 'answered' ? outcomeOf(method, answer) : undefined
    const [seat, by] = [viewer?.seat, viewer?.participant.name]
    try {
      this.#session.record({ type: 'answered', question: seq, how, isForAll: isOpenToAll, seat, by, outcome })
    } catch {
      // The log has failed, and says so to everybody; the agent need not wait for it.
    }
    settle(answer)
  }

  #tellOff(viewer: Viewer, seq: number, reason: string): undefined {
    if (!viewer.knowsUs) return undefined
    const requestId = toEventId({ epoch: viewer.epoch, number: seq })
    const params = { sessionId: this.#session.sessionId, requestId, reason }
    viewer.tell(notify({ method: ANSWERED_METHOD, params }))
    return undefined
  }
}

const WITHDRAWN = refusal('request_cancelled', 'The question was withdrawn')

/** What the agent is told when nobody chose. */
function nobody({ method, isForAll: isOpenToAll }: Question): Answer {
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
