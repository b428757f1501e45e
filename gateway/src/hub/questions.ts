/** What the agent asked and nobody has answered yet. The first answer counts; without anybody to ask, a question ends. */

import type { Answer } from './event.js'
import type { Patience } from './patience.js'

/** A question that is open. */
export interface Question {
  readonly seq: number
  readonly method: string
  readonly params: unknown
  /** Whether everybody who may answer is asked, or the one client that lends its files and terminals. */
  readonly isForAll: boolean
  /** Brings the answer to the agent. */
  readonly settle: (answer: Answer) => void
}

const ANSWERED_BY_ALL = new Set(['session/request_permission', 'elicitation/create'])

/** Whether everybody may answer it: what asks people does, what asks for files and terminals does not. */
export function isForAll(method: string): boolean {
  return ANSWERED_BY_ALL.has(method)
}

export class Questions {
  readonly #open = new Map<number, Question & { timer?: NodeJS.Timeout | undefined }>()
  readonly #patience: Patience
  readonly #expired: (question: Question) => void

  /** `expired` is told of a question that nobody was there to answer; it is no longer open then. */
  constructor(patience: Patience, expired: (question: Question) => void) {
    this.#patience = patience
    this.#expired = expired
  }

  get size(): number {
    return this.#open.size
  }

  get all(): readonly Question[] {
    return [...this.#open.values()]
  }

  at(seq: number): Question | undefined {
    return this.#open.get(seq)
  }

  add(question: Question): void {
    this.#open.set(question.seq, { ...question })
  }

  /** The question, to whoever comes first; nothing to all others. */
  take(seq: number): Question | undefined {
    const found = this.#open.get(seq)
    if (found === undefined) return undefined
    clearTimeout(found.timer)
    this.#open.delete(seq)
    return found
  }

  /** The clock of a question runs only while nobody is there who may answer it. */
  watch(hasAnswerer: (question: Question) => boolean): void {
    for (const question of this.#open.values()) {
      const isAttended = hasAnswerer(question)
      if (isAttended) {
        clearTimeout(question.timer)
        question.timer = undefined
      } else question.timer ??= this.#start(question)
    }
  }

  #start({ seq, isForAll }: Question): NodeJS.Timeout {
    const { people, machines } = this.#patience
    const timer = setTimeout(
      () => {
        const question = this.take(seq)
        if (question !== undefined) this.#expired(question)
      },
      isForAll ? people : machines,
    )
    return timer.unref()
  }
}
