/** Where a scenario for clients is played: a folder of its own, and a client that can be started on any task. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ProgramPipes, startProgram } from '@parley/acp/node'
import { CannotGoOn } from '../judge.js'
import { lastWords } from '../last-words.js'
import type { Version } from '../requirement.js'
import { ScriptedPeer } from '../wire/scripted-peer.js'
import type { ClientFixture, Task } from './fixture.js'
import { type Part, ScriptedAgent } from './scripted-agent.js'
import { type Guest, Seat } from './seat.js'
import { type ClientView, readView } from './view.js'

/** How long somebody who examines a client waits, in milliseconds. */
export interface ClientPace {
  /** For what must not come: so long it is looked out for. */
  readonly patience: number
  /** For what takes no thought, and for a client to start our agent. */
  readonly deadline: number
}

export const CLIENT_PACE: ClientPace = { patience: 1_000, deadline: 20_000 }

export interface ClientStageOptions {
  readonly version: Version
  readonly fixture: ClientFixture
  /** What the client gets to see of our environment. */
  env(home: string): Readonly<Record<string, string | undefined>>
  /** An empty folder that is thrown away afterwards. */
  readonly folder: string
  readonly pace: ClientPace
  /** Starts it in another way than as a program. */
  readonly start?: StartClient | undefined
}

/** What starts a client by its command. */
export type StartClient = typeof startProgram

const OUTPUT_CHARACTERS = 100_000
/** Between closing its agent, telling it to end and killing it. */
const END_MILLISECONDS = 700

/** A client that was started on a task. */
export interface StartedClient {
  /** The agent that it started. */
  readonly agent: ScriptedAgent
  /** What came with it: words and variables that the client added, and a way to write to stderr. */
  readonly guest: Guest
  /** How it ended: an exit code or a signal. */
  readonly ended: Promise<string>
  /** What it printed so far. */
  output(): string
  /** Interrupts it where that is how it cancels; to be called when the agent has said or asked something. */
  nudge(): void
  /** Waits for its end, and ends it when it takes too long; then its own view of the conversation, where it wrote one. */
  finish(): Promise<ClientView | undefined>
  /** The next agent that it starts. */
  nextAgent(part: Part, milliseconds: number): Promise<Omit<StartedClient, 'nextAgent'> | undefined>
}

export class ClientStage {
  readonly version: Version
  readonly fixture: ClientFixture
  readonly pace: ClientPace
  /** All wires, first to last. */
  readonly peers: ScriptedPeer[] = []
  readonly #options: ClientStageOptions
  readonly #programs: ProgramPipes[] = []
  readonly #cleanups: (() => unknown)[] = []
  #seat: Seat | undefined
  /** Of the first client that was started. */
  #ending: string | undefined
  #output: (() => string) | undefined
  #states = 0

  constructor(options: ClientStageOptions) {
    this.#options = options
    this.version = options.version
    this.fixture = options.fixture
    this.pace = options.pace
  }

  /** The project that the client is told to work in. */
  get cwd(): string {
    return join(this.#options.folder, 'project')
  }

  /** Another folder, for what must not be reached, or is lent besides. */
  get beside(): string {
    return join(this.#options.folder, 'beside')
  }

  /** Writes a file into the project, or at another place; returns where it is. */
  async write(name: string, content: string, folder = this.cwd): Promise<string> {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    return path
  }

  /** Runs when the scenario is over, whatever became of it. */
  onClose(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup)
  }

  /** Starts the client on a task, and waits until it has started our agent. */
  async start(
    task: Task,
    part: Part = {},
    values: Readonly<Record<string, string>> = {},
  ): Promise<StartedClient> {
    const words = this.fixture.tasks[task]
    if (words === undefined)
      throw new CannotGoOn(`the fixture ${this.fixture.name} has no command for "${task}"`)
    const home = join(this.#options.folder, 'home')
    for (const folder of [this.cwd, this.beside, home]) await mkdir(folder, { recursive: true })
    this.#seat ??= await Seat.open(this.#options.folder)
    const seat = this.#seat
    const state = join(this.#options.folder, `state-${++this.#states}.json`)
    const [command = '', ...args] = fill(words, { ...this.#valuesFor(seat), ...values, state })
    const env = { ...this.#options.env(home), ...this.fixture.env }
    const start = this.#options.start ?? startProgram
    const program = start(command, args, { cwd: this.cwd, env })
    this.#programs.push(program)
    const running = this.#follow(program, state)
    void running.ended.then(how => {
      this.#ending ??= how
    })
    this.#output ??= running.output
    const guest = await seat.next(this.pace.deadline, running.ended)
    if (guest === undefined)
      throw new CannotGoOn(
        `the client did not start our agent for "${task}" (${this.#ending ?? 'it runs'}): ${running.output()}`,
      )
    return {
      ...running,
      ...this.#employ(guest, part),
      nextAgent: async (nextPart, milliseconds) => {
        const next = await seat.next(milliseconds)
        return next && { ...running, ...this.#employ(next, nextPart) }
      },
    }
  }

  /** How the client ended and its last words, where it was started and has never said anything to our agent. */
  get silence(): string | undefined {
    const isHeard = this.peers.some(({ arrivals }) => arrivals.all.length > 0)
    if (this.#output === undefined || isHeard) return undefined
    return lastWords(this.#ending, this.#output().split('\n'))
  }

  async close(): Promise<void> {
    await Promise.all(this.peers.map(peer => peer.close()))
    await Promise.all(this.#programs.map(program => program.end(END_MILLISECONDS)))
    await this.#seat?.close()
    for (const cleanup of this.#cleanups) await cleanup()
  }

  #follow(
    program: ProgramPipes,
    state: string,
  ): Pick<StartedClient, 'ended' | 'output' | 'nudge' | 'finish'> {
    const ended = endingOf(program)
    return {
      ended,
      output: collect(program),
      nudge: () => {
        if (this.fixture.isInterrupted === true && program.pid !== undefined)
          process.kill(program.pid, 'SIGINT')
      },
      finish: async () => {
        const late = new Promise(resolve => setTimeout(resolve, this.pace.deadline).unref())
        await Promise.race([ended, late])
        program.stdin.end()
        await program.end(END_MILLISECONDS)
        return readView(await readFile(state, 'utf8').catch(() => 'null'))
      },
    }
  }

  /** The agent takes its part before a word is read. */
  #employ(guest: Guest, part: Part): Pick<StartedClient, 'agent' | 'guest'> {
    const peer = new ScriptedPeer(guest.wire, 'agent')
    this.peers.push(peer)
    const context = { peer, version: this.version, deadline: this.pace.deadline }
    return { agent: new ScriptedAgent(part, context), guest }
  }

  #valuesFor({ command }: Seat): Readonly<Record<string, string>> {
    const agent = command.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word))).join(' ')
    return {
      agent,
      'agent:json': JSON.stringify(command),
      cwd: this.cwd,
      beside: this.beside,
      prompt: 'Hello from the kit.',
      session: 'kept-session',
      version: String(this.version),
      mode: 'old-b',
      option: 'z-first',
      value: 'a',
      method: 'own-way',
    }
  }
}

/** As a shell takes it for one word, whatever it holds. */
function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** So many milliseconds. */
export function pause(milliseconds: number): Promise<undefined> {
  return new Promise(resolve => setTimeout(() => resolve(undefined), milliseconds))
}

/** Each word with its values filled in; a word stays one word whatever it holds. */
function fill(words: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  return words.map(word => word.replace(/\{([\w:]+)\}/g, (whole, name: string) => values[name] ?? whole))
}

function collect({ stdout, stderr }: ProgramPipes): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text = (text + piece).slice(-OUTPUT_CHARACTERS)
    })
  return () => text
}

function endingOf({ exited }: ProgramPipes): Promise<string> {
  return exited.then(
    ({ code, signal }) => (signal === null ? `exit code ${code}` : `signal ${signal}`),
    (error: unknown) => `not started: ${error instanceof Error ? error.message : String(error)}`,
  )
}
