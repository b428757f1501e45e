/** One picture of the whole interface, as drawing makes it and as a painter brings it to a terminal. */

import type { Line } from './line.js'

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** Where the cursor stands, counted from 0. */
export interface Cursor {
  readonly row: number
  readonly column: number
}

/** A question that can be seen in a picture. */
export interface Asked {
  readonly questionId: string
  /** There was no room for what it asks: only that it is there can be seen. */
  readonly isCramped: boolean
}

/** Ways to sign in that can be seen in a picture. */
export interface Ways {
  readonly methods: readonly object[]
  /** So many of the first can be read to their ends. */
  readonly count: number
}

export interface Frame {
  /** What is done: printed once, above what is live, into the normal scrollback. Never with a full screen. */
  readonly settled: readonly Line[]
  /** What is drawn anew: the lowest lines, or the full screen. At most as many as there are rows. */
  readonly live: readonly Line[]
  /** In `live`; none where it is hidden. */
  readonly cursor?: Cursor | undefined
  /** Drawn on the other screen, which leaves the scrollback alone. */
  readonly isFull: boolean
  /** The question that stands in it, if one does. */
  readonly asked?: Asked | undefined
  /** The ways to sign in that stand in it, if they do. */
  readonly ways?: Ways | undefined
  /** What the window is called, cleaned. */
  readonly title: string
}
