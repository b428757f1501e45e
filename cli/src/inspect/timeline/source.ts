/** Where a timeline comes from: a file, or a wire that runs. */

import type { Entry, Header } from '@parley/acp/inspect'

/** What a source tells. */
export interface SourceNews {
  header(header: Header): void
  /** In order; their places are counted from 0. */
  entries(entries: readonly Entry[]): void
  /** Nothing more will come; with the reason where it is one to tell. */
  ended(notice?: string): void
}

export interface Source {
  readonly title: string
  readonly isFile: boolean
  /** Begins to tell. */
  start(news: SourceNews): void
  /** The entry at a place, read again: timelines do not hold messages. */
  read(place: number): Promise<Entry | undefined>
  /** Lets go a message that is held. */
  release?(id: string): void
  close(): void
}
