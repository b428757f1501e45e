/** All conversations that are open here, seen or not: begun, opened, put out of sight, and found by their names. */

import type { NewTalk } from '../state/actions.js'
import type { WorkbenchStore } from '../state/store.js'
import { freshKey, isUntouched, type ListedSession, type TalkKey } from '../state/talk.js'
import type { Agents } from './agents.js'
import type { KeptQueues } from './kept-queues.js'
import { LiveTalk } from './live-talk.js'
import type { TalkPlace } from './new-talk.js'
import { NOWHERE } from './page-channel.js'
import type { Pictures } from './pictures.js'
import type { Surroundings } from './surroundings.js'
import { TalkNews } from './talk-news.js'
import { Workspaces } from './workspaces.js'

export interface TalksMeans {
  readonly store: WorkbenchStore
  readonly agents: () => Agents
  readonly pictures: Pictures
  readonly around: Surroundings
  /** What waited in a session when this tab was loaded anew. */
  readonly queues: KeptQueues
  /** What lists tell may be another. */
  changed(): void
}

/** A session that is known here, open or not. */
export type Known = Pick<ListedSession, 'agent' | 'sessionId' | 'cwd' | 'title'>

export class Talks {
  /** Told what agents and their gateway say and ask. */
  readonly news: TalkNews
  readonly #means: TalksMeans
  readonly #talks = new Map<TalkKey, LiveTalk>()
  readonly #workspaces = new Workspaces()

  constructor(means: TalksMeans) {
    const { store, changed } = means
    this.#means = means
    this.news = new TalkNews({
      of: agent => this.of(agent),
      current: () => store.getState().current,
      changed,
    })
  }

  get all(): readonly LiveTalk[] {
    return [...this.#talks.values()]
  }

  /** Those that take part in their session, or are seen. */
  get present(): readonly LiveTalk[] {
    return this.all.filter(({ session, desk }) => session !== undefined || desk.isShown)
  }

  find(key: TalkKey): LiveTalk | undefined {
    return this.#talks.get(key)
  }

  of(agent: string): readonly LiveTalk[] {
    return this.all.filter(({ talk }) => talk.agent === agent)
  }

  ofSession(agent: string, sessionId: string): LiveTalk | undefined {
    return this.all.find(({ talk }) => talk.agent === agent && talk.sessionId === sessionId)
  }

  /** The session behind a key: of a conversation that is open, of the list, or as the key itself names it. */
  known(key: TalkKey): Known | undefined {
    const { listed } = this.#means.store.getState()
    const talk = this.find(key)?.talk ?? listed.find(each => each.key === key)
    if (talk?.sessionId !== undefined) return { ...talk, sessionId: talk.sessionId }
    const [agent = '', ...rest] = talk === undefined ? key.split('/') : []
    return rest.length === 0 ? undefined : { agent, sessionId: rest.join('/'), cwd: NOWHERE }
  }

  async begin({ agent, cwd }: NewTalk): Promise<TalkKey | undefined> {
    // One that nothing was said in is as good as a new one.
    const unused = this.of(agent).find(({ talk }) => talk.cwd === cwd && isUntouched(talk))
    if (unused !== undefined) {
      unused.desk.isShown = true
      this.select(unused.talk.key)
      return unused.talk.key
    }
    const talk = this.#make(agent, { key: freshKey(agent), cwd })
    if (talk === undefined) return undefined
    this.select(talk.talk.key)
    await this.#open(talk)
    return talk.talk.key
  }

  /** A new one that begins where this one is. */
  async fork(source: LiveTalk): Promise<LiveTalk | undefined> {
    const { agent, cwd } = source.talk
    const talk = this.#make(agent, { key: freshKey(agent), cwd })
    await talk?.fork(source)
    this.#means.pictures.draw()
    return talk
  }

  /** Shows it; nothing where there is no such session. */
  async open(key: TalkKey, isShown = true): Promise<LiveTalk | undefined> {
    const found = this.find(this.#ownKey(key))
    const known = this.known(key)
    const talk = found ?? (known && this.#make(known.agent, { ...known, key }))
    if (talk === undefined) return undefined
    if (isShown && !talk.desk.isShown) talk.desk.isShown = true
    if (talk !== found) talk.desk.isShown = isShown
    this.#means.pictures.draw()
    const isToBeOpened = talk.desk.phase !== 'failed' || talk.talk.failure?.isElsewhere
    if (talk.session === undefined && isToBeOpened) await this.#open(talk)
    return talk
  }

  select(key: TalkKey | undefined): void {
    this.#means.pictures.draw()
    this.#means.store.setState({ current: key === undefined ? undefined : this.#ownKey(key) })
  }

  /** The session goes on to be heard: whoever left it may come back at once, and its questions stay open. */
  leave(key: TalkKey): void {
    const talk = this.find(key)
    if (talk === undefined) return
    if (talk.session === undefined) this.drop(key)
    else talk.desk.isShown = false
    this.#unselect(key)
  }

  /** Says whether it was the one that was looked at. */
  putAway(key: TalkKey): boolean {
    const own = this.#ownKey(key)
    this.find(own)?.putAway()
    return this.#unselect(own)
  }

  /** There is no such conversation any more. */
  drop(key: TalkKey): void {
    const own = this.#ownKey(key)
    const talk = this.find(own)
    if (talk === undefined) return
    this.#talks.delete(own)
    talk.desk.isShown = false
    this.#unselect(own)
  }

  /** A session that was begun in this visit has another key here than in lists of others. */
  #ownKey(key: TalkKey): TalkKey {
    const known = this.find(key) === undefined ? this.known(key) : undefined
    return (known && this.ofSession(known.agent, known.sessionId)?.talk.key) ?? key
  }

  #unselect(key: TalkKey): boolean {
    const wasCurrent = this.#means.store.getState().current === key
    // First: nobody is to be where nothing is any more.
    if (wasCurrent) this.#means.store.setState({ current: undefined })
    this.#means.pictures.draw()
    this.#means.changed()
    return wasCurrent
  }

  async retry(key: TalkKey): Promise<void> {
    const talk = this.find(key)
    // One that is only cut off comes back by itself.
    if (talk?.session !== undefined) talk.link.retryNow()
    else if (talk !== undefined) await this.#open(talk)
  }

  async #open(talk: LiveTalk): Promise<void> {
    await talk.open()
    this.news.opened(talk)
    this.#means.pictures.draw()
  }

  #make(agent: string, place: TalkPlace): LiveTalk | undefined {
    const { agents, pictures, around, changed, store } = this.#means
    const link = agents().link(agent)
    if (link === undefined) return undefined
    const talk = new LiveTalk(place, {
      ...{ link, pictures, now: around.now, changed },
      signInWanted: () => agents().change(agent, { needsSignIn: true }),
      folder: () => store.getState().folder,
      workspaceOf: opened => this.#workspaces.look(link, opened),
    })
    this.#talks.set(place.key, talk)
    const queue = place.sessionId === undefined ? [] : this.#means.queues.of(agent, place.sessionId)
    if (queue.length > 0) talk.desk.change({ queue, isQueueHeld: true })
    return talk
  }
}
