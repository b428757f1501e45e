/** Puts what an agent asks to whoever looks at the page, and the answer back: promises on one side, questions on the other. */

import type { ElicitationAnswer, Host } from '@parley/acp/client'
import { cutCharacters } from '@parley/acp/guard'
import type { FormAnswer, Question } from '../state/question.js'
import { toPermissionQuestion } from './permission-question.js'

export interface AskingMeans {
  /** Shows it; false where there is nobody to show it to. A session that is not named is one that is being begun. */
  ask(sessionId: string | undefined, question: Question): boolean
  withdraw(questionId: string): void
  now(): number
}

/** The option that was chosen, or what was made of a form; nothing where it was dismissed. */
type Answer = { readonly optionId: string } | FormAnswer

// More than these nobody answers: an agent that asks without end is told that it was dismissed.
const MOST_WAITING = 64
const MOST_MESSAGE = 10_000

/** The questions of one agent. */
export class Asking {
  readonly #means: AskingMeans
  readonly #waiting = new Map<string, (answer: Answer | undefined) => void>()

  constructor(means: AskingMeans) {
    this.#means = means
  }

  readonly permission: NonNullable<Host['permission']> = async (request, { signal }) => {
    const question = toPermissionQuestion(request, this.#newQuestion())
    const answer = await this.#put(request.sessionId, question, signal)
    if (answer === undefined || !('optionId' in answer)) return undefined
    return request.options.find(({ optionId }) => optionId === answer.optionId)
  }

  readonly elicit: NonNullable<Host['elicit']> = {
    form: async ({ sessionId, message, schema }, { signal }) => {
      const said = cutCharacters(message, MOST_MESSAGE)
      const question = { is: 'form', ...this.#newQuestion(), message: said, schema } as const
      return toElicited(await this.#put(sessionId, question, signal))
    },
    url: async ({ sessionId, message, url }, { signal }) => {
      const said = cutCharacters(message, MOST_MESSAGE)
      const question = { is: 'url', ...this.#newQuestion(), message: said, url } as const
      return toElicited(await this.#put(sessionId, question, signal))
    },
  }

  /** False where nobody waits for it any longer. */
  answer(questionId: string, answer: Answer | undefined): boolean {
    const settle = this.#waiting.get(questionId)
    settle?.(answer)
    return settle !== undefined
  }

  #newQuestion(): { readonly id: string; readonly askedAt: number } {
    return { id: crypto.randomUUID(), askedAt: this.#means.now() }
  }

  /** Nothing where the question was taken away before anybody answered. */
  #put(sessionId: string | undefined, question: Question, signal: AbortSignal): Promise<Answer | undefined> {
    if (signal.aborted || this.#waiting.size >= MOST_WAITING) return Promise.resolve(undefined)
    return new Promise(resolve => {
      const { id } = question
      const settle = (answer: Answer | undefined): void => {
        this.#waiting.delete(id)
        signal.removeEventListener('abort', take)
        this.#means.withdraw(id)
        resolve(answer)
      }
      const take = (): void => settle(undefined)
      this.#waiting.set(id, settle)
      signal.addEventListener('abort', take, { once: true })
      if (!this.#means.ask(sessionId, question)) settle(undefined)
    })
  }
}

function toElicited(answer: Answer | undefined): ElicitationAnswer {
  if (answer === undefined || 'optionId' in answer) return { action: 'cancel' }
  // What is in it was checked against the form by whoever filled it in, and is checked again before it is sent.
  return answer as ElicitationAnswer
}
