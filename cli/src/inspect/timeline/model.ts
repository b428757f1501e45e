/** The timeline as a value: which rows there are, which are shown, where one stands, and what lies open over them. */

import type { Entry, Finding, Onlooker, Row } from '@parley/acp/inspect'
import type { Input } from '../../chat/screen/input.js'
import { EMPTY_LINE, type TextLine } from '../../chat/screen/text-line.js'

/** What the timeline is drawn from. It grows while it is looked at; `count` in the model says how far it has been seen. */
export type Watched = Pick<Onlooker, 'rows' | 'findings' | 'turns' | 'version'>

/** What is demanded of a row to be shown. */
export interface Selection {
  /** As it was typed. */
  readonly text: string
  readonly session?: string | undefined
  readonly toolCall?: string | undefined
}

/** What lies over the rows. */
export type Pane =
  | {
      readonly is: 'detail'
      readonly row: number
      readonly entry?: Entry | 'gone' | undefined
      readonly cursor: number
      readonly folds: ReadonlySet<string>
    }
  | { readonly is: 'waterfall'; readonly turn: number; readonly top: number }
  | { readonly is: 'findings'; readonly cursor: number }
  | { readonly is: 'help'; readonly top: number }

/** A line that is being typed below the rows. */
export interface Prompt {
  readonly for: 'filter' | 'search'
  readonly line: TextLine
  /** What is wrong with it, in words. */
  readonly flaw?: string | undefined
}

export interface Timeline {
  readonly title: string
  readonly watched: Watched
  /** How many rows there are. */
  readonly count: number
  readonly selection: Selection
  /** The numbers of the rows that are shown; nothing where all are. */
  readonly shown?: readonly number[] | undefined
  /** A place among those that are shown. */
  readonly cursor: number
  /** The first that is drawn. */
  readonly top: number
  /** Stays at the end as rows come. */
  readonly isTail: boolean
  readonly height: number
  readonly pane?: Pane | undefined
  readonly prompt?: Prompt | undefined
  /** What is looked for, in small letters. */
  readonly search: string
  readonly hasStderr: boolean
  /** Rows may still come. */
  readonly isLive: boolean
  /** They come from a file, and are shown from their beginning. */
  readonly isFile?: boolean | undefined
  /** Something to tell, until the next key. */
  readonly notice?: string | undefined
}

export type TimelineEvent =
  | { readonly is: 'input'; readonly input: Input }
  /** There are so many rows now. */
  | { readonly is: 'rows'; readonly count: number }
  | { readonly is: 'entry'; readonly row: number; readonly entry: Entry | undefined }
  | { readonly is: 'ended'; readonly notice?: string | undefined }
  | { readonly is: 'height'; readonly rows: number }

export type TimelineEffect =
  /** The entry of this row is wanted. */
  | { readonly do: 'read'; readonly row: number }
  | { readonly do: 'release'; readonly id: string }
  | { readonly do: 'quit' }

export interface Step {
  readonly timeline: Timeline
  readonly effects: readonly TimelineEffect[]
}

export function newTimeline(title: string, watched: Watched, filter = ''): Timeline {
  return {
    title,
    watched,
    count: 0,
    selection: { text: filter },
    shown: filter === '' ? undefined : [],
    cursor: 0,
    top: 0,
    isTail: true,
    height: 20,
    search: '',
    hasStderr: false,
    isLive: true,
  }
}

export const EMPTY_PROMPT = EMPTY_LINE

/** How many rows are shown. */
export function shownCount({ shown, count }: Timeline): number {
  return shown?.length ?? count
}

/** The row at a place among those that are shown. */
export function rowAt({ shown, watched }: Timeline, place: number): Row | undefined {
  const number = shown === undefined ? place : shown[place]
  return number === undefined ? undefined : watched.rows[number]
}

export function selectedRow(timeline: Timeline): Row | undefined {
  return rowAt(timeline, timeline.cursor)
}

/** The heaviest thing that is held against a row. */
export function verdictOf(row: Row): 'bad' | 'warning' | 'note' | undefined {
  const weights = new Set(row.findings.map(({ weight }: Finding) => weight))
  if (row.kind === 'noise' || weights.has('must') || row.flaws.some(({ fatal }) => fatal)) return 'bad'
  if (weights.has('should') || row.flaws.length > 0) return 'warning'
  return weights.has('note') ? 'note' : undefined
}
