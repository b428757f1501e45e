/** One conversation as the link holds it: the value that is shown, what is heard between two pictures, and whether it is seen. */

import type { Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import {
  emptyThread,
  RETELLING,
  reduce,
  type Thread,
  type ThreadEvent,
  type ThreadUpdate,
} from '@parley/acp/thread'
import type { Question } from '../state/question.js'
import type { Remark, Talk, TalkPhase } from '../state/talk.js'
import { EntryTimes, takeTime } from './entry-times.js'
import { type Facts, factsOf } from './facts.js'
import type { Pictures, Shown } from './pictures.js'

const MOST_REMARKS = 500

export interface DeskMeans {
  readonly pictures: Pictures
  now(): number
}

export class TalkDesk implements Shown {
  readonly key: string
  readonly #means: DeskMeans
  #talk: Talk
  #thread: Thread
  #times = new EntryTimes()
  #facts: Facts | undefined
  #session: Session<Version> | undefined
  #isOffline = false
  #isShown = true
  #remarks = 0
  readonly #waiting: (() => void)[] = []

  constructor(talk: Talk, means: DeskMeans) {
    this.key = talk.key
    this.#means = means
    this.#talk = talk
    this.#thread = talk.thread
  }

  get talk(): Talk {
    return this.#talk
  }

  get thread(): Thread {
    return this.#thread
  }

  get isShown(): boolean {
    return this.#isShown
  }

  set isShown(isShown: boolean) {
    this.#isShown = isShown
    this.#means.pictures.change(this)
  }

  /** What the connection is like, whatever the conversation is at. */
  set isOffline(isOffline: boolean) {
    this.#isOffline = isOffline
    this.#means.pictures.change(this)
    this.#settle()
  }

  /** The phase as it would be with a connection. */
  get phase(): TalkPhase {
    return this.#talk.phase
  }

  get isLive(): boolean {
    return this.#talk.phase === 'live' && !this.#isOffline
  }

  change(change: Partial<Talk>): void {
    this.#talk = { ...this.#talk, ...change }
    if (change.questions !== undefined) this.#times.ask(change.questions.length > 0, this.#means.now())
    this.#means.pictures.change(this)
    this.#settle()
  }

  /** Resolves when something can be asked of it, or when it is said that nothing can. */
  untilSettled(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      this.#settle()
    })
  }

  #settle(): void {
    if (this.isLive || this.#talk.phase === 'failed') for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Begins with nothing said, in this version. */
  begin(version: Version): void {
    this.#thread = emptyThread(version)
    this.#times = new EntryTimes()
  }

  /** Whose facts are shown as they are with each picture. */
  watch(session: Session<Version> | undefined): void {
    this.#session = session
    this.#means.pictures.change(this)
  }

  /** One more event of the conversation. */
  hear(event: ThreadUpdate | ThreadEvent): void {
    const { told, at } = takeTime(event)
    this.#thread = reduce(this.#thread, told)
    if ('sessionUpdate' in event && event.sessionUpdate === RETELLING) this.#times = new EntryTimes()
    else this.#times.hear(this.#thread.slots, this.#talk.phase === 'live' ? this.#means.now() : at)
    this.#means.pictures.change(this)
  }

  /** Of what is told again: somebody was asked here, and has answered. */
  hearPastAnswer(): void {
    this.#times.hearAnswer()
  }

  /** As if what was heard since had not been. */
  restore(thread: Thread): void {
    this.#thread = thread
    this.#means.pictures.change(this)
  }

  remark(tone: Remark['tone'], text: string): void {
    const remark = { id: `${this.key} ${++this.#remarks}`, tone, text, after: this.#thread.slots.length }
    this.change({ remarks: [...this.#talk.remarks, remark].slice(-MOST_REMARKS) })
  }

  ask(question: Question): void {
    this.change({ questions: [...this.#talk.questions, question] })
  }

  withdraw(questionId: string): void {
    const questions = this.#talk.questions.filter(({ id }) => id !== questionId)
    if (questions.length < this.#talk.questions.length) this.change({ questions })
  }

  /** What was said is shown when all of it was told: until then what was there before stays. */
  toPicture(): Talk | undefined {
    this.#lookAtFacts()
    if (this.#talk.phase === 'live' || this.#talk.phase === 'failed') this.#showThread()
    if (!this.#isShown) return undefined
    const isCut = this.#isOffline && this.#talk.phase !== 'failed'
    return isCut ? { ...this.#talk, phase: 'offline' } : this.#talk
  }

  #showThread(): void {
    const { startedAt, endedAt } = this.#times.shown(this.#talk)
    if (this.#talk.thread === this.#thread && this.#talk.startedAt === startedAt) return
    this.#talk = { ...this.#talk, thread: this.#thread, startedAt, endedAt }
  }

  #lookAtFacts(): void {
    if (this.#session === undefined) return
    const facts = factsOf(this.#session, this.#facts)
    if (facts === this.#facts) return
    this.#facts = facts
    this.#talk = { ...this.#talk, ...facts, title: facts.title ?? this.#talk.title }
  }
}
