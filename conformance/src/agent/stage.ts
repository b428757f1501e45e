/** Where a scenario for agents is played: a folder of its own, and an agent that can be started as often as it takes. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotGoOn } from '../judge.js'
import { lastWords } from '../last-words.js'
import type { Version } from '../requirement.js'
import { toJson } from '../wire/json.js'
import type { RemoteAddress } from '../wire/remote-address.js'
import { ScriptedPeer } from '../wire/scripted-peer.js'
import type { Variant, Wire } from '../wire/wire.js'
import { ExaminedAgent, type Handshake } from './examined-agent.js'
import type { AgentFixture, Deed } from './fixture.js'
import { answerLeave } from './leave.js'

/** Starts the agent under test; how its bytes travel is not the stage's business. */
export type OpenAgent = (place: {
  readonly cwd: string
  /** An empty folder that an agent may take for its home, where its opener wants that. */
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly variant: Variant
}) => Promise<Wire> | Wire

export interface StageOptions {
  readonly version: Version
  readonly fixture: AgentFixture
  readonly open: OpenAgent
  readonly variant: Variant
  /** An empty folder that is thrown away afterwards. */
  readonly folder: string
  readonly pace: Pace
  /** Where the agent is, if it is elsewhere. */
  readonly remote?: RemoteAddress | undefined
}

/** How long somebody who examines waits, in milliseconds. */
export interface Pace {
  /** For what must not come: so long it is looked out for. */
  readonly patience: number
  /** For an answer that takes no thought. */
  readonly deadline: number
  /** For the end of a turn, where the fixture does not say it, and for a new session. */
  readonly turn: number
}

export const DEFAULT_PACE: Pace = { patience: 1_000, deadline: 10_000, turn: 30_000 }

export class AgentStage {
  readonly version: Version
  readonly fixture: AgentFixture
  /** The agents that were started, first to last. */
  readonly agents: ExaminedAgent[] = []
  readonly pace: Pace
  readonly #options: StageOptions
  readonly #cleanups: (() => unknown)[] = []

  constructor(options: StageOptions) {
    this.#options = options
    this.version = options.version
    this.fixture = options.fixture
    this.pace = options.pace
  }

  /** Where the agent is, for scenarios that speak with its server by hand. */
  get remote(): RemoteAddress {
    const { remote } = this.#options
    if (remote === undefined) throw new CannotGoOn('the agent is not reached over a network')
    return remote
  }

  /** The project that sessions work in. */
  get cwd(): string {
    return join(this.#options.folder, 'project')
  }

  /** Where the agent is started: somewhere else than where sessions work. */
  get elsewhere(): string {
    return join(this.#options.folder, 'elsewhere')
  }

  /** Another folder beside the project, for what a session is lent besides. */
  get beside(): string {
    return join(this.#options.folder, 'beside')
  }

  /** Starts the agent and says nothing yet; by another variant than the scenario's where that is told. */
  async start(
    more: Readonly<Record<string, string>> = {},
    variant: Variant = this.#options.variant,
  ): Promise<ExaminedAgent> {
    const home = join(this.#options.folder, 'home')
    const folders = [this.cwd, this.elsewhere, this.beside, home]
    for (const folder of folders) await mkdir(folder, { recursive: true })
    const env = { ...this.fixture.env, ...more }
    const wire = await this.#options.open({ cwd: this.elsewhere, home, env, variant })
    const agent = new ExaminedAgent(new ScriptedPeer(wire, 'client'), this)
    agent.peer.answer('session/request_permission', params => answerLeave(params, 'allow'))
    this.agents.push(agent)
    return agent
  }

  /** Starts the agent, shakes hands, and signs in where that is asked for. */
  async open(handshake: Handshake = {}, variant?: Variant): Promise<ExaminedAgent> {
    const agent = await this.start({}, variant)
    const answer = await agent.initialize(handshake)
    if (!('result' in answer)) throw new CannotGoOn('the agent did not answer initialize with a result')
    await agent.signIn()
    return agent
  }

  /** Runs when the scenario is over, whatever became of it. */
  onClose(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup)
  }

  /** The words for a deed, filled in. */
  words(deed: Deed, values: Readonly<Record<string, string>> = {}): string {
    const prompt = this.fixture.prompts[deed]
    if (prompt === undefined)
      throw new CannotGoOn(`the fixture ${this.fixture.name} has no words for "${deed}"`)
    return prompt.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  }

  /** How the agents ended and their last words, where some were started and none has said anything. */
  get silence(): string | undefined {
    const [first] = this.agents
    if (first === undefined || this.agents.some(({ peer }) => peer.arrivals.all.length > 0)) return undefined
    const { entries } = first.peer
    const exit = entries.find(entry => 'event' in entry && entry.event === 'exited')
    // Whoever was not greeted owes nobody a word.
    const isGreeted = entries.some(
      entry => 'message' in entry && entry.to === 'agent' && toJson(entry.message).method === 'initialize',
    )
    if (exit === undefined && !isGreeted) return undefined
    const lines = entries.flatMap(entry =>
      'stderr' in entry ? entry.stderr : 'noise' in entry && entry.to === 'client' ? entry.text : [],
    )
    return lastWords(exit !== undefined && 'detail' in exit ? exit.detail : undefined, lines)
  }

  async close(): Promise<void> {
    await Promise.all(this.agents.map(agent => agent.peer.close()))
    for (const cleanup of this.#cleanups) await cleanup()
  }
}
