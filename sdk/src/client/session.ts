/** A conversation on the client's side: its turn, its updates, and the permissions that wait for an answer. */

import { isThenable } from '../jsonrpc/index.js'
import type { Log } from '../protocol/index.js'
import type { Allowance } from './allowance.js'
import { Turn } from './turn.js'

/** Where a session works. */
export interface SessionPlace {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
}

/** Learns of every update of a session; a promise keeps the next one waiting. */
export type UpdateListener<Update> = (update: Update) => unknown

/** How a version starts and stops a turn. */
export interface Conversation<Update> {
  /** Sends the prompt; settles the turn when it is over. */
  start(session: Session<Update>, turn: Turn<Update>, blocks: readonly PromptBlock[]): void
  cancel(session: Session<Update>): void
}

/** What the conversations of one connection have in common. */
export interface Shared<Update> {
  readonly conversation: Conversation<Update>
  /** For updates that nobody has heard yet. */
  readonly allowance: Allowance
  readonly log: Log
}

/** A piece of a prompt, in the shape of the version spoken. */
export type PromptBlock = { readonly type: string } & Readonly<Record<string, unknown>>

const MOST_UNHEARD = 1_000

/** One conversation with an agent. */
export class Session<Update = unknown> {
  readonly id: string
  readonly roots: readonly string[]
  readonly #conversation: Conversation<Update>
  readonly #allowance: Allowance
  readonly #log: Log
  readonly #turns: Turn<Update>[] = []
  readonly #pending = new Set<AbortController>()
  #isCancelled = false
  readonly #listeners = new Set<UpdateListener<Update>>()
  /** What came while nobody was there to hear it: agents announce commands and modes before anything is asked. */
  #unheard: Update[] = []
  #unheardBytes = 0

  constructor(id: string, place: SessionPlace | undefined, shared: Shared<Update>) {
    this.id = id
    this.roots = place === undefined ? [] : [place.cwd, ...(place.additionalDirectories ?? [])]
    this.#conversation = shared.conversation
    this.#allowance = shared.allowance
    this.#log = shared.log
  }

  /** The turns that are not over, oldest first. */
  get turns(): readonly Turn<Update>[] {
    return this.#turns
  }

  /** Sends a message to the agent. */
  prompt(message: string | readonly object[]): Turn<Update> {
    const blocks =
      typeof message === 'string' ? [{ type: 'text', text: message }] : (message as readonly PromptBlock[])
    const turn = new Turn<Update>(() => this.cancel())
    this.#isCancelled = false
    this.#turns.push(turn)
    this.#conversation.start(this, turn, blocks)
    return turn
  }

  /** Asks the agent to stop, and dismisses every question it has asked. */
  cancel(): void {
    this.#isCancelled = this.#turns.length > 0
    this.#conversation.cancel(this)
    for (const controller of this.#pending) controller.abort()
  }

  /** Learns of every update, also outside of turns, and of those nobody has heard yet. Returns a function that ends it. */
  onUpdate(listener: UpdateListener<Update>): () => void {
    this.#listeners.add(listener)
    const unheard = this.#unheard
    this.#unheard = []
    this.#allowance.giveBack(this.#unheardBytes)
    this.#unheardBytes = 0
    for (const update of unheard) void this.#tell(listener, update)
    return () => this.#listeners.delete(listener)
  }

  /** Takes an update of the wire; a promise slows the agent down. */
  deliver(update: Update, size: number): Promise<void> | undefined {
    const turn = this.#turns[0]
    const slowed = turn?.push(update, size)
    if (this.#listeners.size > 0) return this.#tellAll(update, slowed)
    if (turn === undefined) this.#keepUnheard(update, size)
    return slowed
  }

  /** What comes from here on belongs to the next turn, or to none. */
  endUpdates(turn: Turn<Update>): void {
    const index = this.#turns.indexOf(turn)
    if (index >= 0) this.#turns.splice(index, 1)
    if (this.#turns.length === 0) this.#isCancelled = false
    turn.endUpdates()
  }

  /** A signal for a question that a cancel dismisses; release it when the question is answered. */
  question(signal: AbortSignal): { readonly signal: AbortSignal; readonly release: () => void } {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    this.#pending.add(controller)
    signal.addEventListener('abort', abort, { once: true })
    // A question that crossed our cancel on the way belongs to the turn that was cancelled.
    if (signal.aborted || this.#isCancelled) abort()
    const release = (): void => {
      this.#pending.delete(controller)
      signal.removeEventListener('abort', abort)
    }
    return { signal: controller.signal, release }
  }

  /** The next update waits until every listener has done with this one, as it waits for a slow reader. */
  #tellAll(update: Update, slowed: Promise<void> | undefined): Promise<void> | undefined {
    const busy = [...this.#listeners].map(listener => this.#tell(listener, update))
    const waits = [slowed, ...busy].filter(each => each !== undefined)
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => {})
  }

  /** A listener that fails costs neither the turn nor the other listeners their update. */
  #tell(listener: UpdateListener<Update>, update: Update): Promise<void> | undefined {
    const failed = (error: unknown): void =>
      this.#log.write({
        level: 'error',
        event: 'listener_failed',
        error,
        message: 'an update listener failed',
      })
    try {
      const running = listener(update)
      return isThenable(running) ? Promise.resolve(running).then(() => {}, failed) : undefined
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  #keepUnheard(update: Update, size: number): void {
    if (this.#unheard.length >= MOST_UNHEARD || !this.#allowance.take(size))
      return this.#log.write({
        level: 'warn',
        event: 'update_dropped',
        message: 'nobody listens to the session',
      })
    this.#unheard.push(update)
    this.#unheardBytes += size
  }
}
