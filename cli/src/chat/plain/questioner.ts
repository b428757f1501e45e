/** The questions that stand open, one at a time: the next line that is typed is for the first of them. */

import { READING_MILLISECONDS } from '../../reading-time.js'
import type { Answer, Question } from '../model/question.js'
import { beginFilling, type Filling, fill, formLines } from './form-filling.js'
import { addressLines, permissionLines, toAddressAnswer, toPermissionAnswer } from './question-text.js'

export interface QuestionerMeans {
  readonly tell: (line: string) => void
  readonly answer: (questionId: string, answer: Answer) => void
  readonly open: (url: string) => void
  readonly now: () => number
}

export class Questioner {
  readonly #means: QuestionerMeans
  #waiting: readonly Question[] = []
  #filling: Filling | undefined
  #shownAt = 0

  constructor(means: QuestionerMeans) {
    this.#means = means
  }

  get isAsking(): boolean {
    return this.#waiting.length > 0
  }

  ask(question: Question): void {
    this.#waiting = [...this.#waiting, question]
    if (this.#waiting.length === 1) this.#show()
  }

  withdraw(questionId: string): void {
    const [first] = this.#waiting
    if (!this.#waiting.some(({ id }) => id === questionId)) return
    this.#means.tell('note: the question was taken back.')
    this.#remove(questionId, first)
  }

  /** All of them, because nobody can answer any more. */
  dismissAll(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { id } of waiting) this.#means.answer(id, { is: 'dismissed' })
  }

  /** A line that was typed while a question stands there. */
  hear(line: string): void {
    const [question] = this.#waiting
    if (question === undefined) return
    if (this.#means.now() - this.#shownAt < READING_MILLISECONDS)
      return this.#repeat(['note: that line came before the question could be read. Answer once more.'])
    const answer = this.#toAnswer(question, line)
    if (answer === undefined) return
    if (question.is === 'address' && line.trim().toLowerCase() === 'open') this.#means.open(question.url)
    this.#means.answer(question.id, answer)
    this.#remove(question.id, question)
  }

  #toAnswer(question: Question, line: string): Answer | undefined {
    if (question.is === 'form') return this.#fill(question, line)
    const answer = question.is === 'address' ? toAddressAnswer(line) : toPermissionAnswer(question, line)
    if (answer === undefined) this.#repeat(['note: that answers nothing.'])
    return answer
  }

  #fill(question: Extract<Question, { is: 'form' }>, line: string): Answer | undefined {
    const filled = fill(this.#filling ?? beginFilling(question), line)
    for (const each of filled.lines) this.#means.tell(each)
    if ('answer' in filled) return filled.answer
    this.#filling = filled.filling
    return undefined
  }

  #remove(questionId: string, first: Question | undefined): void {
    this.#waiting = this.#waiting.filter(({ id }) => id !== questionId)
    if (first?.id !== questionId) return
    this.#filling = undefined
    this.#show()
  }

  #repeat(lines: readonly string[]): void {
    for (const line of lines) this.#means.tell(line)
    this.#show()
  }

  #show(): void {
    const [question] = this.#waiting
    if (question === undefined) return
    for (const line of linesOf(question, this.#filling)) this.#means.tell(line)
    this.#shownAt = this.#means.now()
  }
}

/** A question as it is read out. */
export function linesOf(question: Question, filling?: Filling): readonly string[] {
  switch (question.is) {
    case 'permission':
      return permissionLines(question)
    case 'address':
      return addressLines(question)
    case 'form':
      return formLines(filling ?? beginFilling(question))
  }
}
