/** `parley serve` as a process that is killed and started again on its port, with everything of it in one folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const AGENT = fileURLToPath(new URL('agent.js', import.meta.url))
const LOOK_MILLISECONDS = 5
// What is tried here are not the limits.
const MANY = 1_000_000
const LIMITS = {
  connections: MANY,
  sessions: MANY,
  requestsPerSecond: MANY,
  requestBurst: MANY,
  bytesPerSecond: 1_000 * MANY,
}

/** How a client reaches it. */
export interface Way {
  readonly port: number
  readonly token: string
}

export class GatewayProcess {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-served-')))
  #child: ChildProcess | undefined
  #way: Way | undefined

  constructor(agentKind: 'true' | 'amnesiac' = 'true') {
    for (const name of ['agent', 'home']) mkdirSync(join(this.folder, name))
    const agent = (kind: string) => ({ command: process.execPath, args: [AGENT, this.folder, kind] })
    const config = {
      ...{
        version: 1,
        agents: { main: agent(agentKind), forgetful: agent('forgetful') },
        defaultAgent: 'main',
      },
      ...{ roots: [this.folder], limits: LIMITS, stateFolder: this.state },
    }
    writeFileSync(join(this.folder, 'gateway.json'), JSON.stringify(config), { mode: 0o600 })
  }

  get state(): string {
    return join(this.folder, 'state')
  }

  get way(): Way {
    if (this.#way === undefined) throw new Error('it was never started')
    return this.#way
  }

  /** The milliseconds until it was ready. */
  async start(): Promise<number> {
    const begun = performance.now()
    const words = ['serve', '--format', 'json', '--config', join(this.folder, 'gateway.json')]
    const child = spawn(process.execPath, [MAIN, ...words, '--port', String(this.#way?.port ?? 0)], {
      env: { PATH: process.env.PATH, HOME: join(this.folder, 'home') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    child.stderr.on('data', bytes => appendFileSync(join(this.folder, 'stderr'), bytes))
    const exited = once(child, 'exit').then(() => undefined)
    const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited])
    if (line === undefined) throw new Error(`the gateway did not start: see ${this.folder}/stderr`)
    const { port, tokenFile } = JSON.parse(String(line[0]))
    this.#way ??= { port, token: readFileSync(tokenFile, 'utf8').trim() }
    return performance.now() - begun
  }

  /** Ends it by a signal: its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    child.kill(signal)
    await once(child, 'exit')
    return child.exitCode
  }

  /** What was promised to last and is not in the files of sessions yet. */
  loseCommits(): void {
    rmSync(join(this.state, 'sessions', '.commits'), { recursive: true, force: true })
  }

  /** Milliseconds until no agent that was ever started is alive; nothing when some still are after this long. */
  async agentsGone(pids: readonly number[], milliseconds: number): Promise<number | undefined> {
    const begun = performance.now()
    while (pids.some(isRunning)) {
      if (performance.now() - begun > milliseconds) return undefined
      await delay(LOOK_MILLISECONDS)
    }
    return performance.now() - begun
  }

  /** All agents that were ever started. */
  get pids(): readonly number[] {
    const file = join(this.folder, 'pids')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
  }

  /** The prompts that were carried out: session and text. */
  get carriedOut(): readonly string[] {
    const file = join(this.folder, 'carried-out')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }

  /** Whether the agent was given an answer that it did not wait for. */
  get hasAnsweredTwice(): boolean {
    return existsSync(join(this.folder, 'answered-twice'))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Whether a process is there and is no corpse that only waits to be counted. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
