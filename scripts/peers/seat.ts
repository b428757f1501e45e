/** Somebody at a terminal: `parley` in a PTY, and its screen read back as people see it. Knows no agent. */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import type * as Headless from '@xterm/headless'

const { Terminal }: typeof Headless = createRequire(import.meta.url)('@xterm/headless')
const PARLEY = resolve('cli/dist/main.js')
const COLUMNS = 100
const ROWS = 40
const PATIENCE_MILLISECONDS = 30_000
/** A question hears no key before it has stood there for a moment. */
const GUARD_MILLISECONDS = 400
/** Nobody works and nothing is written. */
const READY = /› (?:Ask something|What you send now waits)/
const BLACK = '\x1b]11;rgb:0000/0000/0000\x1b\\'

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\x1b',
  'ctrl+c': '\x03',
  'ctrl+o': '\x0f',
  'shift+tab': '\x1b[Z',
}

const pause = (milliseconds: number): Promise<void> => new Promise(wake => setTimeout(wake, milliseconds))

export class Seat {
  readonly #pty: IPty
  readonly #terminal = new Terminal({ cols: COLUMNS, rows: ROWS, scrollback: 5_000, allowProposedApi: true })
  #exitCode: number | undefined

  constructor(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
    const pty = spawn(process.execPath, [PARLEY, ...words], {
      name: 'xterm-256color',
      cols: COLUMNS,
      rows: ROWS,
      cwd,
      env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    })
    this.#pty = pty
    pty.onData(data => this.#terminal.write(data))
    pty.onExit(({ exitCode }) => {
      this.#exitCode = exitCode
    })
    this.#terminal.onData(answer => pty.write(answer))
    this.#terminal.parser.registerOscHandler(11, data => {
      if (data === '?') pty.write(BLACK)
      return true
    })
  }

  /** All that is on the screen and above it. */
  get text(): string {
    const buffer = this.#terminal.buffer.active
    return Array.from({ length: buffer.length }, (_, row) =>
      (buffer.getLine(row)?.translateToString(true) ?? '').trimEnd(),
    )
      .join('\n')
      .trimEnd()
  }

  /** Waits until it is on the screen, and says so with the screen where it does not come. */
  async see(part: string | RegExp | (() => boolean)): Promise<void> {
    const isThere = (): boolean => {
      if (typeof part === 'function') return part()
      return typeof part === 'string' ? this.text.includes(part) : part.test(this.text)
    }
    await this.#until(isThere, `${part} was not seen`)
  }

  /** The first line of what is asked; nothing where nothing is. */
  get question(): string {
    return this.text.split('\n').findLast(line => line.startsWith('? ')) ?? ''
  }

  /** Until the agent can be told something. */
  ready(): Promise<void> {
    return this.see(READY)
  }

  /** A prompt, sent; what could be meant is closed first. */
  async say(prompt: string): Promise<void> {
    // Esc would stop what runs.
    await this.see(READY)
    this.#pty.write(prompt)
    await this.see(() => this.text.split('\n').some(line => line.startsWith(`│ › ${prompt.slice(0, 20)}`)))
    await this.press('escape')
    await this.press('enter')
  }

  async press(key: string): Promise<void> {
    this.#pty.write(KEYS[key] ?? key)
    await pause(key === 'escape' ? 100 : 20)
  }

  /** A key for the question that stands there. */
  async answer(key: string): Promise<void> {
    await pause(GUARD_MILLISECONDS)
    this.#show(`before ${key}`)
    await this.press(key)
  }

  /** Leaves as people do; the exit code. */
  async leave(): Promise<number> {
    this.#show('at the end')
    // The first may be needed to clear what stands there, and the terminal is soon no longer ours.
    for (let tries = 0; tries < 2 && this.#exitCode === undefined; tries++) {
      await this.press('ctrl+c')
      await this.press('ctrl+c')
      for (let waited = 0; waited < 60 && this.#exitCode === undefined; waited++) await pause(50)
    }
    await this.#until(() => this.#exitCode !== undefined, 'it did not end')
    return this.#exitCode ?? 1
  }

  /** Whatever state it is in. */
  end(): void {
    if (this.#exitCode === undefined) this.#pty.kill('SIGKILL')
    this.#terminal.dispose()
  }

  /** For people who want to see what it looks like. */
  #show(when: string): void {
    if (process.env.PARLEY_SHOW !== undefined) console.log(`┈┈ ${when}\n${this.text}\n`)
  }

  async #until(isSo: () => boolean, what: string): Promise<void> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error(`${what}; the screen:\n${this.text}`)
      await pause(20)
    }
  }
}
