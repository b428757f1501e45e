/**
 * Answers that may be large are made a few at a time, and none while the agent does not take those it was given: a
 * thousand small requests for one large file would otherwise be a thousand large answers in memory.
 */

import { isThenable } from '../jsonrpc/index.js'
import { openable } from '../jsonrpc/waiting.js'

/** Says what to wait for while the agent is behind. */
export interface Taker {
  readonly answersBacklog: Promise<void> | undefined
}

const MOST_AT_ONCE = 8

export class LargeAnswers {
  readonly #taker: Taker
  #atWork = 0
  #waiting = 0
  #last: Promise<void> = Promise.resolve()
  #oneDone: ReturnType<typeof openable> | undefined

  constructor(taker: Taker) {
    this.#taker = taker
  }

  /** At once where there is room, so that a small file costs no promise; else in order. */
  make<R>(answer: () => R | Promise<R>): R | Promise<R> {
    return this.#waiting === 0 && this.#hasRoom() ? this.#run(answer) : this.#runLater(answer)
  }

  #hasRoom(): boolean {
    return this.#atWork < MOST_AT_ONCE && this.#taker.answersBacklog === undefined
  }

  #run<R>(answer: () => R | Promise<R>): R | Promise<R> {
    const made = answer()
    if (!isThenable(made)) return made
    this.#atWork++
    return Promise.resolve(made).finally(() => {
      this.#atWork--
      this.#oneDone?.open()
      this.#oneDone = undefined
    })
  }

  async #runLater<R>(answer: () => R | Promise<R>): Promise<R> {
    this.#waiting++
    this.#last = this.#last.then(() => this.#untilRoom())
    await this.#last
    this.#waiting--
    return await this.#run(answer)
  }

  async #untilRoom(): Promise<void> {
    while (!this.#hasRoom()) {
      this.#oneDone ??= openable()
      // That the agent is gone is found out by whoever answers.
      await (this.#taker.answersBacklog?.catch(() => {}) ?? this.#oneDone.promise)
    }
  }
}
