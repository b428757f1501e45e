/** The table of keys, and the commands, in lines of any width. */

import { OWN_COMMANDS } from '../../composer/own-commands.js'
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
  const [first, ...places] = [...new Set(KEY_TABLE.map(({ where }) => where))]
  const lines = [
    ...(first === undefined ? [] : sectionLines(first, columns)),
    ...[EMPTY, ...commandLines(columns)],
    ...places.flatMap(where => [EMPTY, ...sectionLines(where, columns)]),
  ]
  if (known.size > 8) known.clear()
  known.set(columns, lines)
  return lines
}

function sectionLines(where: Where, columns: number): readonly Line[] {
  const rows = KEY_TABLE.filter(row => row.where === where)
  return [lineOf(HEADINGS[where], 'heading'), ...rows.flatMap(row => rowLines(row, columns))]
}

/** What can be written to this program itself. */
function commandLines(columns: number): readonly Line[] {
  const head = lineOf('Commands of this program', 'heading')
  const rows = OWN_COMMANDS.flatMap(command => {
    const hint = 'hint' in command ? ` <${command.hint}>` : ''
    return besideLines(`/${command.name}${hint}`, command.description, columns)
  })
  return [
    head,
    ...rows,
    ...besideLines('//name', 'the same, where the agent has a command of that name', columns),
  ]
}

function rowLines({ keys, does }: KeyRow, columns: number): readonly Line[] {
  return besideLines(keys.map(shownKey).join(' '), does, columns)
}

/** The names at the left; what they do beside them, or below where they take too much room. */
function besideLines(names: string, does: string, columns: number): readonly Line[] {
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
