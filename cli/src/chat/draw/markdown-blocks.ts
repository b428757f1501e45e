/** Blocks of markdown in lines: headings, paragraphs, lists, quotes. What is nested too deep is shown as it was written. */

import type { MarkedToken, Token, Tokens } from 'marked'
import { EMPTY, type Line, lineOf, type Span, span, widthOfLine } from '../screen/line.js'
import type { Style } from '../screen/style.js'
import { breakLine, wrapLine } from '../screen/wrap.js'
import { cleanText, drawPlain, splitClean } from './clean-text.js'
import { drawCode } from './code-block.js'
import { drawInline } from './inline.js'
import { drawTable } from './table.js'

/** Where a block stands. */
interface Frame {
  readonly columns: number
  readonly depth: number
  readonly style?: Style | undefined
}

const DEEPEST = 12
const NARROWEST = 16
const WIDEST_RULE = 60
const QUOTE: Span = span('│ ', 'quote')

/** Blocks with one empty line between them. */
export function drawBlocks(tokens: readonly Token[], frame: Frame, isTight = false): readonly Line[] {
  const lines: Line[] = []
  for (const token of tokens.filter(isShown)) {
    const drawn = frame.depth > DEEPEST ? drawPlain(token.raw, frame) : drawBlock(token, frame)
    if (drawn.length === 0) continue
    if (lines.length > 0 && !(isTight && isPlainText(token))) lines.push(EMPTY)
    for (const line of drawn) lines.push(line)
  }
  return lines
}

const isShown = (token: Token): token is MarkedToken =>
  token.type !== 'space' && token.type !== 'def' && token.type !== 'checkbox'
const isPlainText = ({ type }: Token): boolean => type === 'text' || type === 'list'

function drawBlock(token: MarkedToken, frame: Frame): readonly Line[] {
  const { columns, style } = frame
  switch (token.type) {
    case 'heading':
      return drawHeading(token, columns)
    case 'code':
      return drawCode(cleanText(token.text), token.lang ?? '', columns)
    case 'blockquote':
      return drawQuote(token, frame)
    case 'list':
      return drawList(token, frame)
    case 'table':
      return drawTable(token, columns)
    case 'hr':
      return [lineOf('─'.repeat(Math.max(1, Math.min(columns, WIDEST_RULE))), 'border')]
    case 'html':
      return splitClean(cleanText(token.raw)).flatMap(line => breakLine(lineOf(line, style), columns))
    case 'paragraph':
    case 'text':
      return drawInline(token.tokens ?? [token], style).flatMap(line =>
        wrapLine(withoutIndent(line), columns),
      )
    default:
      return drawInline([token], style).flatMap(line => wrapLine(line, columns))
  }
}

// A few blanks before a paragraph mean nothing.
function withoutIndent(line: Line): Line {
  const [first, ...rest] = line
  return first?.text.startsWith(' ') ? [{ ...first, text: first.text.trimStart() }, ...rest] : line
}

function drawHeading({ depth, tokens }: Tokens.Heading, columns: number): readonly Line[] {
  const mark = span(`${'#'.repeat(depth)} `, 'muted')
  const rest = span(' '.repeat(depth + 1))
  const [line = EMPTY] = drawInline(tokens, { role: 'heading', isBold: true })
  return wrapLine(line, columns, { first: [mark], rest: [rest] })
}

function drawQuote({ tokens }: Tokens.Blockquote, { columns, depth }: Frame): readonly Line[] {
  const isNarrow = columns < NARROWEST
  const inner = drawBlocks(tokens, {
    columns: isNarrow ? columns : columns - 2,
    depth: depth + 1,
    style: { role: 'quote' },
  })
  return isNarrow ? inner : inner.map(line => [QUOTE, ...line])
}

function drawList(list: Tokens.List, frame: Frame): readonly Line[] {
  const first = typeof list.start === 'number' ? list.start : 1
  const widest = list.ordered ? String(first + list.items.length - 1).length + 2 : 2
  const lines: Line[] = []
  for (const [index, item] of list.items.entries()) {
    if (list.loose && index > 0) lines.push(EMPTY)
    const sign = list.ordered ? `${first + index}.`.padStart(widest - 1) : '•'
    const mark: Span[] = [span(`${sign} `, 'accent'), ...(item.task ? [boxOf(item)] : [])]
    for (const line of drawItem(item, mark, frame)) lines.push(line)
  }
  return lines
}

function boxOf({ checked }: Tokens.ListItem): Span {
  return checked === true ? span('[x] ', 'good') : span('[ ] ', 'muted')
}

function drawItem(item: Tokens.ListItem, mark: Line, { columns, depth, style }: Frame): readonly Line[] {
  const width = widthOfLine(mark)
  const isNarrow = columns - width < NARROWEST
  const inner = { columns: isNarrow ? columns : columns - width, depth: depth + 1, style }
  const [first = EMPTY, ...rest] = drawBlocks(item.tokens, inner, !item.loose)
  // Where there is no room to stand beside each other, they stand below each other.
  if (isNarrow) return [mark, first, ...rest]
  const blank = span(' '.repeat(width))
  return [[...mark, ...first], ...rest.map(line => (line.length === 0 ? line : [blank, ...line]))]
}
