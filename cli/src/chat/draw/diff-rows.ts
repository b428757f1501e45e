/** What a change consists of, row by row: from two texts, or from a patch. */

import { comparing } from './comparing.js'

/** A line of a file before, after, or both. */
export interface Row {
  readonly sign: ' ' | '+' | '-'
  /** Its number before the change, and after it; 0 where it is not there. */
  readonly old: number
  readonly now: number
  /** Not cleaned. */
  readonly text: string
  /** The file ends here, without an end of the line. */
  readonly isOpen: boolean
}

/** Rows that stand together. */
export type Hunk = readonly Row[]

export interface Comparison {
  readonly hunks: readonly Hunk[]
  readonly added: number
  readonly removed: number
  /** What is to be said where nothing can be shown. */
  readonly note?: string | undefined
}

const MOST_CHARACTERS = 2_000_000
// What is compared takes time with the square of this. A clock would not do: the same change is to be drawn the same always.
const MOST_EDITS = 800

/** `isWhole`: whatever it is, its lines are told and counted: who is asked about it has to see it. */
export function compareTexts(
  oldText: string | undefined,
  newText: string | undefined,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Comparison {
  const [before, after] = [oldText ?? '', newText ?? '']
  const [removed, added] = [countLines(before), countLines(after)]
  if (isWhole) return compareWhole(before, after)
  if (newText === undefined)
    return { hunks: [], added: 0, removed, note: `deleted, ${removed === 1 ? '1 line' : `${removed} lines`}` }
  if (before.includes('\0') || after.includes('\0')) return without('not text')
  if (oldText === undefined && after === '') return without('new and empty')
  if (before === after) return without('nothing changed')
  if (before.length + after.length > MOST_CHARACTERS) return without('too large to compare')
  // Nothing has to be compared with nothing, however much there is on the other side.
  if (before === '') return toComparison([toRows({ oldStart: 0, newStart: 1, lines: signed('+', after) })])
  if (after === '') return toComparison([toRows({ oldStart: 1, newStart: 0, lines: signed('-', before) })])
  const patch = patchOf(before, after)
  if (patch === undefined)
    return without(`too different to compare: ${removed} lines before, ${added} lines after`)
  return toComparison(patch.hunks.map(toRows))
}

function patchOf(before: string, after: string) {
  const options = { context: 3, maxEditLength: MOST_EDITS }
  return comparing().structuredPatch('', '', before, after, '', '', options)
}

function compareWhole(before: string, after: string): Comparison {
  if (before === after) return without(after === '' ? 'new and empty' : 'nothing changed')
  const isShort = before !== '' && after !== '' && before.length + after.length <= MOST_CHARACTERS
  const patch = isShort ? patchOf(before, after) : undefined
  if (patch !== undefined) return toComparison(patch.hunks.map(toRows))
  // What cannot be compared is gone as a whole, and came as a whole: no line of it became another.
  const gone = before === '' ? [] : [toRows({ oldStart: 1, newStart: 0, lines: signed('-', before) })]
  const came = after === '' ? [] : [toRows({ oldStart: 0, newStart: 1, lines: signed('+', after) })]
  return toComparison([...gone, ...came])
}

const without = (note: string): Comparison => ({ hunks: [], added: 0, removed: 0, note })

export function toComparison(hunks: readonly Hunk[]): Comparison {
  let [added, removed] = [0, 0]
  for (const hunk of hunks)
    for (const { sign } of hunk) {
      if (sign === '+') added++
      if (sign === '-') removed++
    }
  return { hunks, added, removed }
}

function signed(sign: '+' | '-', text: string): readonly string[] {
  const lines = text.split('\n').map(line => sign + line)
  return text.endsWith('\n') ? lines.slice(0, -1) : [...lines, '\\']
}

function countLines(text: string): number {
  const breaks = text.match(/\n/g)?.length ?? 0
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1
}

export interface RawHunk {
  readonly oldStart: number
  readonly newStart: number
  /** Each begins with its sign. */
  readonly lines: readonly string[]
}

export function toRows({ oldStart, newStart, lines }: RawHunk): Hunk {
  let [old, now] = [oldStart, newStart]
  return lines.flatMap((line, index): Row[] => {
    const sign = line.charAt(0)
    // A remark of the format: that the line before it has no end.
    if (sign === '\\') return []
    const isOpen = lines[index + 1]?.startsWith('\\') === true
    const text = line.slice(1)
    if (sign === '+') return [{ sign, old: 0, now: now++, text, isOpen }]
    if (sign === '-') return [{ sign, old: old++, now: 0, text, isOpen }]
    return [{ sign: ' ', old: old++, now: now++, text, isOpen }]
  })
}
