/** The list of what could be meant by the word at the cursor. */

import { boundedLine } from '@parley/acp/guard'
import type { Composer, Suggestion } from '../model/composer.js'
import { cutLine, type Line, lineOf, span } from '../screen/line.js'
import { cutToWidth, widthOf } from '../screen/width.js'
import { openCompletion } from './completion.js'

const MOST_ROWS = 8
const MOST_LABEL = 200
const WIDEST_LABEL = 40
/** Before a label, and between it and what it means. */
const MARGINS = 4
/** Less of what a command takes says nothing: ` <ag…`. */
const LEAST_HINT = 5

/** Some of them around the chosen one, in at most so many rows; nothing where nothing is to be chosen. */
export function drawChoices(
  composer: Composer,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  const completion = openCompletion(composer)
  const room = Math.min(MOST_ROWS, rows)
  if (completion === undefined || composer.search !== undefined || room < 1) return []
  const { items, selected } = completion
  const count = items.length > room && room > 1 ? room - 1 : Math.min(items.length, room)
  const top = Math.max(0, Math.min(selected - Math.floor(count / 2), items.length - count))
  const shown = items.slice(top, top + count)
  const width = labelWidth(shown, columns)
  const lines = shown.map((item, index) => drawChoice(item, top + index === selected, width))
  const rest =
    items.length > count && room > 1 ? [lineOf(`  ${selected + 1} of ${items.length}`, 'muted')] : []
  return [...lines, ...rest].map(line => cutLine(line, columns))
}

const clean = (text: string): string => boundedLine(text, MOST_LABEL)

/** What a command takes (`<name>`) gives way to what it does; its name gives way to nothing. */
function labelWidth(shown: readonly Suggestion[], columns: number): number {
  const widest = (texts: readonly string[]): number => Math.max(...texts.map(text => widthOf(clean(text))))
  const labels = widest(shown.map(({ label }) => label))
  const names = widest(shown.map(({ label, insert }) => (label.startsWith(`${insert} <`) ? insert : label)))
  const details = widest(shown.map(({ detail = '' }) => detail))
  const room = Math.min(WIDEST_LABEL, columns - MARGINS - details)
  return Math.min(labels, Math.max(room, Math.min(names, WIDEST_LABEL)))
}

function labelIn({ label, insert, detail = '' }: Suggestion, width: number): string {
  const whole = clean(label)
  if (detail === '' || widthOf(whole) <= width) return whole
  const own = clean(insert)
  const isHintTooShort = label.startsWith(`${insert} <`) && width < widthOf(own) + LEAST_HINT
  return isHintTooShort ? own : `${cutToWidth(whole, width - 1)}…`
}

function drawChoice(item: Suggestion, isChosen: boolean, width: number): Line {
  const { detail = '' } = item
  const name = labelIn(item, width)
  const gap = ' '.repeat(Math.max(0, width - widthOf(name)) + 2)
  const role = isChosen ? 'selected' : undefined
  const more = detail === '' ? [] : [span(gap), span(clean(detail), 'muted')]
  return [span(isChosen ? '› ' : '  ', isChosen ? 'accent' : undefined), span(name, role), ...more]
}
