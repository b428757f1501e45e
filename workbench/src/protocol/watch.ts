/**
 * A wire that is looked at: the entries of a connection or of a recording, and the rows that an onlooker makes of them,
 * a slice at a time so that the page stays alive. It only grows; `count` says how far it has been seen.
 */

import {
  createOnlooker,
  type Entry,
  type Finding,
  type Onlooker,
  type Row,
  type TurnTiming,
} from '@parley/acp/inspect'
import type { WireLog } from '../state/wire-log.js'

/** Where entries come from. */
export interface Source {
  readonly title: string
  readonly isLive: boolean
  /** How many there are, the ones that are no longer kept included. */
  count(): number
  /** Nothing where it is no longer kept. */
  entryAt(place: number): Entry | undefined
  listen(listener: () => void): () => void
}

const SLICE_MILLISECONDS = 12

export class Watch {
  readonly source: Source
  #onlooker: Onlooker | undefined
  #seen = 0
  #isWorking = false
  #isOver = false
  readonly #listeners = new Set<() => void>()
  readonly #deaf: () => void
  #snapshot = 0

  constructor(source: Source) {
    this.source = source
    this.#deaf = source.listen(() => this.#work())
    void createOnlooker().then(onlooker => {
      this.#onlooker = onlooker
      this.#work()
    })
  }

  get rows(): readonly Row[] {
    return this.#onlooker?.rows ?? []
  }

  get findings(): readonly Finding[] {
    return this.#onlooker?.findings ?? []
  }

  get turns(): readonly TurnTiming[] {
    return this.#onlooker?.turns ?? []
  }

  get version(): 1 | 2 | undefined {
    return this.#onlooker?.version
  }

  /** How many of the entries have been looked at. */
  get progress(): { readonly seen: number; readonly all: number } {
    return { seen: this.#seen, all: this.source.count() }
  }

  entryOf(row: Row): Entry | undefined {
    return this.source.entryAt(row.entry)
  }

  // Both as React wants them: bound, and a number that changes with what is to be drawn.
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly snapshot = (): number => this.#snapshot

  close(): void {
    this.#isOver = true
    this.#deaf()
  }

  #work(): void {
    if (this.#isWorking || this.#isOver || this.#onlooker === undefined) return
    this.#isWorking = true
    setTimeout(() => this.#slice(), 0)
  }

  #slice(): void {
    const onlooker = this.#onlooker
    if (onlooker === undefined || this.#isOver) return
    const until = performance.now() + SLICE_MILLISECONDS
    // The clock is not asked for each: it would cost more than most entries do.
    while (this.#seen < this.source.count() && performance.now() < until)
      for (let each = 0; each < 64 && this.#seen < this.source.count(); each++) {
        onlooker.see(this.source.entryAt(this.#seen) ?? LOST)
        this.#seen++
      }
    this.#isWorking = false
    this.#snapshot++
    for (const listen of this.#listeners) listen()
    if (this.#seen < this.source.count()) this.#work()
  }
}

const LOST: Entry = { at: 0, event: 'omitted', detail: 'no longer kept' }

/** The connection to an agent. */
export function wireSource(log: WireLog): Source {
  return {
    ...{ title: log.agent, isLive: true },
    count: () => log.dropped + log.entries.length,
    entryAt: place => log.entries[place - log.dropped],
    listen: listener => log.listen(listener),
  }
}

/** A recording that was opened. */
export function recordedSource(title: string, entries: readonly Entry[]): Source {
  return {
    ...{ title, isLive: false },
    count: () => entries.length,
    entryAt: place => entries[place],
    listen: () => () => {},
  }
}
