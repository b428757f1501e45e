/** Inside of a block of source that still grows: its lines are drawn where a cut does no harm to their colours. */

import type { Token } from 'marked'
import type { Line } from '../screen/line.js'
import { cleanText } from './clean-text.js'
import { CODE_FOOT, drawSource, sourceOf } from './code-block.js'

/** A block of source that is open. */
export interface Fence {
  readonly sign: string
  readonly length: number
  readonly indent: number
  /** What stands behind the opening: the language, mostly. */
  readonly hint: string
}

const OPENING = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/
const KEPT = 8
const CHUNK = 32
const LONGEST_WAIT = 160

/** The fence with which a token begins, where it has not been closed. */
export function fenceOf(token: Token | undefined): Fence | undefined {
  if (token?.type !== 'code') return undefined
  const [all, indent = '', signs = '', hint = ''] = OPENING.exec(token.raw) ?? []
  if (all === undefined) return undefined
  const fence = { sign: signs.charAt(0), length: signs.length, indent: indent.length, hint: hint.trim() }
  return closingOf(fence).test(token.raw.slice(all.length)) ? undefined : fence
}

/** The fence that is open at the end of a text. */
export function fenceAt(text: string): Fence | undefined {
  let open: Fence | undefined
  for (const [line, indent = '', signs = '', hint = ''] of text.matchAll(
    /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/gm,
  )) {
    if (open === undefined)
      open = { sign: signs.charAt(0), length: signs.length, indent: indent.length, hint: hint.trim() }
    else if (closingOf(open).test(line)) open = undefined
  }
  return open
}

function closingOf({ sign, length }: Fence): RegExp {
  return new RegExp(`^ {0,3}${sign}{${length},}[ \\t\\r]*(?:\\n|$(?![^]))`, 'm')
}

/** Some source behind a place. */
export interface Inside {
  readonly text: string
  readonly isFull: boolean
  readonly isLast: boolean
}

export interface FenceStep {
  readonly lines: readonly Line[]
  readonly length: number
  readonly isClosed: boolean
}

/** What of it can be drawn for good; nothing where more has to come first. */
export function stepInside(piece: Inside, fence: Fence, columns: number): FenceStep | undefined {
  const closing = closingOf(fence).exec(piece.text)
  if (closing !== null || piece.isLast) {
    const body = closing === null ? piece.text : piece.text.slice(0, closing.index)
    const length = closing === null ? piece.text.length : closing.index + closing[0].length
    const source = body === '' ? [] : sourceOf(toSource(body, fence), fence.hint)
    return { lines: [...drawSource(source, columns), CODE_FOOT], length, isClosed: true }
  }
  const breaks = piece.text.match(/\n/g)?.length ?? 0
  if (piece.text === '' || (!piece.isFull && breaks < KEPT + CHUNK)) return undefined
  const source = sourceOf(toSource(piece.text, fence), fence.hint)
  const most = breaks > KEPT ? breaks - KEPT : source.length
  const whole = source.slice(0, most).findLastIndex(({ isWhole }) => isWhole) + 1
  const isForced = piece.isFull || breaks >= LONGEST_WAIT
  const count = whole > 0 ? whole : isForced ? most : 0
  if (count === 0) return undefined
  const length = count >= source.length ? piece.text.length : lengthOfLines(piece.text, count)
  return { lines: drawSource(source.slice(0, count), columns), length, isClosed: false }
}

/** Cleaned, without the end of the last line, and without what the fence itself is indented by. */
function toSource(text: string, { indent }: Fence): string {
  const clean = cleanText(text).replace(/\n$/, '')
  return indent === 0 ? clean : clean.replace(new RegExp(`^ {1,${indent}}`, 'gm'), '')
}

// Cleaning changes how long lines are, but not how many there are.
export function lengthOfLines(text: string, lines: number): number {
  let end = 0
  for (let left = lines; left > 0; left--) end = text.indexOf('\n', end) + 1
  return end
}
