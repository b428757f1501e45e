/** `parley web` for tests: a home and a project of its own, agents that the test chooses, killed and started again at will. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url))
const END_MILLISECONDS = 4_000
const WEB = [MAIN, 'web', '--no-open', '--format', 'json']
export const PLAYER = `${process.execPath} ${fileURLToPath(new URL('player.mjs', import.meta.url))}`

const CART = `/** What lies in the cart. */
export function total(items: readonly { price: number }[]): number {
  let total = 0
  for (const { price } of items) total += price

  // Nothing else is added:
  // neither tax,
  // nor shipping,
  // nor anything that
  // somebody may think of later.

  return total
}
`

export class Served implements AsyncDisposable {
  readonly home = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  readonly project = join(this.home, 'shop')
  /**
   * Closed before it ends: an open tab would go on asking at its port, where another server may be by then, and be taken for a
   * stranger too many there.
   */
  readonly guests: { close(): Promise<void> }[] = []
  readonly #agents: readonly string[]
  #child: ChildProcess | undefined
  #events: AsyncIterator<string> | undefined

  private constructor(agents: readonly string[]) {
    this.#agents = agents
    this.write('cart.ts', CART)
  }

  /** Begins with these agents, by their command lines; scout where none is named. */
  static async start(agents: readonly string[] = []): Promise<Served> {
    const served = new Served(agents)
    await served.restart()
    return served
  }

  url = ''
  #link: string | undefined

  /** What can be opened once. */
  async link(): Promise<string> {
    const first = this.#link
    this.#link = undefined
    if (first !== undefined) return first
    this.#child?.stdin?.write('\n')
    return (await this.#next()).link
  }

  /** The project is as it was in the beginning. */
  reset(): void {
    for (const name of readdirSync(this.project))
      rmSync(join(this.project, name), { recursive: true, force: true })
    this.write('cart.ts', CART)
  }

  write(path: string, text: string): void {
    const place = join(this.project, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }

  /** `parley web` once more, in another folder: what it says. */
  async callIn(name: string): Promise<{ readonly link: string; readonly folder: string }> {
    const folder = join(this.home, name)
    mkdirSync(folder, { recursive: true })
    const child = spawn(process.execPath, WEB, { ...this.#surroundings, cwd: folder })
    for await (const line of createInterface({ input: child.stdout as Readable })) return JSON.parse(line)
    throw new Error('parley web said nothing')
  }

  get #surroundings(): SpawnOptions {
    const env = { PATH: process.env.PATH, HOME: this.home, PLAYER_STATE: join(this.home, 'player'), CI: '1' }
    return { env, stdio: ['pipe', 'pipe', 'inherit'] }
  }

  async restart(): Promise<void> {
    const agents = this.#agents.flatMap(agent => ['--agent', agent])
    // The usual one is tried by all: while this one is away another would be there.
    const port = this.url === '' ? ['--port', '0'] : []
    const child = spawn(process.execPath, [...WEB, ...port, ...agents], {
      ...this.#surroundings,
      cwd: this.project,
    })
    this.#child = child
    this.#events = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]()
    const { url, link } = await this.#next()
    this.url = url
    this.#link = link
  }

  /** As a loss of power would. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /** In order, so that its agents are gone and write nothing more; a turn under way is not waited for. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.guests.map(guest => guest.close()))
    const child = this.#child
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MILLISECONDS)
      await exited
      clearTimeout(timer)
    }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 60, retryDelay: 100 })
  }

  async #next(): Promise<{ readonly url: string; readonly link: string }> {
    const next = await this.#events?.next()
    if (next === undefined || next.done === true) throw new Error('parley web has ended')
    return JSON.parse(next.value)
  }
}
