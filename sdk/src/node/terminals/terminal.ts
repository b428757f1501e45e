/** One terminal: a command, the last of its output, and its end. */

import { rpcError } from '../../protocol/index.js'
import { after } from '../deadline.js'
import { LiveView, type Show } from './live-view.js'
import type { TerminalLimits } from './options.js'
import { OutputRing } from './output-ring.js'
import type { Exit, Order, Running, Start } from './running.js'

/** What a terminal is made of. */
export interface TerminalPlan {
  readonly id: string
  readonly sessionId: string
  readonly byteLimit: number
  readonly limits: TerminalLimits
  readonly show: Show | undefined
}

/** Where the output goes. */
interface Outlets {
  readonly ring: OutputRing
  readonly view: LiveView | undefined
}

/** A terminal. It may outlive its command, until it is released. */
export class Terminal {
  readonly id: string
  readonly sessionId: string
  /** The command is gone, and all it printed is there. */
  readonly ended: Promise<Exit>
  readonly #ring: OutputRing
  readonly #view: LiveView | undefined
  readonly #patience: number
  #running: Running | undefined
  #exit: Exit | undefined
  #killing: Promise<void> | undefined
  readonly #timer: NodeJS.Timeout | undefined
  #isOverdue = false

  /** Resolves when the command runs; rejects with the reason why it cannot. */
  static async start(start: Start, order: Order, plan: TerminalPlan): Promise<Terminal> {
    const ring = new OutputRing(plan.byteLimit)
    const view = plan.show === undefined ? undefined : new LiveView(plan.show)
    const running = await start(order, bytes => {
      ring.append(bytes)
      view?.push(bytes)
    })
    return new Terminal(running, { ring, view }, plan)
  }

  private constructor(running: Running, { ring, view }: Outlets, plan: TerminalPlan) {
    this.id = plan.id
    this.sessionId = plan.sessionId
    this.#ring = ring
    this.#view = view
    this.#running = running
    this.#patience = plan.limits.patience
    this.ended = this.#watch(running)
    this.#timer = after(plan.limits.wallMilliseconds, () => this.#stopOverdue())
    this.#timer?.unref()
  }

  /** How much memory the output takes. */
  get byteSize(): number {
    return this.#ring.byteSize
  }

  /** Keeps no more of the output than its end. */
  trim(bytes: number): void {
    this.#ring.trim(bytes)
  }

  /** Whoever listens has heard everything so far. */
  async shown(): Promise<void> {
    await this.#view?.settled()
  }

  get isRunning(): boolean {
    return this.#exit === undefined
  }

  /** The output so far, in the words of the protocol. */
  get report(): { output: string; truncated: boolean; exitStatus: Exit | null; _meta?: Meta } {
    const { text, isTruncated } = this.#ring.read()
    return { output: text, truncated: isTruncated, exitStatus: this.#exit ?? null, ...this.#meta }
  }

  /** How it ended, in the words of the protocol; an error as soon as nobody waits for it. */
  async waitForExit(signal: AbortSignal): Promise<Exit & { _meta?: Meta }> {
    const exit = await untilAborted(this.ended, signal)
    return { ...exit, ...this.#meta }
  }

  /** Ends the command with everything it started, also what it left behind; the output stays. */
  kill(): Promise<void> {
    this.#killing ??= this.#kill()
    return this.#killing
  }

  async #kill(): Promise<void> {
    const running = this.#running
    if (running === undefined) return
    await running.family.kill({ exited: running.exited, patience: this.#patience })
    await this.ended
    clearTimeout(this.#timer)
    running.stop()
    this.#running = undefined
  }

  async #watch(running: Running): Promise<Exit> {
    const exit = await running.exited
    await running.drained
    this.#exit = exit
    return exit
  }

  /** The time is not up with the command's end: what it left behind has no more of it. */
  #stopOverdue(): void {
    this.#isOverdue = this.isRunning
    void this.kill()
  }

  /** The agent should know that it was not the command's fault. */
  get #meta(): { readonly _meta?: Meta } {
    return this.#isOverdue ? { _meta: { endedBy: 'time_limit' } } : {}
  }
}

interface Meta {
  readonly [key: string]: unknown
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(rpcError('request_cancelled', 'Nobody waits for the command any more'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
