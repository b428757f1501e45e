/** The loop: an event makes the next model, effects are handed to who carries them out, and the terminal gets a picture. */

import type { Effect } from '../effect.js'
import type { ChatEvent } from '../event.js'
import type { Model } from '../model/model.js'
import { update } from '../update/update.js'
import type { Hands } from '../work/hands.js'
import { farewell } from './farewell.js'
import { Printer } from './printer.js'
import type { Terminal } from './terminal.js'

export interface ChatMeans {
  readonly terminal: Terminal
  readonly hands: readonly Hands[]
  readonly model: Model
  readonly now: () => number
  /** Takes the place of another program of this kind. */
  readonly attach: (chat: string) => Promise<void>
}

/** No more pictures than people can see; what they type is shown at once. */
const FRAME_MILLISECONDS = 33
const TICK_MILLISECONDS = 125

export class Chat {
  readonly #means: ChatMeans
  readonly #printer = new Printer()
  #model: Model
  #paintedAt = 0
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Immediate | undefined
  #tick: NodeJS.Timeout | undefined
  #end: (exitCode: number) => void = () => {}
  #isOver = false

  constructor(means: ChatMeans) {
    this.#means = means
    this.#model = means.model
  }

  get model(): Model {
    return this.#model
  }

  /** Resolves to the exit code when somebody leaves. */
  run(first: readonly Effect[]): Promise<number> {
    const { terminal } = this.#means
    terminal.listen(input => this.tell(input))
    terminal.whenReady(() => this.#paint())
    const over = new Promise<number>(resolve => {
      this.#end = resolve
    })
    this.#paint()
    for (const effect of first) this.#carryOut(effect)
    this.#keepTime()
    return over
  }

  readonly tell = (event: ChatEvent): void => {
    if (this.#isOver) return
    const [model, effects] = update(this.#model, { event, now: this.#means.now() })
    this.#model = model
    for (const effect of effects) this.#carryOut(effect)
    this.#keepTime()
    if (event.type === 'key' || event.type === 'paste' || event.type === 'resize') this.#paintSoon()
    else this.#paintLater()
  }

  #carryOut(effect: Effect): void {
    const { terminal, hands, attach } = this.#means
    switch (effect.do) {
      case 'notify':
        return terminal.notify(effect.title, effect.body)
      case 'suspend':
        return terminal.suspend()
      case 'redraw':
        this.#printer.forget()
        return terminal.forget()
      case 'detach':
        return void this.#detach()
      case 'attach':
        return void attach(effect.chat).catch(error => this.#warn(error))
      case 'quit':
        return void this.#quit(effect.exitCode)
      default:
        // The first who knows how does it.
        hands.some(each => each.take(effect))
    }
  }

  #warn(error: unknown): void {
    this.tell({
      type: 'remark',
      text: error instanceof Error ? error.message : String(error),
      kind: 'warning',
    })
  }

  async #detach(): Promise<void> {
    const { terminal } = this.#means
    await terminal.detach(farewell(this.#model, 'detached')).catch(error => this.#warn(error))
    this.#printer.forget()
  }

  async #quit(exitCode: number): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    clearInterval(this.#tick)
    clearImmediate(this.#soon)
    const { terminal, hands } = this.#means
    this.#model = { ...this.#model, page: undefined }
    this.#paint()
    // Who leaves gets the terminal back at once; what ends behind it does so within bounds.
    const closing = Promise.all(hands.map(each => each.close()))
    if (terminal.isAttached) await terminal.leave(farewell(this.#model, 'left'), exitCode).catch(() => {})
    await closing
    this.#end(exitCode)
  }

  #paintSoon(): void {
    this.#soon ??= setImmediate(() => this.#paint())
  }

  #paintLater(): void {
    if (this.#soon !== undefined || this.#timer !== undefined) return
    const wait = this.#paintedAt + FRAME_MILLISECONDS - performance.now()
    if (wait <= 0) this.#paintSoon()
    else this.#timer = setTimeout(() => this.#paint(), wait)
  }

  #paint(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#soon)
    this.#timer = undefined
    this.#soon = undefined
    const { terminal } = this.#means
    if (!terminal.isAttached || !terminal.isReady || this.#model.isLent) return
    this.#paintedAt = performance.now()
    terminal.paint(this.#printer.frame(this.#model))
  }

  /** Time is told while something on the screen changes with it; a program at rest uses none. */
  #keepTime(): void {
    const { talks, remark, leavingUntil, page } = this.#model
    const isMoving =
      talks.some(({ turn, stage }) => turn !== undefined || stage.is === 'starting') ||
      [remark, leavingUntil, page].some(each => each !== undefined)
    if (isMoving === (this.#tick !== undefined)) return
    clearInterval(this.#tick)
    this.#tick = isMoving ? setInterval(() => this.tell({ type: 'tick' }), TICK_MILLISECONDS) : undefined
  }
}
