/** A list to choose from: what is typed filters it, arrows move in it. However long it is, only what is on the screen is drawn. */

import type { ChatEvent } from '../event.js'
import { cutLine, EMPTY, type Line, lineOf, span } from '../screen/line.js'
import { linesAround } from './lines-around.js'
import { pressed } from './page-key.js'
import { writeQuery } from './query.js'

/** Something that can be chosen. */
export interface Item {
  /** Unique in its list. */
  readonly id: string
  /** What the filter looks at; not cleaned. */
  readonly text: string
  /** Items with the same one stand together below it; cleaned. */
  readonly heading?: string | undefined
  /** It is there whatever was typed. */
  readonly isAlways?: boolean | undefined
}

export interface List {
  readonly query: string
  /** The id of what is chosen; nothing until somebody chose. */
  readonly id?: string | undefined
  /** Where that stood when it was chosen: its neighbour is chosen when it is gone. */
  readonly at: number
}

export const NEW_LIST: List = { query: '', at: 0 }

const found = new WeakMap<readonly Item[], { readonly query: string; readonly items: readonly Item[] }>()

/** What holds every word of the query, in whichever case. */
export function matching<T extends Item>(items: readonly T[], query: string): readonly T[] {
  const words = query
    .toLowerCase()
    .split(' ')
    .filter(word => word !== '')
  if (words.length === 0) return items
  const known = found.get(items)
  // What was remembered for these items are some of these items.
  if (known?.query === query) return known.items as readonly T[]
  const matches = items.filter(item => item.isAlways === true || holdsAll(item.text, words))
  found.set(items, { query, items: matches })
  return matches
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every(word => lower.includes(word))
}

/** Where the chosen one stands among those that are shown; -1 where there is none. */
export function chosenIn({ id, at }: List, shown: readonly Item[]): number {
  const own = id === undefined ? -1 : shown[at]?.id === id ? at : shown.findIndex(item => item.id === id)
  return own >= 0 ? own : Math.min(Math.max(0, at), shown.length - 1)
}

export function chosen<T extends Item>(list: List, shown: readonly T[]): T | undefined {
  return shown[chosenIn(list, shown)]
}

/** The list with another one chosen. */
export function choose(list: List, shown: readonly Item[], wanted: number): List {
  const at = Math.min(Math.max(0, wanted), Math.max(0, shown.length - 1))
  return { ...list, at, id: shown[at]?.id }
}

/** Moves the choice; nothing where the key does not. */
export function moveList(list: List, shown: readonly Item[], move: ListMove): List | undefined {
  const at = chosenIn(list, shown)
  const to = target(move.word, { at, last: shown.length - 1, page: Math.max(1, move.rows - 1) })
  return to === undefined ? undefined : choose(list, shown, to)
}

export interface ListMove {
  readonly word: string | undefined
  /** How many are on the screen at once. */
  readonly rows: number
}

interface Place {
  readonly at: number
  readonly last: number
  readonly page: number
}

function target(word: string | undefined, { at, last, page }: Place): number | undefined {
  switch (word) {
    case 'up':
    case 'ctrl+k':
      return at <= 0 ? last : at - 1
    case 'down':
    case 'ctrl+j':
    case 'tab':
      return at >= last ? 0 : at + 1
    case 'page-up':
      return at - page
    case 'page-down':
      return at + page
    case 'home':
      return 0
    case 'end':
      return last
    default:
      return undefined
  }
}

/** Moves the choice or writes the filter; nothing where the event does neither. What is filtered anew is chosen from its top. */
export function updateList(
  list: List,
  event: ChatEvent,
  { items, rows }: { readonly items: readonly Item[]; readonly rows: number },
): List | undefined {
  const moved = moveList(list, matching(items, list.query), { word: pressed(event), rows })
  if (moved !== undefined) return moved
  const query = writeQuery(list.query, event)
  if (query === undefined) return undefined
  return query === list.query ? list : { query, at: 0 }
}

export interface ListDrawing<T extends Item> {
  readonly columns: number
  readonly rows: number
  /** One line, cleaned, at most so many columns wide. */
  readonly draw: (item: T, columns: number) => Line
}

/** The lines around the chosen one, which has a mark before it; at most `rows`. */
export function drawList<T extends Item>(
  list: List,
  shown: readonly T[],
  { columns, rows, draw }: ListDrawing<T>,
): readonly Line[] {
  const at = chosenIn(list, shown)
  const blockOf = (index: number): readonly Line[] => {
    const item = shown[index]
    if (item === undefined) return []
    const line = draw(item, columns - 2)
    const own =
      index === at
        ? [span('› ', 'accent'), ...line.map(piece => span(piece.text, { ...piece.style, isBold: true }))]
        : [span('  '), ...line]
    const { heading } = item
    const isFirst = heading !== undefined && shown[index - 1]?.heading !== heading
    const above = isFirst ? [...(index > 0 ? [EMPTY] : []), lineOf(heading, 'muted')] : []
    return [...above, own].map(each => cutLine(each, columns))
  }
  return linesAround(at, rows, blockOf)
}

/** The line in which the filter is written. */
export function filterLine(query: string, hint: string): Line {
  return query === '' ? [span('/ ', 'accent'), span(hint, 'muted')] : [span('/ ', 'accent'), span(query)]
}
