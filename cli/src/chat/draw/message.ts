/** What somebody said, whole: the person as they typed it, the agent as markdown. */

import type { ContentBlock, Message, Sequence } from '@parley/acp/thread'
import { cutLine, EMPTY, type Line, lineOf, span } from '../screen/line.js'
import { wrapLine } from '../screen/wrap.js'
import { boundLines, cleanText, splitClean } from './clean-text.js'
import { fieldsOf, textOfBlock, wordsOfBlock } from './content-words.js'
import { firstItems } from './items.js'
import { drawMarkdown } from './markdown.js'
import type { Setting } from './setting.js'

const MOST_BLOCKS = 500
const MOST_CHARACTERS = 100_000
const MARK = span('› ', 'you')
const BELOW = span('  ')
const AS_IF = lineOf('· the agent, as if from you:', 'muted')

/** What the person said, at most so many lines of it. */
export function drawPrompt({ content }: Message, setting: Setting, most: number): readonly Line[] {
  const { columns, isAsIf = false, by } = setting
  const all = firstItems(content, MOST_BLOCKS)
  // What an agent says in the name of the person hides nothing by that.
  const outputs = isAsIf ? [] : all.filter(isOutput)
  const parts = all
    .filter(block => !outputs.includes(block))
    .map(block => textOfBlock(block) ?? ` ${wordsOfBlock(block, setting)} `)
  const texts = splitClean(cleanText(parts.join('').slice(0, MOST_CHARACTERS)).trim())
  const isSilent = texts.length === 1 && texts[0] === ''
  if (isSilent && outputs.length === 0) return []
  const lines = (isSilent ? [] : texts).flatMap((text, index) =>
    wrapLine(lineOf(text, isAsIf ? undefined : 'you'), columns, {
      first: [index === 0 && !isAsIf ? MARK : BELOW],
      rest: [BELOW],
    }),
  )
  const bounded = boundLines(lines, most, ', Ctrl+E')
  const head = by === undefined ? [] : [lineOf(`${by}:`, 'muted')]
  const said = [...(isAsIf ? [AS_IF] : head), ...bounded, ...outputNote(outputs.length)]
  return said.map(line => cutLine(line, columns))
}

/** What a command of the person's own printed: it goes to the agent alone, for the person has seen it. */
function isOutput(block: ContentBlock): boolean {
  const { audience } = fieldsOf(fieldsOf(block).annotations)
  const isForAgent = Array.isArray(audience) && !audience.includes('user')
  return isForAgent && textOfBlock(block)?.trimStart().startsWith('I ran `') === true
}

function outputNote(count: number): readonly Line[] {
  if (count === 0) return []
  return [lineOf(`  [with the output of ${count === 1 ? '1 command' : `${count} commands`}]`, 'muted')]
}

/** Everything that some content holds, with one empty line between its pieces. */
export function drawContent(content: Sequence<ContentBlock>, setting: Setting): readonly Line[] {
  const lines: Line[] = []
  for (const block of firstItems(content, MOST_BLOCKS)) {
    const drawn = drawPiece(block, setting)
    if (drawn.length > 0 && lines.length > 0) lines.push(EMPTY)
    for (const line of drawn) lines.push(line)
  }
  const left = content.length - MOST_BLOCKS
  return left > 0 ? [...lines, lineOf(`… ${left} more pieces`, 'muted')] : lines
}

/** A picture, a sound, a file, in words. */
export function drawThing(block: ContentBlock, setting: Setting): readonly Line[] {
  return wrapLine(lineOf(wordsOfBlock(block, setting), 'link'), setting.columns)
}

function drawPiece(block: ContentBlock, setting: Setting): readonly Line[] {
  const text = textOfBlock(block)
  return text === undefined ? drawThing(block, setting) : drawMarkdown(text, setting)
}
