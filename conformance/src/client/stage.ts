/** Where a scenario for clients is played: a folder of its own, and a client that can be started on any task. */

import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProgramPipes, startProgram } from '@parley/acp/node'
import { CannotGoOn } from '../judge.js'
import type { Version } from '../requirement.js'
import { ScriptedPeer } from '../wire/scripted-peer.js'
import type { ClientFixture, Task } from './fixture.js'
import { Seat } from './seat.js'

export interface ClientStageOptions {
  readonly version: Version
  readonly fixture: ClientFixture
  /** What the client gets to see of our environment. */
  env(home: string): Readonly<Record<string, string | undefined>>
  /** An empty folder that is thrown away afterwards. */
  readonly folder: string
}

/** How long a client may take to start our agent. */
const ARRIVAL_MILLISECONDS = 20_000
const OUTPUT_CHARACTERS = 100_000

/** A client that was started on a task. */
export interface StartedClient {
  /** Our end of its first connection, before anything was said; `undefined` when it never started our agent. */
  readonly peer: ScriptedPeer
  /** How it ended: an exit code or a signal. */
  readonly ended: Promise<string>
  /** What it printed so far. */
  output(): string
  /** Its own view of the conversation, where it wrote one; to be asked when it has ended. */
  state(): Promise<unknown>
  /** Our end of its next connection. */
  nextPeer(milliseconds: number): Promise<ScriptedPeer | undefined>
  /** Closes its stdin, and waits for its end. */
  stop(): Promise<void>
}

export class ClientStage {
  readonly version: Version
  readonly fixture: ClientFixture
  /** All wires, first to last. */
  readonly peers: ScriptedPeer[] = []
  readonly #options: ClientStageOptions
  readonly #programs: ProgramPipes[] = []
  #seat: Seat | undefined
  #states = 0

  constructor(options: ClientStageOptions) {
    this.#options = options
    this.version = options.version
    this.fixture = options.fixture
  }

  /** The project that the client is told to work in. */
  get cwd(): string {
    return join(this.#options.folder, 'project')
  }

  get home(): string {
    return join(this.#options.folder, 'home')
  }

  /** Starts the client on a task, and waits until it has started our agent. */
  async start(task: Task, values: Readonly<Record<string, string>> = {}): Promise<StartedClient> {
    const words = this.fixture.tasks[task]
    if (words === undefined)
      throw new CannotGoOn(`the fixture ${this.fixture.name} has no command for "${task}"`)
    for (const folder of [this.cwd, this.home]) await mkdir(folder, { recursive: true })
    this.#seat ??= await Seat.open(this.#options.folder)
    const seat = this.#seat
    const state = join(this.#options.folder, `state-${++this.#states}.json`)
    const [command = '', ...args] = fill(words, { ...this.#valuesFor(seat), ...values, state })
    const program = startProgram(command, args, {
      cwd: this.cwd,
      env: { ...this.#options.env(this.home), ...this.fixture.env },
    })
    this.#programs.push(program)
    const output = collect(program)
    const wire = await seat.next(ARRIVAL_MILLISECONDS)
    if (wire === undefined)
      throw new CannotGoOn(`the client did not start our agent for "${task}": ${output()}`)
    return {
      peer: this.#toPeer(wire),
      ended: endingOf(program),
      output,
      state: async () => JSON.parse(await readFile(state, 'utf8').catch(() => 'null')),
      nextPeer: async milliseconds => {
        const next = await seat.next(milliseconds)
        return next && this.#toPeer(next)
      },
      stop: async () => {
        program.stdin.end()
        await program.end()
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#programs.map(program => program.end()))
    await Promise.all(this.peers.map(peer => peer.close()))
    await this.#seat?.close()
  }

  #valuesFor({ command }: Seat): Readonly<Record<string, string>> {
    const agent = command.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ')
    return { agent, 'agent:json': JSON.stringify(command), cwd: this.cwd, prompt: 'Hello from the kit.' }
  }

  #toPeer(wire: ConstructorParameters<typeof ScriptedPeer>[0]): ScriptedPeer {
    const peer = new ScriptedPeer(wire, 'agent')
    this.peers.push(peer)
    return peer
  }
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
