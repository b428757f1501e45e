/** Runs a program that gets the terminal for itself, such as an editor. */

import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Shell } from '../../shell.js'
import { terminalVariables } from './terminal-modes.js'

/** How long it may take to put its own work away. */
const PATIENCE_MILLISECONDS = 2_000
/** On a busy machine the signal that ended the program may reach us this much later. After that, raw mode makes Ctrl+C a key. */
const LATE_MILLISECONDS = 250

interface Program {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export class Lender {
  readonly #shell: Shell
  readonly #clock: () => number
  #child: ChildProcess | undefined
  #over: Promise<unknown> = Promise.resolve()
  #ended = Number.NEGATIVE_INFINITY

  constructor(shell: Shell, clock = () => performance.now()) {
    this.#shell = shell
    this.#clock = clock
  }

  get isLent(): boolean {
    return this.#child !== undefined
  }

  /** Whether an interrupt is meant for the program. */
  get takesInterrupts(): boolean {
    return this.isLent || this.#clock() - this.#ended < LATE_MILLISECONDS
  }

  /** Resolves to its exit code; rejects where it cannot be started. */
  lend({ argv: [command = '', ...args], cwd, env }: Program): Promise<number> {
    const running = new Promise<number>((resolve, reject) => {
      // All that it may know comes with it, but for what this terminal is.
      const whole = { ...env, ...terminalVariables(this.#shell.env) }
      const child = spawn(command, args, { cwd, env: whole, stdio: 'inherit' })
      this.#child = child
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
        // It has the terminal a moment longer: of two signals that came together, the Ctrl+C that ended it may be told last.
        setImmediate(resolve, exitCode)
      })
    }).finally(() => {
      // What could not be started took no signal: the next one is meant for us.
      if (this.#child?.pid !== undefined) this.#ended = this.#clock()
      this.#child = undefined
    })
    this.#over = running.catch(() => {})
    return running
  }

  /** Nobody else has the terminal. */
  async whenOver(): Promise<void> {
    await this.#over
  }

  /** Ends it with whoever lent it the terminal. */
  stop(signal: NodeJS.Signals): void {
    const child = this.#child
    child?.kill(signal)
    if (child !== undefined) setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLISECONDS).unref()
  }
}
