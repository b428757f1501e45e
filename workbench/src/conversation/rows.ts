/** What a conversation shows, row by row: its entries and our own remarks between them. */

import type { Entry, Thread } from '@parley/acp/thread'
import { itemsOf } from '@parley/acp/thread'
import type { Remark } from '../state/talk.js'

interface EntryRow {
  readonly is: 'entry'
  readonly key: string
  readonly place: number
  readonly entry: Entry
  /** Which prompt it is, counted from one, where it is one. */
  readonly turn?: number | undefined
  /** When it came, where a day begins with it. */
  readonly dayAt?: number | undefined
}

export type Row = EntryRow | { readonly is: 'remark'; readonly key: string; readonly remark: Remark }

export interface Told {
  readonly slots: Thread['slots']
  readonly remarks: readonly Remark[]
  readonly startedAt: ReadonlyMap<number, number>
}

/**
 * All rows in order. An entry's row has the same key for as long as the conversation is the same one, and is the same value
 * as before where nothing about it is new.
 */
export function toRows({ slots, remarks, startedAt }: Told, before: readonly Row[] = []): readonly Row[] {
  const rows: Row[] = []
  const addEntry = (place: number, entry: Entry, prompt?: { turn: number; dayAt: number | undefined }) => {
    const old = before[rows.length]
    rows.push(
      old?.is === 'entry' && isRowOf(old, { place, entry, ...prompt })
        ? old
        : { is: 'entry', key: `e${place}`, place, entry, ...prompt },
    )
  }
  const waiting = [...remarks].sort((one, other) => one.after - other.after)
  let next = 0
  let turn = 0
  let day = ''
  const addRemarks = (place: number): void => {
    for (let remark = waiting[next]; remark && remark.after <= place; remark = waiting[++next])
      rows.push({ is: 'remark', key: `r${remark.id}`, remark })
  }
  for (const [place, entry] of itemsOf(slots).entries()) {
    addRemarks(place)
    if (entry === undefined || !isShown(entry)) continue
    const isPrompt = isPromptOf(entry) && !isContinued(rows.at(-1))
    if (!isPrompt) {
      addEntry(place, entry)
      continue
    }
    const at = startedAt.get(place)
    const dayAt = at === undefined || dayOf(at) === day ? undefined : at
    if (dayAt !== undefined) day = dayOf(dayAt)
    addEntry(place, entry, { turn: ++turn, dayAt })
  }
  addRemarks(Number.POSITIVE_INFINITY)
  return rows
}

function isRowOf(row: EntryRow, facts: Omit<EntryRow, 'is' | 'key'>): boolean {
  const { place, entry, turn, dayAt } = facts
  return row.entry === entry && row.place === place && row.turn === turn && row.dayAt === dayAt
}

const dayOf = (at: number): string => new Date(at).toDateString()

/** That a turn ended as turns end is no news. */
function isShown(entry: Entry): boolean {
  if (entry.kind === 'stop') return entry.stopReason !== 'end_turn' || entry.error !== undefined
  return entry.kind !== 'message' || entry.content.length > 0
}

const isPromptOf = (entry: Entry): boolean => entry.kind === 'message' && entry.role === 'user'

/** Two messages of the user in a row are one prompt. */
const isContinued = (row: Row | undefined): boolean => row?.is === 'entry' && isPromptOf(row.entry)

/** The row of the prompt before or behind this one; undefined where there is none. */
export function neighbouringPrompt(rows: readonly Row[], from: number, step: 1 | -1): number | undefined {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index]
    if (row?.is === 'entry' && row.turn !== undefined) return index
  }
  return undefined
}
