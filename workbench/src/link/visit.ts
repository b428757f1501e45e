/** One visit of the page to its gateway: getting in, going on where the last visit was, and leaving. */

import { type Address, toFragment } from '../state/address.js'
import type { ShownError } from '../state/shown-error.js'
import type { WorkbenchStore } from '../state/store.js'
import { type Failure, talkKey } from '../state/talk.js'
import { Agents } from './agents.js'
import type { Place } from './entrance.js'
import { toFailure } from './failure.js'
import { KeptQueues } from './kept-queues.js'
import { Listing } from './listing.js'
import { Pictures } from './pictures.js'
import type { Surroundings } from './surroundings.js'
import { Talks } from './talks.js'
import { VisitMemory } from './visit-memory.js'

const AGAIN_MILLISECONDS = 3_000
/** Not among what is loaded first. */
const atEntrance = () => import('./entrance.js')

export class Visit {
  readonly agents: Agents
  readonly talks: Talks
  readonly listing: Listing
  readonly memory: VisitMemory
  readonly #store: WorkbenchStore
  readonly #around: Surroundings
  readonly #pictures: Pictures
  #place: Place = {}
  #again: ReturnType<typeof setTimeout> | undefined
  #entering: Promise<void> | undefined
  #isOver = false

  constructor(store: WorkbenchStore, around: Surroundings) {
    this.#store = store
    this.#around = around
    this.memory = new VisitMemory(around)
    this.#pictures = new Pictures(store, around)
    const changed = (): void => this.listing.soon()
    const queues = new KeptQueues(around.tabTexts)
    const pictures = this.#pictures
    this.talks = new Talks({ store, around, pictures, queues, agents: () => this.agents, changed })
    this.agents = new Agents(store, around, {
      far: agent => this.talks.news.far(agent),
      asking: agent => this.talks.news.asking(agent),
      online: (agent, isOnline) => {
        for (const talk of this.talks.of(agent)) talk.isOnline = isOnline
        // Much may have changed while nobody could tell.
        if (isOnline) this.listing.soon()
      },
      closed: (agent, error) => {
        for (const talk of this.talks.of(agent)) if (talk.session !== undefined) talk.fail(error)
      },
      refused: error => void this.#refused(error),
    })
    this.listing = new Listing({ store, around, talks: this.talks, agents: this.agents })
    around.onFragment(() => {
      if (store.getState().entrance.is !== 'in') around.reload()
      else
        void atEntrance()
          .then(({ enter }) => enter(around))
          .then(async ({ address }) => {
            // It may be of a folder that came meanwhile.
            await this.agents.refresh()
            this.#goInto(address)
          })
    })
    around.onVisible(() => this.#hurry())
    this.#pictures.onDrawn = () => {
      this.listing.show()
      this.#remember()
      queues.keep(this.talks.all.map(({ talk }) => talk))
    }
    store.subscribe(({ current }, before) => {
      if (current !== before.current) this.#remember()
    })
  }

  /** Never rejects: the state tells how far it is. */
  begin(): Promise<void> {
    this.#entering ??= this.#begin().finally(() => {
      this.#entering = undefined
    })
    return this.#entering
  }

  /** Shows at once what somebody has just done. */
  draw(): void {
    this.#pictures.draw()
  }

  async leave(): Promise<void> {
    this.#end()
    const { LEFT, leaveGateway } = await atEntrance()
    await leaveGateway(this.#around)
    await this.agents.close()
    this.#store.setState({ entrance: { is: 'out', failure: LEFT } })
  }

  /** Ends all connections, and keeps the right to come back. */
  async close(): Promise<void> {
    this.#end()
    await this.agents.close()
  }

  async #begin(): Promise<void> {
    if (this.#isOver || this.#store.getState().entrance.is === 'in') return
    clearTimeout(this.#again)
    let failure: Failure | undefined
    try {
      const { enter } = await atEntrance()
      const entered = await enter(this.#around)
      const { place, address } = entered
      failure = entered.failure
      // A ticket that was taken in an earlier try still counts.
      if (place.agent !== undefined || place.session !== undefined) this.#place = place
      const link = await this.agents.enter(this.#place)
      const { name = 'somebody', role = 'viewer' } = link.self ?? this.agents.self ?? {}
      this.#store.setState({ entrance: { is: 'in', name, role } })
      this.#goInto(address)
      this.listing.begin()
      await this.#goOn(link.name, address)
    } catch (error) {
      this.#stayOut(failure ?? toFailure(error))
    }
  }

  #stayOut(failure: Failure): void {
    if (this.#isOver) return
    this.#store.setState({ entrance: { is: 'out', failure } })
    if (failure.offer === 'retry') this.#again = setTimeout(() => void this.begin(), AGAIN_MILLISECONDS)
  }

  /** A link of a folder is for work in it, whichever folder was the latest. */
  #goInto({ folder }: Address): void {
    const { roots } = this.#store.getState()
    const wanted = folder ?? this.memory.folder
    const found = roots.find(root => root === wanted)
    if (found === undefined) return
    this.memory.folder = found
    this.#store.setState({ folder: found })
  }

  /** In the one session that somebody was asked to, where the address says, or where the last visit of this tab was. */
  async #goOn(agent: string, { talk: named, pane }: Address): Promise<void> {
    const { session } = this.#place
    const key = session === undefined ? (named ?? this.memory.current) : talkKey(agent, session)
    if (session === undefined) this.#greetUsed()
    if (key === undefined) return
    if (key !== named) this.#around.settle(toFragment({ talk: key, pane }))
    // Where it works, and what it is called, stands in the list.
    await this.listing.refresh()
    const talk = await this.talks.open(key)
    if (talk !== undefined && this.#store.getState().current === undefined) this.talks.select(talk.talk.key)
  }

  /** Sessions of agents that are not reached are not listed. */
  #greetUsed(): void {
    for (const name of this.memory.agents)
      void this.agents
        .link(name)
        ?.connect()
        .then(
          () => this.listing.soon(),
          () => {},
        )
  }

  /** A conversation that has just begun gets its name later than it is looked at. */
  #remember(): void {
    const { current } = this.#store.getState()
    const known = current === undefined ? undefined : this.talks.known(current)
    if (!this.#isOver) this.memory.current = known && talkKey(known.agent, known.sessionId)
  }

  async #refused({ failure }: ShownError): Promise<void> {
    if (this.#isOver) return
    this.#end()
    this.#store.setState({ entrance: { is: 'out', failure } })
    await this.agents.close()
  }

  /** Who looks at the page again does not want to wait. */
  #hurry(): void {
    for (const link of this.agents.wanted) link.retryNow()
  }

  #end(): void {
    this.#isOver = true
    clearTimeout(this.#again)
    this.listing.end()
  }
}
