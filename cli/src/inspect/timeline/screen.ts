/** The terminal of the inspector: keys in, pictures out, in one process. Knows nothing of what is shown. */

import { HeldTerminal } from '../../chat/front/held-terminal.js'
import type { Frame, Size } from '../../chat/screen/frame.js'
import type { Input } from '../../chat/screen/input.js'
import { KeyDecoder } from '../../chat/terminal/key-decoder.js'
import { Painter } from '../../chat/terminal/painter.js'
import { depthOf } from '../../chat/terminal/theme.js'
import type { Shell } from '../../shell.js'

const ESCAPE_MILLISECONDS = 30
const FRAME_MILLISECONDS = 16
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

export interface ScreenOptions {
  /** The picture as it should stand now. */
  frame(size: Size): Frame
  hear(input: Input): void
}

/** Holds the terminal until it is closed; whatever happens it is given back as it was. */
export class Screen {
  readonly #shell: Shell
  readonly #options: ScreenOptions
  readonly #terminal: HeldTerminal
  readonly #painter: Painter
  readonly #decoder = new KeyDecoder()
  readonly #undo: (() => void)[] = []
  #escaping: NodeJS.Timeout | undefined
  #drawing: NodeJS.Timeout | undefined
  #isWriting = false
  #isWanted = false
  #drawnAt = 0
  #close: (exitCode: number) => void = () => {}
  /** Resolves with an exit code. */
  readonly closed: Promise<number>

  constructor(shell: Shell, options: ScreenOptions) {
    this.#shell = shell
    this.#options = options
    this.#terminal = new HeldTerminal(shell)
    this.#painter = new Painter(this.#terminal.size, { isDark: true, depth: depthOf(shell.env) })
    this.closed = new Promise(resolve => {
      this.#close = resolve
    })
  }

  get size(): Size {
    return this.#terminal.size
  }

  open(): void {
    this.#terminal.take({ isFirst: true })
    const { stdin, stdout } = this.#shell
    this.#on(stdin, 'data', (bytes: Buffer) => this.#read(bytes))
    this.#on(stdin, 'end', () => this.close(SIGNALS.SIGHUP))
    this.#on(stdin, 'error', () => this.close(SIGNALS.SIGHUP))
    this.#on(stdout, 'error', () => this.close(SIGNALS.SIGHUP))
    this.#on(stdout, 'resize', () => this.#resize())
    for (const [signal, exitCode] of Object.entries(SIGNALS))
      this.#on(process, signal, () => this.close(exitCode))
    this.draw()
  }

  /** Soon; many wishes within a moment are one picture. */
  draw(): void {
    this.#isWanted = true
    if (this.#isWriting || this.#drawing !== undefined) return
    const wait = Math.max(0, FRAME_MILLISECONDS - (performance.now() - this.#drawnAt))
    this.#drawing = setTimeout(() => this.#drawNow(), wait)
  }

  close(exitCode: number): void {
    clearTimeout(this.#escaping)
    clearTimeout(this.#drawing)
    for (const undo of this.#undo.splice(0)) undo()
    void this.#terminal.whenWritten().then(() => {
      this.#terminal.release()
      this.#close(exitCode)
    })
  }

  #drawNow(): void {
    this.#drawing = undefined
    this.#isWanted = false
    this.#drawnAt = performance.now()
    const bytes = Buffer.from(this.#painter.paint(this.#options.frame(this.size)))
    if (bytes.length === 0) return
    this.#isWriting = true
    void this.#terminal.write(bytes, this.#painter.isFull).then(() => {
      this.#isWriting = false
      if (this.#isWanted) this.draw()
    })
  }

  #read(bytes: Buffer): void {
    clearTimeout(this.#escaping)
    for (const input of this.#decoder.decode(bytes)) this.#hear(input)
    if (!this.#decoder.isWaiting) return
    this.#escaping = setTimeout(() => {
      for (const input of this.#decoder.flush()) this.#hear(input)
    }, ESCAPE_MILLISECONDS)
  }

  #hear(input: Input): void {
    if (input.type === 'background') this.#painter.dress({ ...this.#painter.theme, isDark: input.isDark })
    else this.#options.hear(input)
    this.draw()
  }

  #resize(): void {
    this.#painter.resize(this.size)
    this.#options.hear({ type: 'resize', size: this.size })
    this.draw()
  }

  #on(source: NodeJS.EventEmitter, event: string, call: (...values: never[]) => void): void {
    const listener = call as (...values: unknown[]) => void
    source.on(event, listener)
    this.#undo.push(() => source.off(event, listener))
  }
}
