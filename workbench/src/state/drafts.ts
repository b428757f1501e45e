/** What somebody has written and not sent yet, by conversation, from one visit to the next. Kept in this browser alone. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import { browserTexts, type KeptTexts, keep, readKept } from './keeping.js'
import { type Talk, talkKey } from './talk.js'

/** Texts by the key of their conversation. */
export type Drafts = Readonly<Record<string, string>>
export type DraftStore = StoreApi<Drafts>

type Named = Pick<Talk, 'key' | 'agent' | 'sessionId'>

const NAME = 'parley.drafts'
const MOST_DRAFTS = 50
const MOST_CHARACTERS = 50_000

export function createDraftStore(texts: KeptTexts | undefined = browserTexts()): DraftStore {
  const store = createStore<Drafts>(() => readDrafts(readKept(texts, NAME)))
  store.subscribe(drafts => keep(texts, NAME, drafts))
  return store
}

export function draftOf(drafts: Drafts, talk: Named): string {
  return namesOf(talk).map(name => drafts[name]).find(text => text !== undefined) ?? ''
}

/** An empty text is none; of too many the oldest go. */
export function setDraft(store: DraftStore, talk: Named, text: string): void {
  if (draftOf(store.getState(), talk) === text) return
  const names = namesOf(talk)
  const others = Object.entries(store.getState()).filter(([name]) => !names.includes(name))
  const own = text === '' ? [] : names.map(name => [name, text.slice(0, MOST_CHARACTERS)] as const)
  store.setState(Object.fromEntries([...others, ...own].slice(-MOST_DRAFTS)), true)
}

/** A conversation that began in this visit has another key in the next one. */
function namesOf({ key, agent, sessionId }: Named): readonly string[] {
  return sessionId === undefined ? [key] : [...new Set([key, talkKey(agent, sessionId)])]
}

function readDrafts(value: unknown): Drafts {
  const found = Object.entries(Object(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return Object.fromEntries(
    found.slice(-MOST_DRAFTS).map(([name, text]) => [name, text.slice(0, MOST_CHARACTERS)]),
  )
}
