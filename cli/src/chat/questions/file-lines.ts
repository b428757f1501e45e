/** The files of a change: one line each, and what changes in them. Compared once, not with every picture. */

import type { PermissionChange } from '@parley/acp/client'
import { sanitizeLine } from '@parley/acp/guard'
import { type DiffDrawing, drawComparison } from '../draw/diff.js'
import { type Comparison, compareTexts } from '../draw/diff-rows.js'
import { cutLine, type Line, span, widthOfLine } from '../screen/line.js'
import { shortPath, toNarrowPlace } from '../screen/place.js'
import { wrapLine } from '../screen/wrap.js'

interface DiffRoom {
  readonly columns: number
  readonly most: number
}

const drawings = new WeakMap<PermissionChange, Map<string, DiffDrawing>>()
const MOST_KEPT = 8

export function diffOf(change: PermissionChange, { columns, most }: DiffRoom): DiffDrawing {
  const kept = drawings.get(change) ?? new Map<string, DiffDrawing>()
  const key = `${columns} ${most}`
  const known = kept.get(key)
  if (known !== undefined) return known
  // A window that is being resized asks for every size once.
  if (kept.size >= MOST_KEPT) kept.clear()
  const drawn = drawComparison(comparisonOf(change), { columns, most, isWhole: true })
  drawings.set(change, kept.set(key, drawn))
  return drawn
}

const comparisons = new WeakMap<PermissionChange, Comparison>()

function comparisonOf(change: PermissionChange): Comparison {
  const known = comparisons.get(change) ?? compareTexts(change.oldText, change.newText, { isWhole: true })
  comparisons.set(change, known)
  return known
}

/** What it is called within the directory of the conversation, of a long path its end, and how much changes. */
export function fileLine(change: PermissionChange, cwd: string, columns: number): Line {
  const counts = countsOf(change)
  const room = Math.max(8, columns - SIGN.length - widthOfLine(counts))
  return cutLine(
    [span(SIGN, 'accent'), span(toNarrowPlace(change.path, { cwd, home: '' }, room)), ...counts],
    columns,
  )
}

/** The same with the whole path. */
export function wholeFileLines(change: PermissionChange, cwd: string, columns: number): readonly Line[] {
  const path = span(sanitizeLine(shortPath(change.path, { cwd, home: '' })))
  return wrapLine([path, ...countsOf(change)], columns, {
    first: [span(SIGN, 'accent')],
    rest: [span('    ')],
  })
}

const SIGN = '  ✎ '

function countsOf(change: PermissionChange): Line {
  const { added, removed } = comparisonOf(change)
  return [span(` +${added}`, 'added'), span(` −${removed}`, 'removed')]
}
