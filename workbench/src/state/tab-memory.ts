/** What a tab remembers of each conversation over a reload: how it was looked at. Checked when it is read, and bounded. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import { type KeptTexts, keep, readKept, tabTexts } from './keeping.js'

/** By the lasting names of conversations, the latest last. */
export type Remembered<T> = ReadonlyMap<string, T>

export interface TabMemory<T> {
  readonly store: StoreApi<Remembered<T>>
  /** Nothing forgets it. */
  put(name: string, value: T | undefined): void
}

interface MemoryOptions<T> {
  readonly name: string
  /** Nothing where it is not as it should be. */
  readonly read: (value: unknown) => T | undefined
  readonly texts?: KeptTexts | undefined
}

const MOST_TALKS = 50

export function createTabMemory<T>({ name, read, texts = tabTexts() }: MemoryOptions<T>): TabMemory<T> {
  const store = createStore<Remembered<T>>(() => readAll(readKept(texts, name), read))
  return {
    store,
    put: (talk, value) => {
      const others = [...store.getState()].filter(([other]) => other !== talk)
      const all = value === undefined ? others : [...others, [talk, value] as const]
      const kept = all.slice(-MOST_TALKS)
      store.setState(new Map(kept), true)
      keep(texts, name, kept)
    },
  }
}

function readAll<T>(value: unknown, read: (value: unknown) => T | undefined): Remembered<T> {
  const pairs: readonly unknown[] = Array.isArray(value) ? value : []
  return new Map(
    pairs.flatMap(pair => {
      const [talk, kept]: readonly unknown[] = Array.isArray(pair) ? pair : []
      const found = read(kept)
      return typeof talk === 'string' && found !== undefined ? [[talk, found] as const] : []
    }),
  )
}
