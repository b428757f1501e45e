/** What the agent says to itself: folded to one line, unless somebody wants to read it. */

import type { Message } from '@parley/acp/thread'
import { cutLine, type Line, lineOf, span } from '../screen/line.js'
import { spinnerAt } from '../screen/spinner.js'
import { endToWidth } from '../screen/width.js'
import { cleanTitle } from './clean-text.js'
import { textOfBlock } from './content-words.js'
import { firstItems, lastItems } from './items.js'
import type { Setting } from './setting.js'

const MOST_WORDS = 400
const SIDE = span('┊ ', 'muted')

export const THOUGHT_HEAD: Line = lineOf('▾ Thought', 'muted')
/** How much narrower what stands behind the line at its side is. */
export const THOUGHT_INDENT = 2

/** One line: how it begins, or how it goes while it does. Nothing where there are no words. */
export function drawFoldedThought(
  { content }: Message,
  { columns, now }: Setting,
  isRunning: boolean,
): readonly Line[] {
  const [first] = firstItems(content, 20).flatMap(block => textOfBlock(block) ?? [])
  const last = lastItems(content, 20)
    .flatMap(block => textOfBlock(block) ?? [])
    .at(-1)
  if (first === undefined || last === undefined) return []
  if (isRunning) {
    const words = endToWidth(toWords(last.slice(-MOST_WORDS)), columns - 15)
    return [cutLine([span(`${spinnerAt(now)} `, 'accent'), span(`Thinking … ${words}`, 'muted')], columns)]
  }
  const words = toWords(first.slice(0, MOST_WORDS))
  return [
    cutLine(
      [span('▸ Thought', 'muted'), span(words === '' ? '' : `  ${words}`, { role: 'muted', isItalic: true })],
      columns,
    ),
  ]
}

/** On one line, without the signs of markdown that would only be in the way. */
function toWords(text: string): string {
  return cleanTitle(text.replace(/[\s*_#`]+/g, ' '), MOST_WORDS)
}

/** Lines of a thought that is shown, with the sign at their side that says so. */
export function besideThought(lines: readonly Line[]): readonly Line[] {
  return lines.map(line => [
    SIDE,
    ...line.map(({ text, style }) => ({ text, style: { ...style, isDim: true } })),
  ])
}
