/** The turns of one conversation, ours and those of others, and the prompts that wait here for their end. */

import type { Session, Turn } from '@parley/acp/client'
import { QUEUE_META, type Version } from '@parley/acp/protocol'
import { isWorking } from '@parley/acp/thread'
import type { QueuedPrompt, Submission, TurnView } from '../state/talk.js'
import { toFailure, wantsSignIn } from './failure.js'
import type { FarTurn } from './gateway-words.js'
import { edited, moved, type Queue, without } from './queue.js'
import type { TalkDesk } from './talk-desk.js'
import { endOf, isDeed, isUnheard, type TurnEnd, toPlainEnd } from './turn-end.js'
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

export class Turns {
  readonly #means: TurnMeans
  #session: Session<Version> | undefined
  /** Those that are with the agent. */
  readonly #own = new Set<Turn<Version>>()
  /** Somebody else's. One that was told while a turn of ours ran may be that very turn, as another connection sees it. */
  #foreign: { readonly by: string; readonly isDuringOwn: boolean } | undefined
  #isCancelling = false
  #hasBegun = false
  /** The prompt that somebody does not want to wait, whatever holds the others. */
  #urgent: string | undefined
  /** What came behind the end of our turn before that end was told here. */
  readonly #late: (() => void)[] = []

  constructor(means: TurnMeans) {
    this.#means = means
  }

  get isBusy(): boolean {
    return this.#own.size > 0 || this.#foreign !== undefined || this.#isAtWork
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
    const prompt = { id: crypto.randomUUID(), text: submission.text, blocks: submission.blocks }
    if (this.#isReady && !this.isBusy) this.#send(prompt)
    else this.#setQueue([...this.#queue, prompt])
  }

  edit(id: string, submission: Submission): void {
    this.#setQueue(edited(this.#queue, id, submission))
  }

  move(id: string, place: number): void {
    this.#setQueue(moved(this.#queue, id, place))
  }

  remove(id: string): void {
    this.#setQueue(without(this.#queue, id))
  }

  release(): void {
    this.#means.desk.change({ isQueueHeld: false })
    this.advance()
  }

  /** Resolves when the agent has stopped, or when it is said that it does not. */
  async cancel(): Promise<void> {
    if (!this.isBusy) return
    this.#hold()
    await this.#stop()
  }

  async sendNow(id: string): Promise<void> {
    if (!this.#queue.some(each => each.id === id)) return
    this.#urgent = id
    this.move(id, 0)
    if (this.isBusy) await this.#stop()
    this.advance()
  }

  /** Sends what waits, as far as nothing is in its way. */
  advance(): void {
    if (!this.#isReady || this.isBusy) return
    const [first] = this.#queue
    if (first === undefined) return
    const isUrgent = first.id === this.#urgent
    if (this.#means.desk.talk.isQueueHeld && !isUrgent) return
    if (isUrgent) this.#urgent = undefined
    this.remove(first.id)
    this.#send(first)
  }

  get #queue(): Queue {
    return this.#means.desk.talk.queue
  }

  get #isReady(): boolean {
    return this.#session !== undefined && this.#means.desk.isLive
  }

  get #isAtWork(): boolean {
    const { thread } = this.#means.desk
    return thread.version === 2 && isWorking(thread)
  }

  #setQueue(queue: Queue): void {
    const { desk } = this.#means
    desk.change({ queue, isQueueHeld: desk.talk.isQueueHeld && queue.length > 0 })
  }

  #hold(): void {
    if (this.#queue.length > 0) this.#means.desk.change({ isQueueHeld: true })
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
      if (!this.#hasBegun && isUnheard(end)) {
        if (desk.thread === after) desk.restore(before)
        else desk.hear({ type: 'end', ...toPlainEnd(end) })
        this.#takeBack(prompt, end)
      } else desk.hear({ type: 'end', ...toPlainEnd(end) })
      this.#ended(end)
    })
  }

  #ended({ stopReason }: TurnEnd): void {
    if (this.#foreign?.isDuringOwn) this.#foreign = undefined
    // Who stops an agent, or finds that it failed, does not want it to go on with the next thing.
    const isUrgent = this.#urgent !== undefined && this.#queue[0]?.id === this.#urgent
    if ((stopReason === 'cancelled' || stopReason === 'error') && !isUrgent) this.#hold()
    for (const act of this.#late.splice(0)) act()
    this.show()
    this.#means.rested()
    this.advance()
  }

  /** A prompt that did not arrive does not disappear. */
  #takeBack(prompt: QueuedPrompt, { error }: TurnEnd): void {
    const { desk, demandSignIn } = this.#means
    desk.change({ queue: [prompt, ...this.#queue], isQueueHeld: true })
    if (wantsSignIn(error)) return demandSignIn(error)
    const { message, cure } = toFailure(error)
    desk.remark('error', cure === undefined ? message : `${message} ${cure}`)
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
    desk.remark(
      'warning',
      'The agent does not stop. Close this conversation to go on without it: what was said is kept.',
    )
  }

  /** Whose turn it is, as far as it is known. */
  show(): void {
    const { desk, now } = this.#means
    const { turn } = desk.talk
    if (!this.isBusy) this.#isCancelling = false
    const state = !this.isBusy ? 'idle' : this.#isCancelling ? 'cancelling' : 'working'
    const by = this.#own.size === 0 ? this.#foreign?.by : undefined
    // While the past is told, turns of others begin and end that nobody waits for.
    const isPast = desk.phase === 'opening' || desk.phase === 'replaying'
    if (isPast && this.#own.size === 0 && state !== 'idle') return
    if (turn.state === state && turn.by === by) return
    const since = state === 'idle' ? undefined : (turn.since ?? now())
    const view: TurnView = {
      state,
      ...(by === undefined ? {} : { by }),
      ...(since === undefined ? {} : { since }),
    }
    desk.change({ turn: view })
  }
}

type Content = Parameters<Session['prompt']>[0]

function toContent({ text, blocks }: Submission): Content {
  const words = text === '' ? [] : [{ type: 'text', text }]
  return [...words, ...blocks] as unknown as Content
}
