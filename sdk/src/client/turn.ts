/** One prompt and what comes of it: the updates, then the outcome. */

import type { Version } from '../protocol/index.js'
import type { BlockOf, Outcome, UpdateOf } from './speech.js'
import { UpdateQueue } from './update-queue.js'

/** Where a prompt is: held back here, with the agent, or done with. */
export type TurnState = 'queued' | 'running' | 'over'

/** A prompt that was made, and what the agent does about it. */
export interface Turn<V extends Version = 1> {
  /** What was asked, as it is sent. */
  readonly message: readonly BlockOf<V>[]
  readonly state: TurnState
  readonly isOver: boolean
  /**
   * Every update of the turn, in order; ends when the turn does. One reader, who slows the agent by being slow. Who
   * only asks for the outcome, or listens to the session, need not read: what nobody reads is kept for a while (8 MiB),
   * then dropped.
   */
  readonly updates: AsyncIterable<UpdateOf<V>>
  /** Resolves when the turn is over and rejects when it could not be carried out. All updates have been queued by then. */
  readonly outcome: Promise<Outcome<V>>
  /**
   * Asks the agent to stop, as `session.cancel()` does; a prompt that has not begun is taken back instead. Resolves
   * when the turn is over, and never rejects. The outcome is `cancelled`, not an error.
   */
  cancel(): Promise<void>
  /** Takes a queued prompt back before it is sent; false when it is too late. The outcome is `cancelled`. */
  takeBack(): boolean
}

/** What may be said beside a prompt's content. */
export interface PromptOptions {
  /** Ends this prompt alone: takes it back while it is queued, cancels it while it runs. The outcome is `cancelled`. */
  readonly signal?: AbortSignal | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
  /**
   * Whether to hold the prompt here until the turns before it are over. In version 1 it is unless said otherwise, because
   * most agents refuse a second prompt; in version 2 it is not, because agents queue by themselves.
   */
  readonly queue?: boolean | undefined
}

/** What a turn does to its session. */
export interface TurnOwner {
  cancel(): unknown
  takeBack(turn: LiveTurn): boolean
  withdraw(turn: LiveTurn): boolean
}

export class LiveTurn implements Turn<Version> {
  readonly message: readonly BlockOf<Version>[]
  readonly meta: PromptOptions['_meta']
  state: TurnState = 'queued'
  /** Whether this side has asked for its end. */
  isCancelled = false
  /** Whether the agent has told anything of it. */
  hasBegun = false
  /** Whether it was sent again after signing in; it is never sent a third time. */
  isRepeated = false
  readonly #owner: TurnOwner
  readonly #queue = new UpdateQueue<UpdateOf<Version>>()
  readonly #outcome: Promise<Outcome<Version>>
  #settle: (outcome: Outcome<Version>) => void = () => {}
  #fail: (error: unknown) => void = () => {}

  constructor(owner: TurnOwner, message: readonly BlockOf<Version>[], meta: PromptOptions['_meta']) {
    this.#owner = owner
    this.message = message
    this.meta = meta
    this.#outcome = new Promise((resolve, reject) => {
      this.#settle = resolve
      this.#fail = reject
    })
    // Who only reads the updates need not look at the outcome for the process to live on.
    this.#outcome.catch(() => {})
  }

  get updates(): AsyncIterable<UpdateOf<Version>> {
    return this.#queue
  }

  get outcome(): Promise<Outcome<Version>> {
    this.expectNoReader()
    return this.#outcome
  }

  get isOver(): boolean {
    return this.state === 'over'
  }

  async cancel(): Promise<void> {
    if (!this.isOver && !this.takeBack() && !this.#owner.withdraw(this)) this.#owner.cancel()
    await this.whenOver()
  }

  /** This side has asked for its end, and may wait for it. */
  callOff(): void {
    this.isCancelled = true
    // Whoever waits may be the very reader: the end of the turn must not wait behind what it has not read.
    this.#queue.widen()
  }

  takeBack(): boolean {
    return this.#owner.takeBack(this)
  }

  /** Resolves, never rejects. */
  whenOver(): Promise<void> {
    return this.#outcome.then(
      () => {},
      () => {},
    )
  }

  /** Somebody hears the updates elsewhere: unless they have a reader here too, they wait for none. */
  expectNoReader(): void {
    this.#queue.expectNoReader()
  }

  /** What nobody has read yet comes again. */
  forgetUnread(): void {
    this.#queue.clear()
  }

  /** Takes an update of the wire. */
  push(update: UpdateOf<Version>, size: number): Promise<void> | undefined {
    this.hasBegun = true
    return this.#queue.push(update, size)
  }

  /** The last update has been taken. Said in its place among the updates, which may be later than the outcome. */
  endUpdates(): void {
    this.#queue.end()
  }

  settle(outcome: Outcome<Version>): void {
    this.state = 'over'
    this.#settle(outcome)
  }

  fail(error: unknown): void {
    this.state = 'over'
    this.#fail(error)
  }
}
