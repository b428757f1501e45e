/** Finds out what there is: recorded conversations, running ones, agents and models. */

import { callRoll, type RollRow } from '../../agents/roll.js'
import { messageOf } from '../../failure.js'
import { ownCommand } from '../../own-command.js'
import type { Conversation } from '../../record/conversation.js'
import { allConversations, withShelf } from '../../record/shelf.js'
import type { Shell } from '../../shell.js'
import type { Effect } from '../effect.js'
import type { ListedAgent, RecordedTalk, RunningChat } from '../event.js'
import { adviceFor } from './agent-advice.js'
import { searchRecords } from './full-text.js'
import type { Hands, Tell } from './hands.js'
import { findModels } from './language-models.js'

export interface ListingMeans {
  readonly tell: Tell
  readonly shell: Shell
  /** The other programs of this kind that run. */
  readonly running: () => Promise<readonly RunningChat[]>
}

const MOST_FOUND = 50
const SEARCH_MILLISECONDS = 3_000

export class Listing implements Hands {
  readonly #means: ListingMeans
  readonly #open = new Set<Promise<void>>()
  /** Counts the searches: only the latest is worth going on with. */
  #latest = 0
  #isClosed = false

  constructor(means: ListingMeans) {
    this.#means = means
  }

  take(effect: Effect): boolean {
    if (effect.do === 'list-recorded') this.#begin(() => this.#listRecorded(effect.query))
    else if (effect.do === 'list-agents') this.#begin(() => this.#listAgents())
    else return false
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#open)
  }

  #begin(work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) => this.#tell({ type: 'remark', text: messageOf(error), kind: 'warning' }))
      .finally(() => this.#open.delete(done))
    this.#open.add(done)
  }

  readonly #tell: Tell = event => {
    if (!this.#isClosed) this.#means.tell(event)
  }

  async #listRecorded(query: string): Promise<void> {
    const talks: RecordedTalk[] = []
    let running: readonly RunningChat[] = []
    try {
      talks.push(...(await this.#recorded(query)))
      if (query === '') running = await this.#means.running()
    } finally {
      // Whoever waits for the answer is told what there is of it.
      this.#tell({ type: 'recorded', query, talks, running })
    }
  }

  #recorded(query: string): Promise<readonly RecordedTalk[]> {
    const search = query === '' ? 0 : ++this.#latest
    const until = Date.now() + SEARCH_MILLISECONDS
    const isOver = (): boolean => this.#isClosed || search !== this.#latest || Date.now() > until
    return withShelf(this.#means.shell, async journal => {
      const all = await allConversations(journal)
      if (query === '') return all.map(toTalk)
      const hits = await searchRecords(journal, all, { query, most: MOST_FOUND, isOver })
      return hits.map(({ conversation, match }) => ({ ...toTalk(conversation), match }))
    })
  }

  /** What is found at once is told at once; a login shell may take its time to say where else programs are. */
  async #listAgents(): Promise<void> {
    const { shell } = this.#means
    const [rows, models] = await Promise.all([
      callRoll({ isAll: true, isThorough: false }, shell),
      findModels(shell.env),
    ])
    this.#tellAgents(rows, models)
    const more = await callRoll({ isAll: true, isThorough: true }, shell)
    const isSame = more.every(
      ({ id, state }, index) => rows[index]?.id === id && rows[index]?.state === state,
    )
    if (!isSame) this.#tellAgents(more, models)
  }

  #tellAgents(rows: readonly RollRow[], models: readonly string[]): void {
    const command = ownCommand(this.#means.shell)
    const agents = rows.map(
      ({ id, name, description, state }): ListedAgent => ({ id, name, description, state }),
    )
    this.#tell({ type: 'agents', agents, models, advice: adviceFor({ agents, models, command }) })
  }
}

function toTalk({ id, agent, cwd, title, opening, label, updated, turns }: Conversation): RecordedTalk {
  return { record: id, agent, cwd, title: title ?? opening ?? '', label, updated, turns }
}
