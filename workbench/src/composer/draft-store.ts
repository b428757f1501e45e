/** The drafts of all conversations, kept in this browser on every change. What goes along is too large to be kept. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Talk } from '../state/talk.js'
import { type Draft, EMPTY_DRAFT } from './draft.js'

export type Drafts = Readonly<Record<string, Draft>>
export type DraftStore = StoreApi<Drafts>
type Shelf = Pick<Storage, 'getItem' | 'setItem'>

const NAME = 'parley.composer'
const MOST_DRAFTS = 50
const MOST_CHARACTERS = 50_000

export function createDraftStore(shelf: Shelf | undefined = browserShelf()): DraftStore {
  const store = createStore<Drafts>(() => readDrafts(shelf))
  store.subscribe(drafts => keep(shelf, drafts))
  return store
}

/** What a conversation is called here. */
export type Named = Pick<Talk, 'key' | 'agent' | 'sessionId'>

export function draftIn(drafts: Drafts, talk: Named): Draft {
  const name = namesOf(talk).find(each => Object.hasOwn(drafts, each))
  return (name === undefined ? undefined : drafts[name]) ?? EMPTY_DRAFT
}

/** The latest stand last; of too many the oldest go. */
export function changeDraft(store: DraftStore, talk: Named, change: (draft: Draft) => Draft): void {
  const before = draftIn(store.getState(), talk)
  const draft = change(before)
  if (draft === before) return
  const [name = '', ...otherNames] = namesOf(talk)
  const others = Object.entries(store.getState()).filter(
    ([other]) => other !== name && !otherNames.includes(other),
  )
  const isEmpty = draft.text === '' && draft.attachments.length === 0
  const own = isEmpty ? [] : [[name, draft] as const]
  store.setState(Object.fromEntries([...others, ...own].slice(-MOST_DRAFTS)), true)
}

/** First the one that is the same in the next visit: keys of conversations that begin here are this visit's own. */
function namesOf({ key, agent, sessionId }: Named): readonly string[] {
  return sessionId === undefined ? [key] : [`${agent}/${sessionId}`, key]
}

function browserShelf(): Shelf | undefined {
  try {
    return globalThis.localStorage
  } catch {
    // The browser forbids it.
    return undefined
  }
}

function keep(shelf: Shelf | undefined, drafts: Drafts): void {
  const kept = Object.entries(drafts).map(([name, { text, files }]) => [
    name,
    { text: text.slice(0, MOST_CHARACTERS), files },
  ])
  try {
    shelf?.setItem(NAME, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // It is full, or forbidden: then the next visit begins without drafts.
  }
}

function readDrafts(shelf: Shelf | undefined): Drafts {
  try {
    const found: unknown = JSON.parse(shelf?.getItem(NAME) ?? '{}')
    const drafts = Object.entries(Object(found)).flatMap(([name, value]) => {
      const draft = toDraft(value)
      return draft === undefined ? [] : [[name, draft] as const]
    })
    return Object.fromEntries(drafts.slice(-MOST_DRAFTS))
  } catch {
    return {}
  }
}

function toDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null || !('text' in value)) return undefined
  const { text } = value
  if (typeof text !== 'string' || text === '') return undefined
  const files = 'files' in value && Array.isArray(value.files) ? value.files : []
  return {
    text: text.slice(0, MOST_CHARACTERS),
    files: files.filter(file => typeof file === 'string'),
    attachments: [],
  }
}
