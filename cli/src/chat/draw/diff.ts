/** A change of a file in lines: side by side where there is room, else one below the other. */

import { cutLine, EMPTY, fillLine, type Line, lineOf, span } from '../screen/line.js'
import { breakLine, wrapLine } from '../screen/wrap.js'
import { ADDED, REMOVED } from './changed-words.js'
import { type Comparison, compareTexts, type Hunk, type Row } from './diff-rows.js'
import { gutterOf, hasBothEnds, NO_END, pairsOf, runsOf, textsOf } from './row-text.js'

export interface Change {
  readonly path: string
  readonly oldText?: string | undefined
  readonly newText?: string | undefined
}

export interface DiffDrawing {
  readonly lines: readonly Line[]
  readonly added: number
  readonly removed: number
}

export interface DiffSetting {
  readonly columns: number
  readonly most: number
  /** Stands behind the count of what is left out: how to see it. */
  readonly hint?: string | undefined
  /** Whatever it is, its lines are shown; and all of each where there is no bound. */
  readonly isWhole?: boolean | undefined
}

const WIDE = 120
const BETWEEN = span(' │ ', 'border')

/** Texts are cleaned here. `most` bounds the lines; what is left out is counted. */
export function drawDiff(change: Change, setting: DiffSetting): DiffDrawing {
  return drawComparison(compareTexts(change.oldText, change.newText), setting)
}

// A call that runs is drawn many times, and what it changes stays the same.
const drawings = new WeakMap<Comparison, DiffSetting & { readonly drawing: DiffDrawing }>()

export function drawComparison(comparison: Comparison, setting: DiffSetting): DiffDrawing {
  const known = drawings.get(comparison)
  const { columns, most, hint, isWhole } = setting
  const isSame = known?.columns === columns && known.most === most && known.hint === hint
  if (isSame && known.isWhole === isWhole) return known.drawing
  const drawing = draw(comparison, setting)
  drawings.set(comparison, { columns, most, hint, isWhole, drawing })
  return drawing
}

function draw(comparison: Comparison, setting: DiffSetting): DiffDrawing {
  const { hunks, added, removed, note } = comparison
  if (note !== undefined) return { lines: wrapLine(lineOf(note, 'muted'), setting.columns), added, removed }
  const { columns, most, hint = '' } = setting
  const rows = hunks.flat()
  // A file that comes or goes as a whole has nothing to stand beside.
  const isWide = columns >= WIDE && ['+', '-'].every(only => rows.some(({ sign }) => sign !== only))
  const places = hunks.flatMap((hunk, index): readonly Place[] => [
    ...(index > 0 ? [{ row: 'gap' } as const] : []),
    ...placesOf(hunk, isWide),
  ])
  const sheet: Sheet = {
    gutter: gutterOf(rows),
    columns,
    marksEnds: hasBothEnds(rows),
    tellsOpen: hasOtherEnd(rows),
    isWhole: setting.isWhole === true && most === Number.POSITIVE_INFINITY,
  }
  const lines: Line[] = []
  for (const [index, place] of places.entries()) {
    const drawn = isWide ? drawBeside(place, sheet) : drawBelow(place, sheet)
    const room = most - lines.length - (index < places.length - 1 ? 1 : 0)
    if (drawn.length > room) {
      // Of one line that is too long for all of it, its beginning.
      const begun = lines.length === 0 ? drawn.slice(0, Math.max(0, Math.min(room, most - 1))) : []
      const left = places.slice(index).filter(({ row }) => row !== 'gap').length
      const what =
        begun.length > 0 ? `the rest of this line and ${left - 1} more lines` : `${left} more lines`
      return {
        lines: [...lines, ...begun, cutLine(lineOf(`… ${what}${hint}`, 'muted'), columns)],
        added,
        removed,
      }
    }
    for (const line of drawn) lines.push(line)
  }
  return { lines, added, removed }
}

/** What stands at one height: a row and the one it became or was, or only a sign that something is left out. */
interface Place {
  readonly row: Row | 'gap' | undefined
  readonly mate?: Row | undefined
}

interface Sheet {
  /** How wide numbers are. */
  readonly gutter: number
  readonly columns: number
  /** Both kinds of line ends occur: which one it is has to be seen. */
  readonly marksEnds: boolean
  readonly isWhole?: boolean | undefined
  /** The last line end came or went. Where neither text has one, they may be pieces of a file: nothing is known of its end. */
  readonly tellsOpen: boolean
}

/** Below each other, what is gone stands before what came; beside each other, both stand at one height. */
function placesOf(hunk: Hunk, isWide: boolean): readonly Place[] {
  if (!isWide) return pairsOf(hunk)
  return runsOf(hunk).flatMap(({ removed, added, same }): readonly Place[] => [
    ...Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
      row: removed[index],
      mate: added[index],
    })),
    ...same.map(row => ({ row, mate: row })),
  ])
}

function hasOtherEnd(rows: readonly Row[]): boolean {
  const open = rows.filter(({ isOpen }) => isOpen)
  return open.some(({ sign }) => sign !== '+') !== open.some(({ sign }) => sign !== '-')
}

function drawBelow({ row, mate }: Place, sheet: Sheet): readonly Line[] {
  if (row === undefined) return []
  if (row === 'gap') return [gap(sheet)]
  const [text] = textsOf({ row, mate }, sheet)
  return drawRow(row, text, sheet)
}

function drawBeside({ row, mate }: Place, sheet: Sheet): readonly Line[] {
  if (row === 'gap') return [gap(sheet)]
  const columns = Math.floor((sheet.columns - 3) / 2)
  const half = { ...sheet, columns }
  const [leftText, rightText] =
    row === undefined
      ? [EMPTY, mate === undefined ? EMPTY : textsOf({ row: mate }, sheet)[0]]
      : textsOf({ row, mate }, sheet)
  const left = row === undefined ? [] : drawRow(row, leftText, half)
  const right = mate === undefined ? [] : drawRow(mate, rightText, half)
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...fillLine(left[index] ?? EMPTY, columns),
    BETWEEN,
    ...(right[index] ?? EMPTY),
  ])
}

const gap = ({ gutter }: Sheet): Line => lineOf(`${' '.repeat(gutter)} ⋯`, 'muted')

function drawRow({ sign, old, now, isOpen }: Row, text: Line, sheet: Sheet): readonly Line[] {
  const { gutter, columns, tellsOpen } = sheet
  const number = String(sign === '-' ? old : now).padStart(gutter)
  const mark = sign === '+' ? span('+ ', ADDED) : sign === '-' ? span('− ', REMOVED) : span('  ')
  const blank = span(' '.repeat(gutter + 3))
  const lines = breakLine(text, columns, { first: [span(`${number} `, 'muted'), mark], rest: [blank] })
  return isOpen && tellsOpen
    ? [...lines, ...wrapLine(lineOf(NO_END, 'muted'), columns, { first: [blank] })]
    : lines
}
