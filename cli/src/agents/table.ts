/** Rows as columns of text. Everything in a cell is cleaned here: most of it came from somebody else. */

import { boundedLine } from '@parley/acp/guard'

const WIDEST_CELL = 120

/** Lines in which the cells of a column begin at the same place; the last column is never filled up. */
export function toColumns(rows: readonly (readonly string[])[], indent = ''): string {
  const clean = rows.map(row => row.map(cell => boundedLine(cell, WIDEST_CELL)))
  const widths: number[] = []
  for (const row of clean)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, [...cell].length)
  const lines = clean.map(row =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - [...cell].length),
      )
      .join('  ')
      .trimEnd(),
  )
  return lines.map(line => `${indent}${line}\n`).join('')
}
