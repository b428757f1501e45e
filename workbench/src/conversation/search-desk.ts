/** What is looked for in which conversation. Outside of React: it is opened from everywhere, and lasts while others are looked at. */

import { createStore } from 'zustand/vanilla'
import type { TalkKey } from '../state/talk.js'

interface SearchDesk {
  /** What is looked for, by conversation; absent where nobody searches. */
  readonly queries: ReadonlyMap<TalkKey, string>
  /** How often it was asked for: each time the words are to be written anew. */
  readonly asked: number
}

export const searchDesk = createStore<SearchDesk>(() => ({ queries: new Map(), asked: 0 }))

export function openSearch(talk: TalkKey): void {
  searchDesk.setState(({ queries, asked }) => ({
    queries: new Map(queries).set(talk, queries.get(talk) ?? ''),
    asked: asked + 1,
  }))
}

export function setQuery(talk: TalkKey, query: string): void {
  searchDesk.setState(({ queries }) => ({ queries: new Map(queries).set(talk, query) }))
}

export function closeSearch(talk: TalkKey): void {
  searchDesk.setState(({ queries }) => ({ queries: new Map([...queries].filter(([key]) => key !== talk)) }))
}
