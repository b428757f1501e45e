/** The agents of the gateway: which there are, the one connection to each, and how it stands with them. */

import { ShownError } from '../state/shown-error.js'
import type { WorkbenchStore } from '../state/store.js'
import type { AgentView } from '../state/talk.js'
import type { WireLog } from '../state/wire-log.js'
import { AgentLink, type LinkListener } from './agent-link.js'
import { Asking, type AskingMeans } from './asking.js'
import type { Place } from './entrance.js'
import { isUnknownMethod } from './failure.js'
import {
  AGENTS,
  type FarAgent,
  type FarAgents,
  type FarListener,
  type FarPerson,
  othersIn,
} from './gateway-words.js'
import type { Surroundings } from './surroundings.js'

/** Told what agents do, ask and say, each by its name. */
export interface AgentsListener {
  far(agent: string): FarListener
  asking(agent: string): Omit<AskingMeans, 'now'>
  online(agent: string, isOnline: boolean): void
  closed(agent: string, error: unknown): void
  refused(error: ShownError): void
}

interface Known {
  readonly link: AgentLink
  readonly asking: Asking
}

const PATIENCE_MILLISECONDS = 20_000
const NEW_AGENT: Omit<AgentView, 'name' | 'isDefault'> = {
  ...{ link: 'idle', authMethods: [], canSignOut: false, needsSignIn: false },
}

export class Agents {
  readonly wires = new Map<string, WireLog>()
  /** Who we are to the gateway, where no connection has said so. */
  self: FarPerson | undefined
  readonly #store: WorkbenchStore
  readonly #around: Surroundings
  readonly #listener: AgentsListener
  readonly #known = new Map<string, Known>()

  constructor(store: WorkbenchStore, around: Surroundings, listener: AgentsListener) {
    this.#store = store
    this.#around = around
    this.#listener = listener
  }

  /** Those that somebody has wanted. */
  get wanted(): readonly AgentLink[] {
    return [...this.#known.values()].map(({ link }) => link).filter(({ isWanted }) => isWanted)
  }

  /** Comes to the agent that is meant where none is named, and asks which there are. Rejects where nobody lets us in. */
  async enter({ agent }: Place): Promise<AgentLink> {
    const known = this.#make(agent ?? '', agent === undefined ? '/acp' : `/acp/${agent}`)
    const { link } = known
    const listed = await this.#ask(link)
    const own = listed.agents.find(each => (agent === undefined ? each.isDefault : each.name === agent))
    link.name = own?.name ?? agent ?? listed.name ?? 'agent'
    this.#known.delete(agent ?? '')
    this.#known.set(link.name, known)
    this.wires.set(link.name, link.wire)
    const self = { name: link.name, isDefault: true, title: own?.title }
    this.#show(listed.agents.length === 0 ? [self] : listed.agents)
    this.change(link.name, link.view)
    const { folder = this.#store.getState().folder, roots } = listed
    this.#store.setState({ folder, roots: roots.length === 0 ? [folder] : roots })
    return link
  }

  /** Those that came meanwhile are there, too; one that is gone stays only where somebody has wanted it. Never rejects. */
  async refresh(): Promise<void> {
    const [link] = this.wanted
    if (link === undefined) return
    try {
      const client = await link.connect()
      const { agents, roots } = await client.call(AGENTS, {}, { deadline: PATIENCE_MILLISECONDS })
      if (agents.length > 0) this.#show(agents)
      if (roots.length > 0) this.#store.setState({ roots })
    } catch {
      // It is asked again when it is there again.
    }
  }

  /** Also where the agent itself cannot be had: the gateway says which others there are. */
  async #ask(link: AgentLink): Promise<FarAgents & { readonly name?: string | undefined }> {
    try {
      const client = await link.connect()
      const name = client.info?.name
      return await client.call(AGENTS, {}).then(
        listed => ({ ...listed, name }),
        (error: unknown) => {
          if (!isUnknownMethod(error)) throw error
          return { agents: [], roots: [], name }
        },
      )
    } catch (error) {
      const others = othersIn(error instanceof ShownError ? error.cause : error)
      if (others === undefined) throw error
      this.self = others.self
      return others
    }
  }

  /** The connection to this agent, not yet opened perhaps; nothing where there is no such agent. */
  link(name: string): AgentLink | undefined {
    return this.#find(name)?.link
  }

  asking(name: string): Asking | undefined {
    return this.#find(name)?.asking
  }

  change(name: string, change: Partial<AgentView>): void {
    const { agents } = this.#store.getState()
    this.#store.setState({
      agents: agents.map(
        each => (each.name === name ? { ...each, ...change, title: each.title ?? change.title } : each), // What the gateway calls it counts before what it calls itself.
      ),
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#known.values()].map(({ link }) => link.close()))
  }

  #find(name: string): Known | undefined {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const isThere = this.#store.getState().agents.some(each => each.name === name)
    return isThere ? this.#make(name, `/acp/${encodeURIComponent(name)}`) : undefined
  }

  #make(name: string, path: string): Known {
    const around = this.#around
    const call = this.#listener
    const asking = new Asking({
      now: around.now,
      ask: (sessionId, question) => call.asking(link.name).ask(sessionId, question),
      withdraw: questionId => call.asking(link.name).withdraw(questionId),
    })
    const { permission, elicit } = asking
    const link: AgentLink = new AgentLink(name, {
      ...{ around, path, asked: { permission, elicit } },
      listener: this.#listenerOf(() => link.name),
    })
    const known = { link, asking }
    this.#known.set(name, known)
    if (name !== '') this.wires.set(name, link.wire)
    return known
  }

  #listenerOf(name: () => string): LinkListener {
    const call = this.#listener
    return {
      turn: (sessionId, turn) => call.far(name()).turn(sessionId, turn),
      answered: (sessionId, answer) => call.far(name()).answered(sessionId, answer),
      present: (sessionId, people) => call.far(name()).present(sessionId, people),
      agent: (sessionId, state, detail) => call.far(name()).agent(sessionId, state, detail),
      labelled: sessionId => call.far(name()).labelled(sessionId),
      changed: change => this.change(name(), change),
      online: isOnline => call.online(name(), isOnline),
      closed: error => call.closed(name(), error),
      refused: error => call.refused(error),
    }
  }

  /** What is known of one stays; the store is told only of what is another. */
  #show(listed: readonly FarAgent[]): void {
    const { agents } = this.#store.getState()
    const views = listed.map(each =>
      toView(
        each,
        agents.find(({ name }) => name === each.name),
      ),
    )
    const left = agents.filter(
      ({ name }) => this.#known.has(name) && listed.every(each => each.name !== name),
    )
    const shown = [...views, ...left]
    const isSame = shown.length === agents.length && shown.every((each, index) => each === agents[index])
    if (!isSame) this.#store.setState({ agents: shown })
  }
}

function toView({ name, title, isDefault }: FarAgent, before: AgentView | undefined): AgentView {
  if (before === undefined) return { ...NEW_AGENT, name, title, isDefault }
  return before.isDefault === isDefault ? before : { ...before, isDefault }
}
