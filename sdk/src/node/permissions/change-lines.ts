/** Changes of files as lines for people: how much of each, and its beginning, without anything that hides or forges. */

import type { PermissionChange } from '../../client/index.js'
import { cutCharacters, isFitForDisplay, sanitizeForDisplay } from '../../text/index.js'
import { toPatch } from '../../thread/patch.js'

/** Longer texts are not compared: a person is waiting. */
export const MOST_COMPARED = 1_048_576

// More than this nobody reads in a question; the whole stands in `changes`.
const MOST_LINES = 60
const MOST_CHARACTERS = 200
const HEAD_LINES = 2

/** How many lines each of several changes may take. */
export const shareOf = (changes: number): number => Math.floor(MOST_LINES / Math.max(changes, 1))

/** What a change adds and removes, and the beginning of it. */
export function toChangeLines({ oldText, newText }: PermissionChange, most = MOST_LINES): readonly string[] {
  const hidden = isFitForDisplay(newText) ? [] : ['  (it holds characters that cannot be seen: · marks them)']
  if (oldText === newText) return ['  +0 −0, the text stays as it is', ...hidden]
  if (Math.max(newText.length, oldText?.length ?? 0) > MOST_COMPARED) {
    const count = countLines(newText)
    const head = `  ${count} lines in all, too long to be compared`
    return [head, ...hidden, ...cut(linesOf(newText, most), { most, count, sign: '+' })]
  }
  const lines = toPatch('', oldText, newText).split('\n').slice(HEAD_LINES)
  const starting = (sign: string): number => lines.filter(line => line.startsWith(sign)).length
  return [`  +${starting('+')} −${starting('-')}`, ...hidden, ...cut(lines, { most, count: lines.length })]
}

/** The beginning of a patch that an agent wrote. */
export function toPatchLines(patch: string, most = MOST_LINES): readonly string[] {
  return cut(linesOf(patch, most), { most, count: countLines(patch) })
}

interface Extent {
  readonly most: number
  /** How many there are in all. */
  readonly count: number
  readonly sign?: string | undefined
}

function cut(lines: readonly string[], { most, count, sign = '' }: Extent): readonly string[] {
  const shown = lines.slice(0, most).map(line => `  ${sign}${toShown(line)}`)
  const left = count - shown.length
  return left === 0 ? shown : [...shown, `  … ${left} more ${left === 1 ? 'line' : 'lines'}`]
}

// Cut before it is cleaned: a line may be of any length.
const toShown = (line: string): string =>
  sanitizeForDisplay(cutCharacters(line.replace(/\r$/, ''), MOST_CHARACTERS))

/** The first lines of a text, however many it has. */
function linesOf(text: string, most: number): readonly string[] {
  const lines: string[] = []
  let start = 0
  while (start < text.length && lines.length < most) {
    const end = text.indexOf('\n', start)
    lines.push(text.slice(start, end < 0 ? text.length : end))
    start = end < 0 ? text.length : end + 1
  }
  return lines
}

function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
