/** The table of keys in lines, of any width. */

import { EMPTY, type Line, lineOf, span } from '../../screen/line.js'
import { widthOf } from '../../screen/width.js'
import { wrapLine } from '../../screen/wrap.js'
import { HEADINGS, KEY_TABLE, type KeyRow, shownKey, type Where } from './key-table.js'

const MOST_KEYS = 30

const known = new Map<number, readonly Line[]>()

/** One and the same for each width; a few are remembered. */
export function helpLines(columns: number): readonly Line[] {
  const found = known.get(columns)
  if (found !== undefined) return found
  const places = [...new Set(KEY_TABLE.map(({ where }) => where))]
  const lines = places.flatMap((where, index) => [
    ...(index > 0 ? [EMPTY] : []),
    ...sectionLines(where, columns),
  ])
  if (known.size > 8) known.clear()
  known.set(columns, lines)
  return lines
}

function sectionLines(where: Where, columns: number): readonly Line[] {
  const rows = KEY_TABLE.filter(row => row.where === where)
  return [lineOf(HEADINGS[where], 'heading'), ...rows.flatMap(row => rowLines(row, columns))]
}

/** The keys at the left; what they do beside them, or below where they take too much room. */
function rowLines({ keys, does }: KeyRow, columns: number): readonly Line[] {
  const names = keys.map(shownKey).join(' ')
  const width = Math.min(MOST_KEYS, Math.floor(columns * 0.4))
  const blank = [span(' '.repeat(width + 2))]
  const room = width - widthOf(names)
  if (room < 0) {
    const above = wrapLine([span(names, 'accent')], columns, { first: [span('  ')] })
    return [...above, ...wrapLine(lineOf(does), columns, { first: blank })]
  }
  const first = [span('  '), span(names, 'accent'), span(' '.repeat(room))]
  return wrapLine(lineOf(does), columns, { first: [...first], rest: blank })
}
