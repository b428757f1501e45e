/** Markdown inside of a line: emphasis, code, links. Everything becomes pieces of clean text. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import type { Token } from 'marked'
import type { Line, Span } from '../screen/line.js'
import type { Style } from '../screen/style.js'

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
  ['nbsp', ' '],
])
const DEEPEST = 20

/** The lines of some inline text; more than one where it breaks its line itself. */
export function drawInline(tokens: readonly Token[] | undefined, style?: Style): readonly Line[] {
  const lines: Span[][] = [[]]
  for (const piece of spansOf(tokens ?? [], style, 0))
    if (piece === 'break') lines.push([])
    else if (piece.text !== '') lines.at(-1)?.push(piece)
  return lines
}

type Piece = Span | 'break'

function* spansOf(tokens: readonly Token[], style: Style | undefined, depth: number): Generator<Piece> {
  for (const token of tokens)
    if (depth >= DEEPEST) yield toSpan(token.raw, style)
    else yield* spansOfToken(token, style, depth)
}

function* spansOfToken(token: Token, style: Style | undefined, depth: number): Generator<Piece> {
  const inner = (more: Style): Generator<Piece> =>
    spansOf(token.type === 'image' ? [] : childrenOf(token), { ...style, ...more }, depth + 1)
  switch (token.type) {
    case 'strong':
      return yield* inner({ isBold: true })
    case 'em':
      return yield* inner({ isItalic: true })
    case 'del':
      return yield* inner({ isStruck: true })
    case 'codespan':
      return yield toSpan(textIn(token, 'text'), { ...style, role: 'code' })
    case 'br':
      return yield 'break'
    case 'checkbox':
      return
    case 'link':
      return yield* linkOf(token, inner, style)
    case 'image':
      return yield toSpan(`[image: ${textIn(token, 'text')}](${textIn(token, 'href')})`, {
        ...style,
        role: 'link',
      })
    default:
      if (token.type === 'text' && childrenOf(token).length > 0) return yield* inner({})
      return yield toSpan(token.type === 'html' ? token.raw : decode(textIn(token, 'text')), style)
  }
}

/** The address is always seen: nobody clicks where they do not see. */
function* linkOf(
  token: Token,
  inner: (more: Style) => Generator<Piece>,
  style: Style | undefined,
): Generator<Piece> {
  const [text, address] = [textIn(token, 'text'), textIn(token, 'href')]
  const isSame = [text, `mailto:${text}`, `http://${text}`, `https://${text}`].includes(address)
  yield* inner({ role: 'link', isUnderlined: true })
  if (!isSame) yield toSpan(` (${address})`, { ...style, role: 'muted' })
}

// A reference may stand for anything, so what was clean when it was read is cleaned once more.
function toSpan(text: string, style: Style | undefined): Span {
  const clean = sanitizeForDisplay(text).replace(/[ \t]*\n[ \t]*|\t/g, ' ')
  return style === undefined ? { text: clean } : { text: clean, style }
}

function decode(text: string): string {
  return text.includes('&')
    ? text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (all, name: string) => ENTITIES.get(name) ?? all)
    : text
}

function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : []
}

function textIn(token: Token, field: 'text' | 'href'): string {
  const value: unknown = Object.entries(token).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : token.raw
}
