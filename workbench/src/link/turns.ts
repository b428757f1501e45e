/** The turns of one conversation, ours and those of others: begun, called off, ended, and the next one begun. */

import type { Session, Turn } from '@parley/acp/client'
import { QUEUE_META, type Version } from '@parley/acp/protocol'
import { isWorking } from '@parley/acp/thread'
import type { QueuedPrompt, Submission } from '../state/talk.js'
import { toSentence, wantsSignIn } from './failure.js'
import type { FarTurn } from './gateway-words.js'
import { toContent } from './prompt-content.js'
import { PromptQueue } from './prompt-queue.js'
import { toQueued } from './queue.js'
import type { TalkDesk } from './talk-desk.js'
import { endOf, isDeed, isUnheard, type TurnEnd, toPlainEnd } from './turn-end.js'
import { toTurnView } from './turn-view.js'
import { isWithin } from './within.js'

export interface TurnMeans {
  readonly desk: TalkDesk
  now(): number
  /** The agent wants somebody to sign in before it does anything. */
  demandSignIn(error: unknown): void
  /** Nobody works any more. */
  rested(): void
}

const CANCEL_MILLISECONDS = 5_000
const UNSTOPPED =
  'The agent does not stop. Close this conversation to go on without it: what was said is kept.'

export class Turns {
  /** What waits for the end of the turn that runs. */
  readonly queue: PromptQueue
  readonly #means: TurnMeans
  #session: Session<Version> | undefined
  /** Those that are with the agent. */
  readonly #own = new Set<Turn<Version>>()
  /** Somebody else's. One that was told while a turn of ours ran may be that very turn, as another connection sees it. */
  #foreign: { readonly by: string; readonly isDuringOwn: boolean } | undefined
  #isCancelling = false
  /** The agent has made something of our latest prompt. */
  #hasBegun = false
  /** What came behind the end of our turn before that end was told here. */
  readonly #late: (() => void)[] = []

  constructor(means: TurnMeans) {
    this.#means = means
    this.queue = new PromptQueue(means.desk)
  }

  get isBusy(): boolean {
    const { thread } = this.#means.desk
    const isAtWork = thread.version === 2 && isWorking(thread)
    return isAtWork || this.#own.size > 0 || this.#foreign !== undefined
  }

  /** The session that prompts go to; with another one nothing is under way. */
  use(session: Session<Version> | undefined): void {
    this.#session = session
    this.#own.clear()
    this.#late.length = 0
    this.#isCancelling = false
    this.show()
  }

  /** What is told is told from the beginning: whose turn runs comes with it. */
  forgetOthers(): void {
    this.#foreign = undefined
    this.show()
  }

  /** In the order of the wire: the end of a turn is known here a little later than it was read. */
  inOrder(act: () => void): void {
    const { desk } = this.#means
    const isEnding = desk.thread.version === 1 && this.#own.size > 0 && this.#session?.turns.length === 0
    if (isEnding) this.#late.push(act)
    else act()
  }

  /** To be told of every update behind the thread. */
  heard(update: { readonly sessionUpdate: string }): void {
    if (isDeed(update)) this.#hasBegun = true
    if (update.sessionUpdate !== 'state_update') return
    this.show()
    this.advance()
  }

  /** In version 2 the agent says itself when it works. */
  hearTurn({ state, by, stopReason }: FarTurn): void {
    const { desk } = this.#means
    if (desk.thread.version === 2) return
    if (state === 'ended') desk.hear({ type: 'end', stopReason })
    this.#foreign = state === 'running' ? { by, isDuringOwn: this.#own.size > 0 } : undefined
    this.show()
    if (state === 'ended' && desk.phase === 'live') this.#means.rested()
    this.advance()
  }

  prompt(submission: Submission): void {
    if (this.#isReady && !this.isBusy) this.#send(toQueued(submission))
    else this.queue.add(submission)
  }

  /** As soon as the turn that runs is over, before whatever else waits, in the order in which they are given. */
  promptNext(submission: Submission): void {
    this.queue.addNext(submission)
    this.advance()
  }

  release(): void {
    this.queue.release()
    this.advance()
  }

  /** Resolves when the agent has stopped, or when it is said that it does not. */
  async cancel(): Promise<void> {
    if (!this.isBusy) return
    this.queue.hold()
    await this.#stop()
  }

  async sendNow(id: string): Promise<void> {
    if (!this.queue.hurry(id)) return
    if (this.isBusy) await this.#stop()
    this.advance()
  }

  /** Sends what waits, as far as nothing is in its way. */
  advance(): void {
    const next = this.#isReady && !this.isBusy ? this.queue.takeNext() : undefined
    if (next !== undefined) this.#send(next)
  }

  get #isReady(): boolean {
    return this.#session !== undefined && this.#means.desk.isLive
  }

  #send(prompt: QueuedPrompt): void {
    const { desk } = this.#means
    const session = this.#session
    if (session === undefined) return
    const before = desk.thread
    // Somebody else may begin in this very moment: then it waits at the gateway.
    const turn = session.prompt(toContent(prompt), { _meta: { [QUEUE_META]: true } })
    desk.hear({ type: 'prompt', content: turn.message })
    const after = desk.thread
    this.#own.add(turn)
    this.#hasBegun = false
    this.show()
    void endOf(turn).then(end => {
      if (this.#session !== session) return
      this.#own.delete(turn)
      const isTakenBack = !this.#hasBegun && isUnheard(end)
      // Where nothing else was heard, it is as if it had never been said.
      if (isTakenBack && desk.thread === after) desk.restore(before)
      else desk.hear({ type: 'end', ...toPlainEnd(end) })
      if (isTakenBack) this.#takeBack(prompt, end)
      this.#ended(end)
    })
  }

  #takeBack(prompt: QueuedPrompt, { error }: TurnEnd): void {
    this.queue.putBack(prompt)
    if (wantsSignIn(error)) this.#means.demandSignIn(error)
    else this.#means.desk.remark('error', toSentence(error))
  }

  #ended({ stopReason }: TurnEnd): void {
    if (this.#foreign?.isDuringOwn) this.#foreign = undefined
    if (stopReason === 'cancelled' || stopReason === 'error') this.queue.holdUnlessHurried()
    for (const act of this.#late.splice(0)) act()
    this.show()
    this.#means.rested()
    this.advance()
  }

  async #stop(): Promise<void> {
    const { desk } = this.#means
    const session = this.#session
    if (session === undefined) return
    this.#isCancelling = true
    desk.hear({ type: 'cancel' })
    this.show()
    const isStopped = await isWithin(session.cancel({ queue: 'clear' }), CANCEL_MILLISECONDS)
    if (isStopped || !this.isBusy || !desk.isLive) return
    desk.remark('warning', UNSTOPPED)
  }

  /** Whose turn it is, as far as it is known. */
  show(): void {
    const { desk, now } = this.#means
    const { isBusy } = this
    if (!isBusy) this.#isCancelling = false
    const isOwn = this.#own.size > 0
    // While the past is told, turns of others begin and end that nobody waits for.
    const isPast = desk.phase === 'opening' || desk.phase === 'replaying'
    if (isPast && isBusy && !isOwn) return
    const by = isOwn ? undefined : this.#foreign?.by
    const turn = toTurnView(desk.talk.turn, { isBusy, isCancelling: this.#isCancelling, by }, now())
    if (turn !== desk.talk.turn) desk.change({ turn })
  }
}
