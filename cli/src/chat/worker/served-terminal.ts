/**
 * The terminal as the program with the conversations has it, at the other end of a line that may be closed and may come
 * back from another terminal. Pictures that come while it is busy wait as one, with everything that was settled.
 */

import { sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import type { ToWorker } from '../front/message.js'
import type { Frame, Size } from '../screen/frame.js'
import type { Input } from '../screen/input.js'
import type { Line as ScreenLine } from '../screen/line.js'
import { KeyDecoder } from '../terminal/key-decoder.js'
import { Painter } from '../terminal/painter.js'
import { reflowOf } from '../terminal/reflow.js'
import { withText } from '../terminal/text-run.js'
import { depthOf } from '../terminal/theme.js'
import type { FrontLine } from './front-line.js'
import type { Lending, Terminal } from './terminal.js'

export type Hello = Extract<ToWorker, { is: 'hello' }>

const ESCAPE_MILLISECONDS = 30
const LEAVING_MILLISECONDS = 3_000
const MOST_NOTICE = 200

/** Who waits for the end of a program that has the terminal. */
interface Borrower {
  resolve(exitCode: number): void
  reject(error: Error): void
}

export class ServedTerminal implements Terminal {
  #line: FrontLine | undefined
  #painter: Painter
  #size: Size
  #decoder = new KeyDecoder()
  #escaping: NodeJS.Timeout | undefined
  readonly #theme: 'auto' | 'dark' | 'light'
  #hear: (input: Input) => void = () => {}
  /** What came before anybody listened. */
  #unheard: Input[] | undefined = []
  #ready: () => void = () => {}
  /** Settled, and not yet printed: there is no place for it while the other screen is shown. */
  #unprinted: ScreenLine[] = []
  #waiting: Frame | undefined
  #last: Frame | undefined
  /** With the front, and not yet with the terminal. */
  #unwritten = 0
  #away: 'lent' | 'suspended' | undefined
  #lending: Borrower | undefined

  constructor(hello: Hello) {
    this.#theme = hello.settings?.theme ?? 'auto'
    this.#size = hello.size
    this.#painter = this.#painterFor(hello)
  }

  get size(): Size {
    return this.#size
  }

  get isAttached(): boolean {
    return this.#line !== undefined
  }

  get isReady(): boolean {
    return this.#line !== undefined && this.#unwritten === 0 && this.#away === undefined
  }

  listen(hear: (input: Input) => void): void {
    this.#hear = hear
    const unheard = this.#unheard ?? []
    this.#unheard = undefined
    for (const input of unheard) hear(input)
  }

  whenReady(call: () => void): void {
    this.#ready = call
  }

  /** Another terminal takes the place of the one that was there. */
  attach(line: FrontLine, hello: Hello): void {
    // What is said last stands by itself, not in the middle of a picture.
    if (this.#line !== undefined && this.#away === undefined) this.#send(this.#painter.park())
    void this.#dismiss()?.end({ is: 'taken-over' })
    this.#line = line
    this.#size = hello.size
    this.#painter = this.#painterFor(hello)
    this.#decoder = new KeyDecoder()
  }

  /** The line is closed; whoever still had something there is told. */
  lose(line: FrontLine): boolean {
    if (line !== this.#line) return false
    this.#dismiss()
    return true
  }

  /** Whether this is the line of the terminal that is there now. */
  serves(line: FrontLine): boolean {
    return line === this.#line
  }

  take(line: FrontLine, message: ToWorker): void {
    if (!this.serves(line)) return
    if (message.is === 'input') this.#read(message.bytes)
    else if (message.is === 'resize') this.#resize(message.size)
    else if (message.is === 'taken') this.#settle(message.bytes)
    else if (message.is === 'lent') this.#return(({ resolve }) => resolve(message.exitCode))
    else if (message.is === 'not-lent') this.#return(({ reject }) => reject(new Error(message.message)))
    else if (message.is === 'back') this.#return(() => {})
  }

  paint(frame: Frame): void {
    if (this.#line === undefined) return
    // One by one: there may be more of them than a call takes.
    for (const line of frame.settled) this.#unprinted.push(line)
    if (this.isReady) this.#draw(frame)
    else this.#waiting = frame
  }

  forget(): void {
    this.#painter.forget()
  }

  lend({ argv, cwd, env }: Lending): Promise<number> {
    const line = this.#line
    if (line === undefined || this.#away !== undefined)
      return Promise.reject(new Error('there is no terminal to lend'))
    this.#send(this.#painter.park())
    this.#away = 'lent'
    return new Promise((resolve, reject) => {
      this.#lending = { resolve, reject }
      line.tell({ is: 'lend', argv, cwd, env })
    })
  }

  notify(title: string, body: string): void {
    const [first, second] = [title, body].map(text =>
      sanitizeLine(text).replaceAll(';', ',').slice(0, MOST_NOTICE),
    )
    if (this.#painter.theme.depth === 'plain') return this.#send('\x07')
    if (this.#away === undefined)
      this.#send(`\x07\x1b]9;${first}: ${second}\x07\x1b]777;notify;${first};${second}\x07`)
  }

  suspend(): void {
    if (this.#line === undefined || this.#away !== undefined) return
    this.#send(this.#painter.park())
    this.#away = 'suspended'
    this.#line.tell({ is: 'suspend' })
  }

  async leave(lines: readonly string[], exitCode: number): Promise<void> {
    this.#park()
    await this.#dismiss()?.end({ is: 'leave', lines: lines.map(clean), exitCode }, LEAVING_MILLISECONDS)
  }

  async detach(lines: readonly string[]): Promise<void> {
    this.#park()
    await this.#dismiss()?.end({ is: 'detach', lines: lines.map(clean) }, LEAVING_MILLISECONDS)
  }

  /** Gives the terminal to another worker and goes on without one. */
  async sendOn(id: string): Promise<void> {
    this.#park()
    await this.#dismiss()?.end({ is: 'go', id }, LEAVING_MILLISECONDS)
  }

  /** What waited is printed first: it is the last that is seen of the conversation here. */
  #park(): void {
    if (this.#away !== undefined) return
    const settled = this.#unprinted.splice(0)
    const parked = this.#painter.park()
    this.#send(settled.length === 0 ? parked : parked + this.#painter.paint({ ...EMPTY_FRAME, settled }))
  }

  #draw(frame: Frame): void {
    this.#waiting = undefined
    this.#last = frame
    this.#send(this.#painter.paint({ ...frame, settled: frame.isFull ? [] : this.#unprinted.splice(0) }))
  }

  #painterFor({ size, terminal }: Hello): Painter {
    const [, behind] = /;([0-9]+)$/.exec(terminal.COLORFGBG ?? '') ?? []
    const isDark = this.#theme === 'auto' ? behind !== '7' && behind !== '15' : this.#theme === 'dark'
    return new Painter(size, { isDark, depth: depthOf(terminal) }, reflowOf(terminal))
  }

  #dismiss(): FrontLine | undefined {
    const line = this.#line
    this.#line = undefined
    this.#unwritten = 0
    this.#away = undefined
    this.#unprinted = []
    this.#waiting = undefined
    this.#last = undefined
    clearTimeout(this.#escaping)
    this.#lending?.reject(new Error('the terminal is gone'))
    this.#lending = undefined
    return line
  }

  #send(text: string): void {
    if (text === '' || this.#line === undefined) return
    const bytes = Buffer.from(text)
    this.#unwritten += bytes.length
    this.#line.output(bytes, this.#painter.isFull)
  }

  #settle(bytes: number): void {
    this.#unwritten = Math.max(0, this.#unwritten - bytes)
    this.#goOn()
  }

  #goOn(): void {
    if (!this.isReady) return
    if (this.#waiting !== undefined) this.#draw(this.#waiting)
    if (this.isReady) this.#ready()
  }

  #return(answer: (borrower: Borrower) => void): void {
    this.#away = undefined
    this.#send(this.#painter.arrive())
    this.#waiting ??= this.#last
    if (this.#lending !== undefined) answer(this.#lending)
    this.#lending = undefined
    this.#goOn()
  }

  #resize(size: Size): void {
    const { columns, rows } = this.#size
    if (columns === size.columns && rows === size.rows) return
    this.#size = size
    this.#painter.resize(size)
    this.#give({ type: 'resize', size })
  }

  #read(bytes: Uint8Array): void {
    clearTimeout(this.#escaping)
    for (const input of withText(this.#decoder.decode(bytes))) this.#give(input)
    if (!this.#decoder.isWaiting) return
    this.#escaping = setTimeout(() => {
      for (const input of this.#decoder.flush()) this.#give(input)
    }, ESCAPE_MILLISECONDS)
  }

  #give(input: Input): void {
    if (input.type === 'background' && this.#theme === 'auto')
      this.#painter.dress({ ...this.#painter.theme, isDark: input.isDark })
    if (this.#unheard === undefined) this.#hear(input)
    else this.#unheard.push(input)
  }
}

const EMPTY_FRAME: Frame = { settled: [], live: [], isFull: false, title: '' }

const clean = (line: string): string => sanitizeForDisplay(line)
