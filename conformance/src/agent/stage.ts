/** Where a scenario for agents is played: a folder of its own, and an agent that can be started as often as it takes. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotGoOn } from '../judge.js'
import type { Version } from '../requirement.js'
import { ScriptedPeer } from '../wire/scripted-peer.js'
import type { Variant, Wire } from '../wire/wire.js'
import { ExaminedAgent, type Handshake } from './examined-agent.js'
import type { AgentFixture, Deed } from './fixture.js'

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
}

export class AgentStage {
  readonly version: Version
  readonly fixture: AgentFixture
  /** The agents that were started, first to last. */
  readonly agents: ExaminedAgent[] = []
  readonly #options: StageOptions

  constructor(options: StageOptions) {
    this.#options = options
    this.version = options.version
    this.fixture = options.fixture
  }

  /** The project that sessions work in. */
  get cwd(): string {
    return join(this.#options.folder, 'project')
  }

  /** Where the agent is started: somewhere else than where sessions work. */
  get elsewhere(): string {
    return join(this.#options.folder, 'elsewhere')
  }

  /** Starts the agent and says nothing yet. */
  async start(): Promise<ExaminedAgent> {
    const home = join(this.#options.folder, 'home')
    for (const folder of [this.cwd, this.elsewhere, home]) await mkdir(folder, { recursive: true })
    const { env = {} } = this.fixture
    const wire = await this.#options.open({
      cwd: this.elsewhere,
      home,
      env,
      variant: this.#options.variant,
    })
    const agent = new ExaminedAgent(new ScriptedPeer(wire, 'client'), this)
    this.agents.push(agent)
    return agent
  }

  /** Starts the agent and shakes hands. */
  async open(handshake: Handshake = {}): Promise<ExaminedAgent> {
    const agent = await this.start()
    const answer = await agent.initialize(handshake)
    if (!('result' in answer)) throw new CannotGoOn(`the agent did not answer initialize with a result`)
    return agent
  }

  /** The words for a deed, filled in. */
  words(deed: Deed, values: Readonly<Record<string, string>> = {}): string {
    const prompt = this.fixture.prompts[deed]
    if (prompt === undefined)
      throw new CannotGoOn(`the fixture ${this.fixture.name} has no words for "${deed}"`)
    return prompt.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  }

  async close(): Promise<void> {
    await Promise.all(this.agents.map(agent => agent.peer.close()))
  }
}
