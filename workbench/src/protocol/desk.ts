/** Which wire is looked at, and how. Outside of React: the pane comes and goes, and a recording that was opened stays. */

import { createStore } from 'zustand/vanilla'
import type { Tab } from './toolbar.js'
import type { Source } from './watch.js'

export interface HandDraft {
  readonly row: number
  readonly title: string
  readonly text: string
}

/** How one wire is looked at. */
export interface Look {
  readonly filter: string
  readonly tab: Tab
  readonly isFollowing: boolean
  /** Also what the page asks again and again to keep its lists up to date. */
  readonly showsLists: boolean
  /** A message that is being written by hand, with the number of the row that it began with. */
  readonly draft?: HandDraft | undefined
  /** The message that is looked at, by its number. */
  readonly chosen?: number | undefined
}

export interface Desk {
  /** By its title; absent while nobody has chosen one. */
  readonly wanted?: string | undefined
  /** A recording that was opened. */
  readonly file?: Source | undefined
  readonly failure?: string | undefined
  /** By the titles of wires. */
  readonly looks: ReadonlyMap<string, Look>
}

export const desk = createStore<Desk>(() => ({ looks: new Map() }))

type Looked = Pick<Source, 'title' | 'isLive'>

export function usualLook({ isLive }: Pick<Source, 'isLive'>): Look {
  return { filter: '', tab: 'messages', isFollowing: isLive, showsLists: !isLive }
}

export function look(source: Looked, change: Partial<Look>): void {
  desk.setState(({ looks }) => ({
    looks: new Map(looks).set(source.title, {
      ...(looks.get(source.title) ?? usualLook(source)),
      ...change,
    }),
  }))
}
