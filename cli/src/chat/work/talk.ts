/** What somebody does in a conversation, wherever its agent is, and also while it is not open: nothing here ever throws. */

import type { Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { Answer } from '../model/question.js'
import type { Submission, TalkKey } from '../model/talk.js'
import { Asking } from './asking.js'
import type { StartOrder } from './talk-counterpart.js'
import { explain } from './talk-failure.js'
import type { TalkMeans } from './talk-means.js'
import { TalkNewsDesk } from './talk-news.js'
import type { TalkShell } from './talk-shell.js'
import type { TalkTurns, Unsent } from './talk-turns.js'

const NOT_OPEN = 'There is nobody to hear it: the conversation is not open.'

export interface TalkOptions {
  readonly key: TalkKey
  /** What was asked for on the command line is for the first conversation. */
  readonly isFirst: boolean
  /** Theirs who talk, not of this agent: it is closed by whoever made it. */
  readonly runs: TalkShell
}

export abstract class Talk {
  protected readonly means: TalkMeans
  protected readonly isFirst: boolean
  protected readonly runs: TalkShell
  protected readonly news: TalkNewsDesk
  protected readonly asking: Asking
  protected session: Session<Version> | undefined
  protected turns: TalkTurns | undefined
  protected starting: Promise<void> | undefined
  protected closing: Promise<void> | undefined

  constructor({ key, isFirst, runs }: TalkOptions, means: TalkMeans) {
    this.means = means
    this.isFirst = isFirst
    this.runs = runs
    const news = new TalkNewsDesk(key, means.tell)
    this.news = news
    this.asking = Asking.telling(each => news.tell(each))
  }

  protected abstract begin(order: StartOrder): Promise<void>
  protected abstract fail(error: unknown): Promise<void>
  protected abstract end(): Promise<void>
  abstract run(command: string): Promise<void>
  abstract signIn(method: string): Promise<void>

  /** Whoever takes up what another one held waits until that one has let go. */
  start(order: StartOrder, before?: Promise<void>): void {
    this.starting = Promise.resolve(before)
      .then(() => (this.closing === undefined ? this.begin(order) : undefined))
      .catch(error => this.fail(error))
  }

  prompt(submission: Submission): void {
    if (this.turns === undefined) this.#tellNotOpen({ of: 'turn', submission })
    else this.turns.prompt(submission)
  }

  steer(submission: Submission): void {
    if (this.turns === undefined) this.#tellNotOpen({ of: 'steer', submission })
    else this.turns.steer(submission)
  }

  async cancel(): Promise<void> {
    await this.turns?.cancel()
  }

  answer(questionId: string, answer: Answer): void {
    if (!this.asking.answer(questionId, answer)) this.news.tell({ is: 'withdrawn', questionId })
  }

  /** Sets something of the session. */
  async set(work: (session: Session<Version>) => Promise<void>): Promise<void> {
    const { session } = this
    if (session === undefined)
      return this.news.say('warning', 'There is no conversation yet to set this for.')
    try {
      await work(session)
      this.news.flush()
    } catch (error) {
      this.news.say('warning', explain(error).message)
    }
  }

  /** Resolves when nothing of it is left. */
  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  #tellNotOpen(unsent: Unsent): void {
    this.news.tell({ is: 'unsent', message: NOT_OPEN, ...unsent })
  }
}
