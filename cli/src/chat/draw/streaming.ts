/**
 * Markdown that still grows. What can no longer change is drawn once and left behind; only the rest is ever looked at
 * again, so a piece of a long text costs as much as one of a short text.
 */

import type { Token } from 'marked'
import { EMPTY, type Line } from '../screen/line.js'
import { cleanText, drawPlain } from './clean-text.js'
import { codeHead } from './code-block.js'
import { type Fence, fenceAt, fenceOf, lengthOfLines, stepInside } from './fence.js'
import { lex } from './lexer.js'
import { drawBlocks } from './markdown-blocks.js'
import { keptApart } from './own-signs.js'
import { countRows, drawRows, headOfTable } from './table.js'

/** How far a text has been drawn for good. */
export interface Progress {
  readonly offset: number
  /** The block of source in which that is. */
  readonly fence?: Fence | undefined
  /** The head of the table in which that is. */
  readonly table?: string | undefined
  /** What stands between what was drawn and what comes next; nothing was drawn where it is absent. */
  readonly join?: 'blank' | 'none' | undefined
}

export interface Growth {
  readonly columns: number
  /** Nothing will follow. */
  readonly isDone: boolean
  /** It is enough when there are so many lines: a longer text is gone on with later. */
  readonly enough?: number | undefined
}

export interface Drawn {
  readonly lines: readonly Line[]
  readonly progress: Progress
  /** There were enough lines, and there are more. */
  readonly isCut?: boolean | undefined
}

export const NOTHING_DRAWN: Progress = { offset: 0 }

/** The most that is handed to the lexer at once. */
export const WINDOW = 8_192
const LONG_FENCE = 40
const FARTHEST_BACK = 262_144

/** Draws what is settled behind what was drawn. */
export function advance(text: string, from: Progress, growth: Growth): Drawn {
  const { enough = Number.POSITIVE_INFINITY } = growth
  const lines: Line[] = []
  let progress = from
  for (;;) {
    if (lines.length >= enough) return { lines, progress, isCut: true }
    const piece = stepFor(progress)(text, progress, growth)
    if (piece === undefined) return { lines, progress }
    for (const line of piece.lines) lines.push(...keptApart(line, growth.columns))
    progress = piece.progress
  }
}

function stepFor({ fence, table }: Progress): typeof stepOverBlocks {
  if (fence !== undefined) return stepInFence
  return table === undefined ? stepOverBlocks : stepInTable
}

/** A place in a text at which drawing can begin, near one that was asked for. What stands before it is only glanced at. */
export function placeNear(text: string, wanted: number): Progress {
  const start = Math.max(0, wanted - FARTHEST_BACK)
  const fence = fenceAt(text.slice(start, wanted))
  const end = fence === undefined ? '\n\n' : '\n'
  const found = text.indexOf(end, Math.max(0, wanted - 1))
  const isNear = found >= 0 && found - wanted < WINDOW / 2
  const offset = wanted <= 0 ? 0 : isNear ? found + end.length : wanted
  return fence === undefined ? { offset } : { offset, fence, join: 'blank' }
}

/** Some text from a place on, in whole lines unless it is the end. */
export interface Piece {
  readonly text: string
  /** There is more of it that could not be taken. */
  readonly isFull: boolean
  /** It goes to the end, and nothing will follow. */
  readonly isLast: boolean
}

export function takePiece(text: string, offset: number, isDone: boolean): Piece {
  const isFull = text.length - offset > WINDOW
  const taken = text.slice(offset, offset + WINDOW)
  if (!isFull && isDone) return { text: taken, isFull, isLast: true }
  const end = taken.lastIndexOf('\n') + 1
  // A line that is longer than everything that is looked at is cut between words, or else anywhere but in a character.
  const forced = isFull && end === 0 ? lengthOfBeginning(taken) : end
  return { text: taken.slice(0, forced), isFull, isLast: false }
}

function lengthOfBeginning(text: string): number {
  const blank = text.lastIndexOf(' ') + 1
  if (blank > text.length / 2) return blank
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}

function stepOverBlocks(text: string, progress: Progress, { columns, isDone }: Growth): Drawn | undefined {
  const piece = takePiece(text, progress.offset, isDone)
  if (piece.text === '') return undefined
  if (piece.text.trim() === '')
    return piece.isFull || piece.isLast
      ? { lines: [], progress: { ...progress, offset: progress.offset + piece.text.length } }
      : undefined
  const isLong = !piece.text.includes('\n')
  const tokens = piece.isFull && isLong ? undefined : lex(cleanText(piece.text))
  if (tokens === undefined) return stepOverText(piece, progress, columns)
  const settled = piece.isLast ? tokens : beforeLast(tokens)
  if (settled.some(({ type }) => type !== 'space')) {
    const length = piece.isLast ? piece.text.length : lengthOfLines(piece.text, breaksIn(settled))
    return drawn(drawBlocks(settled, { columns, depth: 0 }), progress, { length, join: 'blank' })
  }
  return (
    openFence({ piece, tokens }, progress, columns) ??
    (piece.isFull ? cutBlock(piece, progress, columns) : undefined)
  )
}

function stepInFence(
  text: string,
  { offset, fence }: Progress,
  { columns, isDone }: Growth,
): Drawn | undefined {
  const step = fence && stepInside(takePiece(text, offset, isDone), fence, columns)
  if (step === undefined) return undefined
  const end = offset + step.length
  return { lines: step.lines, progress: { offset: end, join: 'blank', ...(step.isClosed ? {} : { fence }) } }
}

/** Rows below a head that was drawn: they are read as if it stood above them. */
function stepInTable(text: string, progress: Progress, { columns, isDone }: Growth): Drawn | undefined {
  const { offset, table = '' } = progress
  const piece = takePiece(text, offset, isDone)
  if (piece.text === '' && !piece.isLast) return undefined
  const cleaned = cleanText(piece.text)
  const [first, ...others] = lex(table + cleaned) ?? []
  const rows = first === undefined ? 0 : countRows(first)
  const isOpen = rows > 0 && others.every(({ type }) => type === 'space') && !cleaned.includes('\n\n')
  if (isOpen && !piece.isFull && !piece.isLast) return undefined
  const lines = first === undefined ? [] : drawRows(first, columns)
  if (isOpen) return { lines, progress: { offset: offset + piece.text.length, table, join: 'none' } }
  return { lines, progress: { offset: offset + lengthOfLines(piece.text, rows), join: 'blank' } }
}

/** What is no markdown is drawn when nothing more can come to it, as it is. */
function stepOverText(piece: Piece, progress: Progress, columns: number): Drawn | undefined {
  if (!piece.isFull && !piece.isLast) return undefined
  const join = piece.isLast ? 'blank' : 'none'
  return drawn(drawPlain(piece.text, { columns }), progress, { length: piece.text.length, join })
}

/** All but the last block: something may still belong to that. */
function beforeLast(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.findLastIndex(({ type }) => type !== 'space')
  return tokens.slice(0, Math.max(0, last))
}

interface Lexed {
  readonly piece: Piece
  readonly tokens: readonly Token[]
}

/** A long block of source is not waited for: its lines are drawn as they come. */
function openFence(lexed: Lexed, progress: Progress, columns: number): Drawn | undefined {
  const { piece, tokens } = lexed
  const fence = fenceOf(tokens.find(({ type }) => type !== 'space'))
  if (fence === undefined || !(piece.isFull || breaksIn(tokens) > LONG_FENCE)) return undefined
  const blank = /^(?:[ \t\r]*\n)*/.exec(piece.text)?.[0].length ?? 0
  const length = piece.text.indexOf('\n', blank) + 1
  const opened = drawn([codeHead(fence.hint, columns)], progress, { length, join: 'blank' })
  return { lines: opened.lines, progress: { ...opened.progress, fence } }
}

/** A block that is larger than anything that is looked at: cut before an item of a list, or between paragraphs in it. */
function cutBlock(piece: Piece, progress: Progress, columns: number): Drawn {
  const least = piece.text.length / 2
  const ends = [...piece.text.matchAll(/\n(?=(?:[-+*]|\d{1,9}[.)]) )|\n\n/g)].map(({ index }) => index + 1)
  const length = ends.findLast(end => end > least) ?? piece.text.length
  const cleaned = cleanText(piece.text.slice(0, length))
  const tokens = lex(cleaned)
  const lines =
    tokens === undefined ? drawPlain(cleaned, { columns }) : drawBlocks(tokens, { columns, depth: 0 })
  const cut = drawn(lines, progress, { length, join: 'none' })
  const table = tokens === undefined ? undefined : headOfTable(tokens)
  return table === undefined ? cut : { lines: cut.lines, progress: { ...cut.progress, table } }
}

function drawn(
  lines: readonly Line[],
  { offset, join: before }: Progress,
  { length, join }: { readonly length: number; readonly join: 'blank' | 'none' },
): Drawn {
  if (lines.length === 0) return { lines, progress: { offset: offset + length, join: before } }
  const isApart = before === 'blank'
  return { lines: isApart ? [EMPTY, ...lines] : lines, progress: { offset: offset + length, join } }
}

function breaksIn(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { raw }) => sum + (raw.match(/\n/g)?.length ?? 0), 0)
}
