/** The prompts of one session, one after the other: how each becomes blocks, is sent, recorded, cancelled, and how it ends. */

import {
  type BlockOf,
  type Client,
  extensionRequest,
  type PromptOptions,
  type Session,
  type UpdateOf,
} from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { Recorder } from '../../record/record.js'
import type { Shell } from '../../shell.js'
import { isWithin } from '../deadline.js'
import type { TalkNews } from '../event.js'
import type { Abilities, Submission } from '../model/talk.js'
import { explain, messageOf } from './talk-failure.js'
import type { TurnChanges } from './talk-means.js'
import type { TalkNewsDesk } from './talk-news.js'
import { toBlocks } from './talk-prompt.js'
import type { TalkShell } from './talk-shell.js'
import { type End, endOf, isLoss, isUnheard, toPlain, wantsSignIn } from './talk-turn-end.js'

export interface TurnMeans {
  readonly client: Client<Version>
  readonly session: Session<Version>
  readonly abilities: Abilities
  readonly recorder: Recorder
  readonly news: TalkNewsDesk
  readonly runs: TalkShell
  readonly shell: Shell
  readonly changes?: TurnChanges | undefined
  /** Goes along with every prompt. */
  readonly meta?: PromptOptions['_meta']
  /** The agent wants somebody to sign in before it does anything. */
  readonly demandSignIn: (message: string) => void
  /** A turn ended. */
  readonly isOver: () => void
  /** It ended because the agent is gone. */
  readonly isGone: (error: unknown) => void
}

type Block = BlockOf<1>

/** What somebody wanted to be sent, and as what. */
export type Unsent = Pick<Extract<TalkNews, { is: 'unsent' }>, 'of' | 'submission'>

const CANCEL_MILLISECONDS = 5_000
const STEER_MILLISECONDS = 10_000

/** Words for a turn that runs, as agents of version 1 take them that can; an idle one is not to begin anything by it. */
const STEERING = extensionRequest<object, string>('_session/steering', {
  readParams: value => Object(value),
  readResult: value => String(Object(value).outcome),
})
const NO_NEW_TURN = { steering: { idleBehavior: 'promptRequired' } }

export class TalkTurns {
  readonly #means: TurnMeans
  #last: Promise<void> = Promise.resolve()
  /** Turns that are with the agent: more than one where it is steered by prompts. */
  #running = 0
  /** Those that are not with the agent yet. */
  readonly #waiting = new Set<AbortController>()
  readonly #steering = new Set<Promise<void>>()
  /** Of the turn before: what it changed is still being found out. */
  #comparing: Promise<void> = Promise.resolve()
  /** The agent says that it works, whoever began it. */
  isAtWork = false
  #hasSpoken = false
  /** What was run goes with one prompt, and comes back where that one does not arrive. */
  readonly #told = new WeakMap<Unsent, readonly string[]>()
  /** Of the latest that the agent made something of. */
  #end: End | undefined

  constructor(means: TurnMeans) {
    this.#means = means
  }

  /** The agent has carried out something, so there is something to take up. */
  get hasSpoken(): boolean {
    return this.#hasSpoken
  }

  /** Resolves, never rejects, when nothing is under way. */
  get idle(): Promise<void> {
    return Promise.all([this.#last, ...this.#steering]).then(() => {})
  }

  prompt(submission: Submission): void {
    const what = { of: 'turn', submission } as const
    const waiting = new AbortController()
    this.#waiting.add(waiting)
    this.#last = this.#last
      .then(() => this.#guard(what, () => this.#play(what, waiting)))
      .finally(() => this.#waiting.delete(waiting))
  }

  /** Told at once, beside the turn that runs. */
  steer(submission: Submission): void {
    if (this.#running === 0) return this.prompt(submission)
    const what = { of: 'steer', submission } as const
    const steering = this.#guard(what, () => this.#steer(what))
    this.#steering.add(steering)
    void steering.then(() => this.#steering.delete(steering))
  }

  /** In version 2 an agent may work without having been prompted, and says when it does. */
  hear(update: UpdateOf<Version>): void {
    if (update.sessionUpdate === 'state_update') this.isAtWork = update.state !== 'idle'
  }

  /** Resolves when the agent has stopped, or when it is said that it does not. */
  async cancel(): Promise<void> {
    const { session, news } = this.#means
    for (const waiting of this.#waiting) waiting.abort()
    if (this.#running === 0 && !this.isAtWork) return
    const isStopped = await isWithin(session.cancel({ queue: 'clear' }), CANCEL_MILLISECONDS)
    if (isStopped || this.#running === 0) return
    news.say('warning', 'The agent does not stop. Close this conversation to end it: what was said is kept.')
  }

  async #play(what: Unsent, waiting: AbortController): Promise<void> {
    const blocks = await this.#toBlocks(what)
    const { signal } = waiting
    await Promise.race([this.#comparing, whenAborted(signal)])
    if (!signal.aborted) {
      await this.#attempt(async () => this.#means.changes?.begin())
      // Nothing comes of what was just begun.
      if (signal.aborted) this.#compare()
    }
    if (signal.aborted) return this.#tellUnsent(what, new Error('It was taken back before it was sent.'))
    this.#waiting.delete(waiting)
    await this.#send(blocks, what)
  }

  async #steer(what: Unsent): Promise<void> {
    const { client, session, news, recorder } = this.#means
    const blocks = await this.#toBlocks(what)
    // In version 2 an agent takes prompts at any time.
    if (client.version === 2) return this.#send(blocks, what, { queue: false })
    const params = { sessionId: session.id, prompt: blocks, _meta: NO_NEW_TURN }
    const outcome = await client.call(STEERING, params, { deadline: STEER_MILLISECONDS })
    // The turn was over before the words arrived.
    if (outcome === 'promptRequired') {
      this.#takeBack(what)
      return this.prompt(what.submission)
    }
    recorder.prompt(blocks)
    news.tell({ is: 'sent', content: blocks })
  }

  #toBlocks(what: Unsent): Promise<readonly Block[]> {
    const { submission } = what
    const { session, abilities, shell, runs, news } = this.#means
    const warn = (message: string): void => news.say('warning', message)
    // A command is taken with all that stands behind it: what was run waits for words.
    const ran = submission.text.startsWith('/') ? [] : runs.take()
    this.#told.set(what, ran)
    return toBlocks(submission, { session, abilities, shell, warn, ran })
  }

  async #send(blocks: readonly Block[], what: Unsent, options: PromptOptions = {}): Promise<void> {
    const { session, news, recorder, meta } = this.#means
    const turn = session.prompt(blocks, meta === undefined ? options : { ...options, _meta: meta })
    const ending = endOf(turn)
    // Refused on this side: nothing was sent.
    if (turn.isOver) {
      if (this.#running === 0) this.#compare()
      return this.#tellUnsent(what, (await ending).error)
    }
    recorder.prompt(blocks)
    news.tell({ is: 'sent', content: blocks })
    this.#running++
    const end = await ending
    this.#running--
    if (isUnheard(end)) this.#tellUnsent(what, end.error, wantsSignIn(end))
    else this.#end = end
    if (this.#running === 0) this.#conclude(end)
  }

  /** Nothing is with the agent any more; this ended last. */
  #conclude(last: End): void {
    const { recorder, news, demandSignIn } = this.#means
    const end = this.#end
    this.#end = undefined
    recorder.end((end ?? last).stopReason)
    if (end !== undefined) {
      this.#hasSpoken = true
      const { stopReason, error, usage } = end
      news.tell({ is: 'over', stopReason, error: toPlain(error), usage, changed: [] })
    }
    this.#compare()
    // At once: whoever hears of the end would else send the next prompt to nobody.
    if (wantsSignIn(last)) demandSignIn(messageOf(last.error))
    if (isLoss(last)) this.#means.isGone(last.error)
    else this.#means.isOver()
  }

  /** Not waited for: in a large folder it takes a while. */
  #compare(): void {
    const { changes, news } = this.#means
    if (changes === undefined) return
    this.#comparing = this.#comparing.then(async () => {
      const changed = await this.#attempt(() => changes.end())
      if (changed !== undefined) news.tell({ is: 'changed', changed })
    })
  }

  #takeBack(what: Unsent): void {
    this.#means.runs.giveBack(this.#told.get(what) ?? [])
    this.#told.delete(what)
  }

  #tellUnsent(what: Unsent, error: unknown, isWaiting = false): void {
    this.#takeBack(what)
    const { message, cure } = explain(error)
    const told = cure === undefined ? message : `${message} ${cure}`
    this.#means.news.tell({ is: 'unsent', message: told, ...what, ...(isWaiting && { isWaiting }) })
  }

  /** Whatever goes wrong in it is told: a prompt never disappears. */
  async #guard(what: Unsent, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#tellUnsent(what, error)
    }
  }

  /** Something that a turn can do without. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#means.news.say('warning', `What this turn changes cannot be told: ${messageOf(error)}`)
      return undefined
    }
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
