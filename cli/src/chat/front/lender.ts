/** Runs a program that gets the terminal for itself, such as an editor. */

import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Shell } from '../../shell.js'

interface Program {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export class Lender {
  readonly #shell: Shell
  #child: ChildProcess | undefined

  constructor(shell: Shell) {
    this.#shell = shell
  }

  get isLent(): boolean {
    return this.#child !== undefined
  }

  /** Resolves to its exit code; rejects where it cannot be started. */
  lend({ argv: [command = '', ...args], cwd, env }: Program): Promise<number> {
    return new Promise<number>((resolve, reject) => {
      const child = spawn(command, args, { cwd, env: { ...this.#shell.env, ...env }, stdio: 'inherit' })
      this.#child = child
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      )
    }).finally(() => {
      this.#child = undefined
    })
  }

  /** Ends it with whoever lent it the terminal. */
  stop(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }
}
