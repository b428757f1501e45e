/** Answers what could be meant by a word: files of a directory, recorded conversations. The latest question alone is answered. */

import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { homeFolder } from '../../own-folder.js'
import type { Conversation } from '../../record/conversation.js'
import { allConversations, withShelf } from '../../record/shelf.js'
import { titleOf } from '../../sessions/shown-conversation.js'
import { Best, scoreOf, toCandidate } from '../composer/fuzzy.js'
import { toMention } from '../composer/mentions.js'
import type { Effect } from '../effect.js'
import type { Suggestion } from '../model/composer.js'
import { FileIndex } from './file-index.js'
import type { Hands, Tell } from './hands.js'

type Asked = Extract<Effect, { do: 'suggest' }>

const MOST_ITEMS = 50
const MOST_ENTRIES = 5_000
const TALKS_FRESH_MILLISECONDS = 5_000

export interface SuggestingMeans {
  readonly tell: Tell
  readonly env: NodeJS.ProcessEnv
}

export class Suggesting implements Hands {
  readonly #means: SuggestingMeans
  readonly #files = new FileIndex()
  #asked = new AbortController()
  #working: Promise<void> = Promise.resolve()
  #talks: { readonly all: readonly Conversation[]; readonly at: number } | undefined

  constructor(means: SuggestingMeans) {
    this.#means = means
  }

  take(effect: Effect): boolean {
    if (effect.do !== 'suggest') return false
    this.#asked.abort()
    this.#asked = new AbortController()
    this.#working = this.#answer(effect, this.#asked.signal)
    return true
  }

  async #answer(asked: Asked, signal: AbortSignal): Promise<void> {
    const items = await this.#itemsFor(asked, signal).catch(() => [])
    if (!signal.aborted) this.#means.tell({ type: 'suggestions', ticket: asked.ticket, items })
  }

  #itemsFor(asked: Asked, signal: AbortSignal): Promise<readonly Suggestion[]> {
    if (asked.kind === 'talk') return this.#talksFor(asked)
    return isElsewhere(asked.query) ? this.#entriesFor(asked) : this.#filesFor(asked, signal)
  }

  async #filesFor({ query, cwd }: Asked, signal: AbortSignal): Promise<readonly Suggestion[]> {
    const paths = await this.#files.find(cwd, query, { most: MOST_ITEMS, signal })
    return paths.filter(isWritable).map(path => ({ insert: toMention(path), label: path }))
  }

  /** Outside of the directory one goes from folder to folder. */
  async #entriesFor({ query, cwd }: Asked): Promise<readonly Suggestion[]> {
    const isInside = query.endsWith('/')
    const named = isInside ? query : `${dirname(query)}/`.replace(/^\/\/$/, '/')
    const home = homeFolder({ env: this.#means.env })
    const folder = named.startsWith('~/') ? join(home, named.slice(1)) : resolve(cwd, named)
    const letters = isInside ? '' : basename(query).toLowerCase()
    const best = new Best<Suggestion>(MOST_ITEMS)
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.slice(0, MOST_ENTRIES)) {
      if (!isWritable(entry.name) || (entry.name.startsWith('.') && !letters.startsWith('.'))) continue
      const path = `${named}${entry.name}${entry.isDirectory() ? '/' : ''}`
      best.offer({ insert: toMention(path), label: path }, scoreOf(letters, toCandidate(entry.name)))
    }
    return best.values
  }

  async #talksFor({ query, cwd }: Asked): Promise<readonly Suggestion[]> {
    const best = new Best<Suggestion>(MOST_ITEMS)
    const letters = query.toLowerCase()
    for (const [index, talk] of (await this.#allTalks()).entries()) {
      const title = titleOf(talk) || 'without a title'
      const score = scoreOf(letters, toCandidate(`${talk.id} ${title.slice(0, 200)}`))
      // The latest first, and those of this directory before all others.
      const order = letters === '' ? -index : score
      const here = talk.cwd === cwd ? 10_000 : 0
      best.offer(
        { insert: `#${talk.id}`, label: title, detail: `${talk.agent} · ${talk.id.slice(0, 8)}` },
        score === undefined || order === undefined ? undefined : order + here,
      )
    }
    return best.values
  }

  async #allTalks(): Promise<readonly Conversation[]> {
    const now = performance.now()
    if (this.#talks !== undefined && now - this.#talks.at < TALKS_FRESH_MILLISECONDS) return this.#talks.all
    const all = await withShelf(this.#means, allConversations)
    this.#talks = { all, at: now }
    return all
  }

  async close(): Promise<void> {
    this.#asked.abort()
    await this.#working
  }
}

const isElsewhere = (query: string): boolean => /^(?:\/|~\/|\.{1,2}\/)/.test(query)

/** A name with a control character in it cannot be written in a prompt. */
const isWritable = (path: string): boolean => !/\p{Cc}/u.test(path)
