/** A person at a terminal: a program in a PTY with a home of its own, and a screen that is read back as people see it. */

import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type IPty, spawn } from '@lydell/node-pty'
import type * as Headless from '@xterm/headless'
import { afterAll } from 'vitest'
import { bytesOf } from './keystroke.fixture.js'
import { listProcesses } from './processes.fixture.js'

const { Terminal }: typeof Headless = createRequire(import.meta.url)('@xterm/headless')
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

const cleaning: (() => void)[] = []
afterAll(() => {
  for (const clean of cleaning.splice(0)) clean()
})

export interface Seat {
  /** What is typed behind `parley`. */
  readonly args?: readonly string[]
  /** Another program altogether. */
  readonly argv?: readonly [string, ...string[]]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly columns?: number
  readonly rows?: number
  /** The home of somebody who was here before. */
  readonly home?: string
  /** What the terminal says stands behind the text. */
  readonly background?: string
}

/** A folder for a home; gone after the tests of the file. */
export function makeHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-person-')))
  cleaning.push(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

export interface StyleAt {
  readonly isBold: boolean
  readonly isDim: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
  readonly isInverse: boolean
  /** One of the sixteen or 256, or 24 bits; -1 is the usual colour. */
  readonly foreground: number
  readonly background: number
}

export class Person {
  readonly home: string
  readonly pty: IPty
  readonly terminal: Headless.Terminal
  /** When it began, and when it first wrote something. */
  readonly begun = performance.now()
  firstByte: number | undefined
  title = ''
  bytes = ''
  exitCode: number | undefined
  readonly #ended: Promise<number>
  #isReading = true

  constructor(seat: Seat) {
    const { args = [], argv, env = {}, cwd, columns = 80, rows = 24, home = makeHome() } = seat
    const { background = '0000/0000/0000' } = seat
    this.home = home
    const runtime = join(home, 'run')
    mkdirSync(runtime, { recursive: true, mode: 0o700 })
    const [file, ...words] = argv ?? [process.execPath, MAIN, ...args]
    this.terminal = new Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true })
    this.pty = spawn(file, words, {
      name: env.TERM ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd: cwd ?? home,
      env: { ...surroundings(home, runtime), ...env },
      encoding: null,
    })
    // The last of the output would be lost with the program: as long as somebody holds the other side it is kept.
    const hold = openSync(ptyName(this.pty), constants.O_RDWR | constants.O_NOCTTY)
    this.terminal.onData(answer => this.#isReading && this.pty.write(answer))
    this.terminal.onTitleChange(title => {
      this.title = title
    })
    this.terminal.parser.registerOscHandler(11, data => {
      if (data === '?') this.pty.write(`\x1b]11;rgb:${background}\x1b\\`)
      return true
    })
    const decoder = new TextDecoder()
    this.pty.onData((data: unknown) => {
      this.firstByte ??= performance.now() - this.begun
      const bytes = typeof data === 'string' ? Buffer.from(data) : (data as Buffer)
      this.bytes += decoder.decode(bytes, { stream: true })
      this.terminal.write(bytes)
    })
    this.#ended = new Promise(resolve =>
      this.pty.onExit(({ exitCode, signal }) => {
        setTimeout(() => {
          closeSync(hold)
          this.exitCode = signal === undefined || signal === 0 ? exitCode : 128 + signal
          resolve(this.exitCode)
        }, 40)
      }),
    )
    cleaning.unshift(() => this.dispose())
  }

  type(text: string): void {
    this.pty.write(text)
  }

  /** One key after another, each by itself. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.pty.write(bytesOf(key))
      await pause(key === 'escape' ? 300 : 5)
    }
  }

  paste(text: string): void {
    this.pty.write(`\x1b[200~${text}\x1b[201~`)
  }

  /** The rows that are seen, without the blanks at their ends. */
  screen(): readonly string[] {
    const { baseY } = this.terminal.buffer.active
    return this.#rows(baseY, baseY + this.terminal.rows)
  }

  /** What has gone up, out of sight. */
  scrollback(): readonly string[] {
    return this.#rows(0, this.terminal.buffer.active.baseY)
  }

  styleAt(row: number, column: number): StyleAt | undefined {
    const { baseY } = this.terminal.buffer.active
    const cell = this.terminal.buffer.active.getLine(baseY + row)?.getCell(column)
    if (cell === undefined) return undefined
    return {
      isBold: cell.isBold() !== 0,
      isDim: cell.isDim() !== 0,
      isItalic: cell.isItalic() !== 0,
      isUnderlined: cell.isUnderline() !== 0,
      isInverse: cell.isInverse() !== 0,
      foreground: cell.isFgDefault() ? -1 : cell.getFgColor(),
      background: cell.isBgDefault() ? -1 : cell.getBgColor(),
    }
  }

  cursor(): { readonly row: number; readonly column: number } {
    const { cursorX, cursorY } = this.terminal.buffer.active
    return { row: cursorY, column: cursorX }
  }

  get isOnOtherScreen(): boolean {
    return this.terminal.buffer.active.type === 'alternate'
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows)
    this.pty.resize(columns, rows)
  }

  /** Waits until the screen shows it. */
  async see(part: string | RegExp, { within = 10_000 } = {}): Promise<void> {
    await this.#until(() => this.#shows(part), within, `${part} was not seen`)
  }

  async gone(part: string | RegExp, { within = 10_000 } = {}): Promise<void> {
    await this.#until(() => !this.#shows(part), within, `${part} did not go`)
  }

  /** Waits for the end of the program. */
  async exit({ within = 10_000 } = {}): Promise<number> {
    await this.#until(() => this.exitCode !== undefined, within, 'it did not end')
    return this.#ended
  }

  kill(signal: string = 'SIGTERM'): void {
    process.kill(this.pty.pid, signal)
  }

  /** Stops reading, as a terminal does that is stuck; or goes on. */
  hold(isHeld: boolean): void {
    this.#isReading = !isHeld
    if (isHeld) this.pty.pause()
    else this.pty.resume()
  }

  /** The program, everything that it started, and everything that lives with this home. */
  processes(): readonly number[] {
    const table = listProcesses()
    const found = new Set(
      table.filter(([pid]) => pid === this.pty.pid || this.#livesHere(pid)).map(([pid]) => pid),
    )
    for (let size = -1; size !== found.size; ) {
      size = found.size
      for (const [pid, parent] of table) if (found.has(parent)) found.add(pid)
    }
    return [...found]
  }

  dispose(): void {
    for (const pid of this.processes())
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It was gone before.
      }
    this.terminal.dispose()
  }

  #livesHere(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${this.home}`)
    } catch {
      return false
    }
  }

  #rows(from: number, to: number): readonly string[] {
    const buffer = this.terminal.buffer.active
    return Array.from({ length: to - from }, (_, index) =>
      (buffer.getLine(from + index)?.translateToString(true) ?? '').trimEnd(),
    )
  }

  #shows(part: string | RegExp): boolean {
    const text = this.screen().join('\n')
    return typeof part === 'string' ? text.includes(part) : part.test(text)
  }

  async #until(isSo: () => boolean, within: number, what: string): Promise<void> {
    const deadline = performance.now() + within
    while (!isSo()) {
      if (performance.now() > deadline)
        throw new Error(
          `${what} within ${within} ms; the screen (exit code ${this.exitCode}):\n${this.#framed()}`,
        )
      await pause(10)
    }
  }

  #framed(): string {
    const edge = '─'.repeat(this.terminal.cols)
    return [`┌${edge}┐`, ...this.screen().map(row => `│${row}`), `└${edge}┘`].join('\n')
  }
}

/** Starts the program, with a person before it. */
export function sitDown(seat: Seat): Person {
  return new Person(seat)
}

function surroundings(home: string, runtime: string): NodeJS.ProcessEnv {
  const { PATH, TMPDIR = tmpdir() } = process.env
  return {
    PATH,
    TMPDIR,
    HOME: home,
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: runtime,
    TERM: 'xterm-256color',
    // The screen is read back with the same emulator that this one has.
    TERM_PROGRAM: 'vscode',
    LANG: 'C.UTF-8',
  }
}

/** The type does not tell it. */
function ptyName(pty: IPty): string {
  const name: unknown = Reflect.get(pty, 'ptsName') ?? Reflect.get(pty, '_pty')
  if (typeof name !== 'string') throw new Error('the PTY has no name')
  return name
}
