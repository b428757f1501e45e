/** Keeps the lists of agents, and of the sessions of all that are reached: asked for when something changes, and now and then. */

import type { Client, SessionFilter } from '@parley/acp/client'
import { isAdvertised, type Version } from '@parley/acp/protocol'
import type { WorkbenchStore } from '../state/store.js'
import type { ListedSession } from '../state/talk.js'
import type { AgentLink } from './agent-link.js'
import type { Agents } from './agents.js'
import { isUnknownMethod } from './failure.js'
import { type FarSession, LIST } from './gateway-words.js'
import { isSameList, type Theirs, toListed, withTalks } from './listed.js'
import type { Surroundings } from './surroundings.js'
import type { Talks } from './talks.js'

export interface ListingMeans {
  readonly store: WorkbenchStore
  readonly agents: Agents
  readonly talks: Talks
  readonly around: Surroundings
}

const SOON_MILLISECONDS = 300
const AGAIN_MILLISECONDS = 30_000
const PATIENCE_MILLISECONDS = 20_000
const MOST_SESSIONS = 2_000
const NOTHING = { sessions: [], nextCursor: undefined }

export class Listing {
  readonly #means: ListingMeans
  /** What each agent's list was last. */
  readonly #found = new Map<string, readonly ListedSession[]>()
  #soon: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setInterval> | undefined

  constructor(means: ListingMeans) {
    this.#means = means
  }

  /** From now on, while somebody looks. */
  begin(): void {
    const { around } = this.#means
    this.#again = setInterval(() => {
      if (around.isVisible()) void this.refresh()
    }, AGAIN_MILLISECONDS)
    around.onVisible(() => this.soon())
    this.soon()
  }

  end(): void {
    clearTimeout(this.#soon)
    clearInterval(this.#again)
    this.#again = undefined
  }

  /** Something has changed, and more may within a moment. */
  soon(): void {
    if (this.#again === undefined) return
    this.#soon ??= setTimeout(() => void this.refresh(), SOON_MILLISECONDS)
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#soon)
    this.#soon = undefined
    const { agents } = this.#means
    await Promise.all([agents.refresh(), ...agents.wanted.map(link => this.#ask(link))])
    this.#means.store.setState({ isListed: true })
    this.show()
  }

  /** Without asking anybody: conversations that are open here tell more by themselves. */
  show(): void {
    const { store, talks, around } = this.#means
    const now = new Date(around.now()).toISOString()
    const before = store.getState().listed
    const fresh = withTalks(
      [...this.#found.values()].flat(),
      talks.present.map(({ talk }) => talk),
      now,
    )
    // Of one that nobody else knows yet the time is ours, and stays what it was.
    const listed = fresh.map(each =>
      each.updatedAt === now
        ? { ...each, updatedAt: before.find(({ key }) => key === each.key)?.updatedAt ?? now }
        : each,
    )
    if (!isSameList(before, listed)) store.setState({ listed })
  }

  forget(agent: string, sessionId: string): void {
    const found = this.#found.get(agent) ?? []
    this.#found.set(
      agent,
      found.filter(each => each.sessionId !== sessionId),
    )
    this.show()
  }

  /** One that cannot be asked now is listed as it was. */
  async #ask(link: AgentLink): Promise<void> {
    try {
      const client = await link.connect()
      const [own, theirs, archived] = await Promise.all([
        ownOf(client),
        theirsOf(client, {}),
        archivedOf(client),
      ])
      this.#found.set(link.name, toListed(link.name, { own, theirs, archived }))
    } catch {
      // How it stands with the agent is shown beside it.
    }
  }
}

/** Those that the gateway keeps; nothing where it has no word for that. */
async function ownOf(client: Client<Version>): Promise<readonly FarSession[]> {
  const sessions: FarSession[] = []
  let cursor: string | undefined
  do {
    const asked = cursor === undefined ? {} : { cursor }
    const page = await client
      .call(LIST, asked, { deadline: PATIENCE_MILLISECONDS })
      .catch((error: unknown) => {
        if (isUnknownMethod(error)) return NOTHING
        throw error
      })
    sessions.push(...page.sessions)
    cursor = page.nextCursor
  } while (cursor !== undefined && sessions.length < MOST_SESSIONS)
  return sessions
}

async function theirsOf(client: Client<Version>, filter: SessionFilter): Promise<readonly Theirs[]> {
  const sessions: Theirs[] = []
  try {
    for await (const each of client.listSessions(filter, { deadline: PATIENCE_MILLISECONDS }))
      if (sessions.push(each) >= MOST_SESSIONS) break
  } catch {
    // An agent without a list has none that the gateway does not know.
  }
  return sessions
}

function archivedOf(client: Client<Version>): Promise<readonly Theirs[]> {
  const can = ['sessionCapabilities.archive', 'session.archive'].some(each =>
    isAdvertised(client.capabilities, each),
  )
  return can ? theirsOf(client, { archived: 'only' }) : Promise.resolve([])
}
