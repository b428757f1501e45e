/** Puts what a host is asked to the person, and the answer back: promises on one side, questions and answers on the other. */

import { randomUUID } from 'node:crypto'
import type { ElicitationAnswer, Host, PermissionRequest } from '@parley/acp/client'
import type { TalkNews } from '../event.js'
import type { Answer, Question } from '../model/question.js'
import { toFormQuestion } from '../questions/form-question.js'
import { toPermissionQuestion } from '../questions/permission-question.js'

export interface AskingMeans {
  readonly ask: (question: Question) => void
  readonly withdraw: (questionId: string) => void
  /** Told, not too often, how many answers are waited for, while there is a question. */
  readonly count?: ((waiting: number) => void) | undefined
}

// More than these nobody answers: an agent that asks without end is told that it was dismissed.
const MOST_WAITING = 32
const LONGEST_MESSAGE = 10_000
const COUNT_MILLISECONDS = 50

type Permission = NonNullable<Host['permission']>
type Elicit = NonNullable<Host['elicit']>

/** The questions of one agent. */
export class Asking {
  readonly #means: AskingMeans
  readonly #waiting = new Map<string, (answer: Answer | undefined) => void>()
  /** By the facts they were about: answers that the person gave twice, so that nobody need ask once more. */
  readonly #confirmed = new WeakMap<NonNullable<PermissionRequest['lines']>, string>()

  #inLine = 0
  #counted = 0
  #counting: NodeJS.Timeout | undefined

  constructor(means: AskingMeans) {
    this.#means = means
  }

  /** The same, with everything told as news. */
  static telling(tell: (news: TalkNews) => void): Asking {
    return new Asking({
      ask: question => tell({ is: 'asked', question }),
      withdraw: questionId => tell({ is: 'withdrawn', questionId }),
      count: count => tell({ is: 'in-line', count }),
    })
  }

  /** Questions are put one after the other: how many requests there are that wait for it. */
  set inLine(count: number) {
    this.#inLine = count
    this.#counting ??= setTimeout(() => {
      this.#counting = undefined
      this.#tellCount()
    }, COUNT_MILLISECONDS).unref()
  }

  readonly permission: Permission = async (request, { signal, roots }) => {
    const { options, lines } = request
    const given = lines && this.#confirmed.get(lines)
    if (lines !== undefined && given !== undefined) {
      this.#confirmed.delete(lines)
      return options.find(({ optionId }) => optionId === given)
    }
    const answer = await this.#put(toPermissionQuestion(randomUUID(), request, roots), signal)
    if (answer?.is !== 'option') return undefined
    // A host that is told "always" asks whether that is sure, about these very lines.
    if (answer.isConfirmed === true && lines !== undefined) this.#confirmed.set(lines, answer.optionId)
    return options.find(({ optionId }) => optionId === answer.optionId)
  }

  readonly elicit: Elicit = {
    form: async (request, { signal }) =>
      toElicited(await this.#put(toFormQuestion(randomUUID(), request), signal)),
    url: async ({ message, url, host }, { signal }) => {
      const shown = { message: message.slice(0, LONGEST_MESSAGE), url: new URL(url).href, host }
      return toElicited(await this.#put({ is: 'address', id: randomUUID(), ...shown }, signal))
    },
  }

  /** False where nobody waits for it any longer. */
  answer(questionId: string, answer: Answer): boolean {
    const settle = this.#waiting.get(questionId)
    settle?.(answer)
    return settle !== undefined
  }

  /** Nothing where the question was taken away before anybody answered. */
  #put(question: Question, signal: AbortSignal): Promise<Answer | undefined> {
    const { ask, withdraw } = this.#means
    if (signal.aborted || this.#waiting.size >= MOST_WAITING) return Promise.resolve(undefined)
    return new Promise(resolve => {
      const { id } = question
      const settle = (answer: Answer | undefined): void => {
        this.#waiting.delete(id)
        signal.removeEventListener('abort', take)
        resolve(answer)
      }
      const take = (): void => {
        settle(undefined)
        withdraw(id)
      }
      this.#waiting.set(id, settle)
      signal.addEventListener('abort', take, { once: true })
      ask(question)
      this.#tellCount()
    })
  }

  #tellCount(): void {
    if (this.#waiting.size === 0 || this.#inLine === this.#counted) return
    this.#counted = this.#inLine
    this.#means.count?.(this.#inLine)
  }
}

function toElicited(answer: Answer | undefined): ElicitationAnswer {
  switch (answer?.is) {
    case 'form': {
      const pairs = Object.entries(answer.content)
      return {
        action: 'accept',
        content: Object.fromEntries(pairs.map(([name, value]) => [name, isList(value) ? [...value] : value])),
      }
    }
    case 'visited':
      return { action: 'accept' }
    case 'declined':
      return { action: 'decline' }
    default:
      return { action: 'cancel' }
  }
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value)
