/** The prompts of one session: which of them are with the agent, which wait, and what becomes of each at the end. */

import { reasonOf, type Version } from '../protocol/index.js'
import { RETELLING } from '../thread/index.js'
import { type Message, refusalOf, toBlocks } from './content.js'
import type { LiveSession, Shared } from './live-session.js'
import { LivePromptQueue } from './prompt-queue.js'
import { sessionClosed } from './request.js'
import type { CancelOptions } from './session.js'
import { LiveTurn, type PromptOptions, type TurnOwner } from './turn.js'

/** The agent's word for it, or our own when the call was given up here. */
function isCallOff(error: unknown): boolean {
  return reasonOf(error) === 'request_cancelled' || (error instanceof Error && error.name === 'AbortError')
}

export class Turns implements TurnOwner {
  readonly queue = new LivePromptQueue(() => this.#advance())
  /** With the agent, oldest first. */
  readonly running: LiveTurn[] = []
  readonly #session: LiveSession
  readonly #shared: Shared
  /** While the session is being closed nothing new is sent. */
  isPaused = false
  #end: Error | undefined

  constructor(session: LiveSession, shared: Shared) {
    this.#session = session
    this.#shared = shared
  }

  /** Whether a prompt may be sent again after signing in, so that a refusal is not its end. */
  get canSignIn(): boolean {
    return this.#shared.signIn !== undefined
  }

  get isEnded(): boolean {
    return this.#end !== undefined
  }

  add(message: Message<Version>, options: PromptOptions): LiveTurn {
    const turn = new LiveTurn(this, toBlocks(message), options._meta)
    const { peer, spelling } = this.#shared
    const refusal = this.#refusal() ?? refusalOf(turn.message, peer.agreement?.agreed.agent ?? {})
    if (refusal !== undefined) this.#drop(turn, () => turn.fail(refusal))
    else if (options.signal?.aborted) this.#takeOut(turn)
    else if ((options.queue ?? spelling.holdsPrompts) && this.#isBusy) this.queue.add(turn)
    else this.#start(turn)
    if (options.signal !== undefined && !turn.isOver) this.#watch(turn, options.signal)
    return turn
  }

  /** Stops what runs; what waits is held unless said otherwise. */
  async cancel({ queue = 'hold' }: CancelOptions = {}): Promise<void> {
    const running = [...this.running]
    if (queue === 'hold') this.queue.hold()
    if (queue === 'clear') this.queue.clear()
    this.#stop()
    await Promise.all(running.map(turn => turn.whenOver()))
  }

  takeBack(turn: LiveTurn): boolean {
    if (!this.queue.remove(turn)) return false
    this.#takeOut(turn)
    return true
  }

  /** What comes from here on belongs to the next turn, or to none. */
  endUpdates(turn: LiveTurn): void {
    const index = this.running.indexOf(turn)
    if (index >= 0) this.running.splice(index, 1)
    if (this.running.length === 0) this.#session.questions.reset()
    // Nothing comes behind it that could say so.
    if (this.#session.isRetold) void turn.push({ sessionUpdate: RETELLING, state: 'ends' }, 0)
    turn.endUpdates()
    this.#session.endTurn()
    this.#advance()
  }

  /** The agent did not carry a prompt out. */
  refuse(turn: LiveTurn, error: unknown): void {
    if (this.#mayRepeat(turn, error)) return void this.#repeat(turn, error)
    // Whoever asked for the end got it, however the agent words that.
    if (turn.isCancelled && isCallOff(error)) turn.settle({ stopReason: 'cancelled' })
    else turn.fail(error)
    this.#shared.peer.behind(this.#session.id, () => this.endUpdates(turn))
  }

  /** Nothing more comes of anything: what runs and what waits fails. */
  end(error: Error): void {
    this.#end = error
    for (const turn of this.queue.turns) {
      this.queue.remove(turn)
      this.#drop(turn, () => turn.fail(error))
    }
    for (const turn of [...this.running]) {
      turn.fail(error)
      this.#shared.peer.behind(this.#session.id, () => this.endUpdates(turn))
    }
  }

  /** Goes on after a close that came to nothing. */
  resume(): void {
    this.isPaused = false
    this.#advance()
  }

  get #isBusy(): boolean {
    return this.running.length > 0
  }

  #refusal(): Error | undefined {
    return this.#end ?? (this.isPaused ? sessionClosed('the session is being closed') : undefined)
  }

  #advance(): void {
    if (this.#isBusy || this.isPaused || this.isEnded) return
    const next = this.queue.takeNext()
    if (next !== undefined) this.#start(next)
  }

  #start(turn: LiveTurn): void {
    turn.state = 'running'
    this.#session.questions.reset()
    this.running.push(turn)
    this.#shared.conversation.start(this.#session, turn)
  }

  #stop(): void {
    for (const turn of this.running) turn.callOff()
    this.#shared.conversation.cancel(this.#session)
    this.#session.questions.dismissAll(this.#isBusy)
    this.#shared.attendance?.cancelled(this.#session.id)
  }

  /** A prompt that waits at the agent is called off alone; what the agent works on goes on. */
  withdraw(turn: LiveTurn): boolean {
    if (this.running[0] === turn) return false
    turn.callOff()
    return this.#shared.conversation.withdraw?.(turn) ?? false
  }

  #takeOut(turn: LiveTurn): void {
    this.#drop(turn, () => turn.settle({ stopReason: 'cancelled' }))
  }

  #drop(turn: LiveTurn, finish: () => void): void {
    finish()
    turn.endUpdates()
  }

  /** A signal ends its own prompt; it is no word on those behind it. */
  #watch(turn: LiveTurn, signal: AbortSignal): void {
    const abort = (): void => {
      if (!turn.isOver && !this.takeBack(turn) && !this.withdraw(turn)) this.#stop()
    }
    signal.addEventListener('abort', abort, { once: true })
    void turn.whenOver().then(() => signal.removeEventListener('abort', abort))
  }

  /** Only what the agent has not begun is asked twice, and only once. */
  #mayRepeat(turn: LiveTurn, error: unknown): boolean {
    if (!this.canSignIn || reasonOf(error) !== 'auth_required') return false
    return !(turn.hasBegun || turn.isRepeated || turn.isCancelled || this.isEnded)
  }

  async #repeat(turn: LiveTurn, refusal: unknown): Promise<void> {
    turn.isRepeated = true
    const failure = await this.#signIn(refusal)
    if (turn.isOver) return
    if (failure === undefined && !turn.isCancelled)
      return this.#shared.conversation.start(this.#session, turn)
    if (turn.isCancelled) turn.settle({ stopReason: 'cancelled' })
    else turn.fail(failure)
    this.endUpdates(turn)
  }

  /** Why the prompt still cannot be sent, if it cannot. */
  async #signIn(refusal: unknown): Promise<unknown> {
    try {
      return (await this.#shared.signIn?.()) ? undefined : refusal
    } catch (error) {
      return error
    }
  }
}
