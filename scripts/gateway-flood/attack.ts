/** A flood as it is sent to one gateway: a process each time it is begun, and what all of them were told. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Served } from './served.js'

const FLOODER = fileURLToPath(new URL('./flooder.js', import.meta.url))

export class Attack {
  readonly #command: readonly string[]
  /** What each process said last: how often it was told what. */
  readonly #told: (readonly (readonly [string, number])[])[] = []

  constructor(name: string, { url, folder, tokens }: Served, share: number) {
    this.#command = [FLOODER, name, JSON.stringify({ url, folder, token: tokens.culprit, share })]
  }

  /** The flood, for as long as the work takes. */
  async during(work: () => Promise<void>): Promise<void> {
    const child = spawn(process.execPath, this.#command, { stdio: ['pipe', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    this.#listen(child)
    await work()
    child.stdin.end()
    await exited
  }

  /** What it has been told so far. */
  get words(): string {
    const sums = new Map<string, number>()
    for (const [word, times] of this.#told.flat()) sums.set(word, (sums.get(word) ?? 0) + times)
    return [...sums].map(([word, times]) => `${word} (${times})`).join(', ')
  }

  #listen({ stdout }: ChildProcess): void {
    if (stdout === null) throw new Error('its output is a pipe')
    const own = this.#told.push([]) - 1
    createInterface(stdout).on('line', line => {
      this.#told[own] = JSON.parse(line)
    })
  }
}
