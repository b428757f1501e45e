/** The loop: an event makes the next model, effects are handed to who carries them out, and the terminal gets a picture. */

import { messageOf } from '../../failure.js'
import type { Effect } from '../effect.js'
import type { ChatEvent } from '../event.js'
import type { HeldKey, Model } from '../model/model.js'
import type { Stage } from '../model/talk.js'
import { isAtWork } from '../model/talk-state.js'
import type { Asked, Ways } from '../screen/frame.js'
import { leftOf } from '../update/held.js'
import { update } from '../update/update.js'
import type { Hands } from '../work/hands.js'
import { farewell } from './farewell.js'
import { Printer } from './printer.js'
import { describeSelf, type SelfDescription } from './self-description.js'
import type { Terminal } from './terminal.js'

export interface ChatMeans {
  readonly terminal: Terminal
  readonly model: Model
  readonly now: () => number
  /** What others come to this program by. */
  readonly id: string
  /** How this program is called by whoever started it. */
  readonly command: string
  /** Why they cannot; nothing where they can. */
  readonly whyUnreachable: () => Promise<string | undefined>
  /** Gives the terminal to another program of this kind, and goes on without it. */
  readonly sendOn: (chat: string) => Promise<void>
  /** Tells others what is talked about here. */
  readonly describe: (self: SelfDescription) => void
}

/** No more pictures than people can see; what they type is shown at once. */
const FRAME_MILLISECONDS = 33
const TICK_MILLISECONDS = 125
/** Who leaves waits for no more than this of what is still to be printed. */
const LAST_PICTURES = 20

export class Chat {
  readonly #means: ChatMeans
  readonly #printer = new Printer()
  #model: Model
  #paintedAt = 0
  /** Something happened that no picture shows yet, and whether somebody waits for it. */
  #unseen: 'soon' | 'later' | undefined
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Immediate | undefined
  #tick: NodeJS.Timeout | undefined
  /** The letter that waits, and what ends its moment. */
  #held: HeldKey | undefined
  #release: NodeJS.Timeout | undefined
  #end: (exitCode: number) => void = () => {}
  #isOver = false
  #hands: readonly Hands[] | undefined
  /** To be done when there is somebody to do it. */
  #undone: Effect[] = []
  /** What others were told last. */
  #told = ''
  /** The question in the last picture. */
  #painted: Asked | undefined
  #paintedWays: Ways | undefined
  #isSuspended = false

  constructor(means: ChatMeans) {
    this.#means = means
    this.#model = means.model
  }

  get model(): Model {
    return this.#model
  }

  /** An agent does something, or is about to. */
  get isAtWork(): boolean {
    return this.#model.talks.some(
      talk => isAtWork(talk) || isUnderWay(talk.stage) || talk.shell !== undefined,
    )
  }

  /** Resolves to the exit code when somebody leaves. */
  run(): Promise<number> {
    const { terminal } = this.#means
    terminal.listen(input => this.tell(input))
    terminal.whenReady(() => this.#ready())
    const over = new Promise<number>(resolve => {
      this.#end = resolve
    })
    this.#paint()
    this.#keepTime()
    return over
  }

  /** Somebody to do things has come. */
  equip(hands: readonly Hands[], first: readonly Effect[]): void {
    this.#hands = hands
    const undone = this.#undone
    this.#undone = []
    for (const effect of [...first, ...undone]) this.#carryOut(effect)
  }

  readonly tell = (event: ChatEvent): void => {
    if (this.#isOver) return
    const [model, effects] = update(this.#model, { event, now: this.#means.now() })
    this.#model = model
    for (const effect of effects) this.#carryOut(effect)
    this.#keepTime()
    if (event.type === 'key' || event.type === 'paste' || event.type === 'resize') this.#unseen = 'soon'
    this.#unseen ??= 'later'
    this.#describe()
    this.#paintUnseen()
  }

  #carryOut(effect: Effect): void {
    const { terminal } = this.#means
    switch (effect.do) {
      case 'notify':
        return terminal.notify(effect.title, effect.body)
      case 'suspend':
        this.#isSuspended = true
        return terminal.suspend()
      case 'redraw':
        this.#printer.forget()
        return terminal.forget()
      case 'detach':
        return void this.#detach()
      case 'attach':
        return void this.#sendOn(effect.chat)
      case 'quit':
        return void this.#quit(effect.exitCode)
      default:
        if (this.#hands === undefined) this.#undone.push(effect)
        // The first who knows how does it.
        else this.#hands.some(each => each.take(effect))
    }
  }

  #warn(error: unknown): void {
    this.tell({
      type: 'remark',
      text: messageOf(error),
      kind: 'warning',
    })
  }

  async #sendOn(chat: string): Promise<void> {
    await this.#means.sendOn(chat).catch(error => this.#warn(error))
    this.#printer.forget()
    this.#describe()
  }

  async #detach(): Promise<void> {
    const { terminal, whyUnreachable } = this.#means
    const why = await whyUnreachable()
    if (why !== undefined) return this.#warn(new Error(`It would never be found again: ${why}`))
    await terminal.detach(farewell(this.#model, 'detached', this.#means)).catch(error => this.#warn(error))
    this.#printer.forget()
    this.#describe()
  }

  async #quit(exitCode: number): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    clearInterval(this.#tick)
    clearTimeout(this.#release)
    clearImmediate(this.#soon)
    const { terminal } = this.#means
    this.#model = { ...this.#model, page: undefined }
    this.#paintLast()
    // Who leaves gets the terminal back at once; what ends behind it does so within bounds.
    const closing = Promise.all((this.#hands ?? []).map(each => each.close()))
    if (terminal.isAttached)
      await terminal.leave(farewell(this.#model, 'left', this.#means), exitCode).catch(() => {})
    await closing
    this.#end(exitCode)
  }

  /** The terminal has taken what it was given: what is asked there can be read from now on. */
  #ready(): void {
    if (this.#isSuspended) this.tell({ type: 'returned' })
    this.#isSuspended = false
    this.#tellPainted()
    this.#paintUnseen()
  }

  #paintUnseen(): void {
    if (this.#unseen === 'soon') this.#paintSoon()
    else if (this.#unseen === 'later') this.#paintLater()
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
    const frame = this.#printer.frame(this.#model)
    terminal.paint(frame)
    this.#unseen = this.#printer.hasMore ? 'soon' : undefined
    this.#painted = frame.asked
    this.#paintedWays = frame.ways
    // Where nothing had to be written nothing is waited for.
    if (terminal.isReady) this.#tellPainted()
  }

  /** Others are told whenever something of it is another thing. */
  #describe(): void {
    const { terminal, describe } = this.#means
    const self = describeSelf(this.#model)
    const told = `${self.state} ${terminal.isAttached} ${self.title}`
    if (told !== this.#told) describe(self)
    this.#told = told
  }

  #tellPainted(): void {
    const { questionId, isCramped = false } = this.#painted ?? {}
    const { seen, isSeenCramped = false, seenWays } = this.#model
    const ways = this.#paintedWays
    const isOther = ways?.methods !== seenWays?.methods || ways?.count !== seenWays?.count
    if (questionId !== seen || isCramped !== isSeenCramped || isOther)
      this.tell({ type: 'painted', questionId, isCramped, ways })
  }

  /** What was said stays in the scrollback, also where the terminal is slow. */
  #paintLast(): void {
    const { terminal } = this.#means
    let left = terminal.isAttached && !this.#model.isLent ? LAST_PICTURES : 0
    for (; left > 0; left = this.#printer.hasMore ? left - 1 : 0)
      terminal.paint(this.#printer.frame(this.#model))
  }

  /** After whatever has arrived: on a busy machine what was typed long ago may still wait to be read. */
  readonly #tellTime = (): void => void setImmediate(() => this.tell({ type: 'tick' }))

  /** A letter waits its moment, however much happens meanwhile. */
  #keepHeld(): void {
    const { held } = this.#model
    if (held === this.#held && this.#release !== undefined) return
    clearTimeout(this.#release)
    this.#held = held
    this.#release = held && setTimeout(() => this.#endHeld(), leftOf(held, this.#means.now()))
  }

  #endHeld(): void {
    this.#release = undefined
    this.#tellTime()
  }

  /** Time is told while something on the screen changes with it; a program at rest uses none. */
  #keepTime(): void {
    const { remark, leavingUntil, page } = this.#model
    this.#keepHeld()
    const isMoving = this.isAtWork || [remark, leavingUntil, page].some(each => each !== undefined)
    if (isMoving === (this.#tick !== undefined)) return
    clearInterval(this.#tick)
    this.#tick = isMoving ? setInterval(this.#tellTime, TICK_MILLISECONDS) : undefined
  }
}

/** Something of it moves on the screen. */
const isUnderWay = (stage: Stage): boolean =>
  stage.is === 'starting' || (stage.is === 'sign-in' && stage.underWay !== undefined)
