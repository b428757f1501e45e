/** A real gateway in a process of its own, with agents that do what prompts say: it can be killed, and begun anew. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'

const PROGRAM = fileURLToPath(new URL('./fixtures/house.mjs', import.meta.url))
const AGENT = fileURLToPath(new URL('../../../gateway/src/fixtures/agent.mjs', import.meta.url))
const OWN_AGENT = fileURLToPath(new URL('./fixtures/agent.mjs', import.meta.url))

// Processes start when the machine has time for them.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 })

export interface Wish {
  readonly role?: 'viewer' | 'editor' | 'admin'
  readonly session?: string
  readonly agent?: string
  readonly name?: string
}

export class House {
  readonly folder: string
  port = 0
  readonly #isLending: boolean
  #child: ChildProcess | undefined
  #lines: AsyncIterator<string> | undefined

  private constructor(folder: string, isLending: boolean) {
    this.folder = folder
    this.#isLending = isLending
  }

  /** Whether it lends its files and terminals to its agents. */
  static async open({ isLending = false } = {}): Promise<House> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-workbench-')))
    const house = new House(folder, isLending)
    await house.start()
    onTestFinished(async () => {
      await house.kill()
      await rm(house.folder, { recursive: true, force: true, maxRetries: 10 })
    })
    return house
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** On the port that it had before. */
  async start({ roots = [this.folder] } = {}): Promise<void> {
    const elsewhere = join(this.folder, 'elsewhere')
    await mkdir(elsewhere, { recursive: true })
    const own = { command: process.execPath, args: [OWN_AGENT] }
    const config = {
      ...{ version: 1, roots, stateFolder: join(this.folder, 'state'), defaultAgent: 'main' },
      agents: {
        main: { ...this.#agentAt(this.folder), title: 'The main one' },
        other: this.#agentAt(elsewhere),
        odd: own,
      },
      listen: { address: '127.0.0.1', port: this.port },
    }
    const path = join(this.folder, 'gateway.json')
    await writeFile(path, JSON.stringify(config), { mode: 0o600 })
    const child = spawn(process.execPath, [PROGRAM, path, ...(this.#isLending ? ['lends'] : [])], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#child = child
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    this.port = (await this.#next()).port ?? 0
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async ticket(wish: Wish = { role: 'admin' }): Promise<string> {
    this.#child?.stdin?.write(`${JSON.stringify(wish)}\n`)
    return (await this.#next()).ticket ?? ''
  }

  /** One more agent, which does what prompts say, while it runs. */
  async addAgent(name: string): Promise<void> {
    const none = { inherit: [], cwd: undefined, roots: undefined }
    const add = { ...none, name, ...this.#agentAt(this.folder) }
    this.#child?.stdin?.write(`${JSON.stringify({ add })}\n`)
    await this.#next()
  }

  /** The prompts that agents have carried out, in order. */
  async carriedOut(): Promise<readonly string[]> {
    const text = await readFile(join(this.folder, 'carried-out'), 'utf8').catch(() => '')
    return text.split('\n').filter(line => line !== '')
  }

  #agentAt(place: string) {
    return { command: process.execPath, args: [AGENT], env: { PLACE: place, KEEPS: 'yes' } }
  }

  async #next(): Promise<{ readonly port?: number; readonly ticket?: string }> {
    const { value } = (await this.#lines?.next()) ?? {}
    return JSON.parse(value ?? '{}')
  }
}
