/**
 * Rows for people and for programs. In a terminal they are columns of its width, with their names above them; elsewhere
 * each is one line with tabs between the fields: all fields, whole, in the same order always, and nothing above them.
 */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import type { Shell } from '../shell.js'

/** A column: what stands above it, and whether it may be cut where the terminal is too narrow. */
export interface Column {
  readonly name: string
  /** The narrowest it may become; absent where it is never cut. */
  readonly least?: number | undefined
  /** What a person sees anyway is left out in a terminal. */
  readonly isImplied?: boolean | undefined
}

const GAP = '  '
const USUAL_COLUMNS = 80
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u
const segmenter = new Intl.Segmenter()

/** The rows as text, cleaned. */
export function toTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { isTTY, columns: width = USUAL_COLUMNS }: Pick<Shell['stdout'], 'isTTY' | 'columns'>,
): string {
  const clean = rows.map(row => row.map(sanitizeLine))
  if (!isTTY) return clean.map(row => `${row.join('\t')}\n`).join('')
  const shown = columns.filter(({ isImplied }) => isImplied !== true)
  const fields = clean.map(row => row.filter((_, index) => columns[index]?.isImplied !== true))
  const all = [shown.map(({ name }) => name), ...fields]
  const widths = widthsOf(all)
  shrink(shown, widths, width)
  return all.map(row => `${toRow(row, widths)}\n`).join('')
}

const WIDEST_CELL = 120

/** Lines of a page in which the cells of a column begin at the same place; cleaned, and the last one never filled up. */
export function toColumns(rows: readonly (readonly string[])[], indent = ''): string {
  const clean = rows.map(row => row.map(cell => boundedLine(cell, WIDEST_CELL)))
  const widths = widthsOf(clean)
  return clean.map(row => `${indent}${toRow(row, widths)}\n`).join('')
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(0, ...rows.map(row => row.length))
  return Array.from({ length: count }, (_, index) =>
    Math.max(0, ...rows.map(row => widthOf(row[index] ?? ''))),
  )
}

/** The widest of those that may be cut give way first. */
function shrink(columns: readonly Column[], widths: number[], width: number): void {
  const total = (): number => widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1))
  for (let over = total() - width; over > 0; over--) {
    let widest: number | undefined
    for (const [index, { least }] of columns.entries()) {
      const own = widths[index] ?? 0
      if (least !== undefined && own > least && own > (widths[widest ?? -1] ?? 0)) widest = index
    }
    if (widest === undefined) return
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

function toRow(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, index) => toWidth(cell, widths[index] ?? 0))
    .join(GAP)
    .trimEnd()
}

function toWidth(text: string, width: number): string {
  const own = widthOf(text)
  if (own <= width) return text + ' '.repeat(width - own)
  let cut = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    const step = segmentWidth(segment)
    if (used + step > width - 1) break
    cut += segment
    used += step
  }
  return `${cut}…${' '.repeat(Math.max(0, width - used - 1))}`
}

/** How many places a text takes in a terminal. */
function widthOf(text: string): number {
  // Most of what is shown, and a hundred times as fast.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += segmentWidth(segment)
  return width
}

function segmentWidth(segment: string): number {
  return WIDE.test(segment) ? 2 : 1
}
