/** The text of a line that changed: cleaned, cut, and with the words marked in which it differs from the one it became or was. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { EMPTY, type Line, lineOf } from '../screen/line.js'
import { ADDED, markWords, REMOVED } from './changed-words.js'
import { expandTabs } from './clean-text.js'
import type { Hunk, Row } from './diff-rows.js'

export const NO_END = '(no line end at the end of the file)'

const MOST_CHARACTERS = 2_000

/** A row, and the one that it became or was. */
export interface Pair {
  readonly row: Row
  readonly mate?: Row | undefined
}

/** The rows of a hunk, what is gone before what came, each with its mate. */
export function pairsOf(hunk: Hunk): readonly Pair[] {
  return runsOf(hunk).flatMap(({ removed, added, same }): readonly Pair[] => [
    ...removed.map((row, index) => ({ row, mate: added[index] })),
    ...added.map((row, index) => ({ row, mate: removed[index] })),
    ...same.map(row => ({ row })),
  ])
}

export interface Run {
  readonly removed: Hunk
  readonly added: Hunk
  /** What follows, at most one. */
  readonly same: Hunk
}

/** What stands together: rows that are gone, those that came in their place, and what is as it was. */
export function runsOf(hunk: Hunk): readonly Run[] {
  const runs: Run[] = []
  for (let at = 0; at < hunk.length; ) {
    const removed = runOf(hunk, at, '-')
    const added = runOf(hunk, at + removed.length, '+')
    at += removed.length + added.length
    const same = runOf(hunk, at, ' ').slice(0, 1)
    at += same.length
    runs.push({ removed, added, same })
  }
  return runs
}

function runOf(hunk: Hunk, from: number, sign: Row['sign']): Hunk {
  let end = from
  while (hunk[end]?.sign === sign) end++
  return hunk.slice(from, end)
}

/** How wide the numbers of some rows are. */
export function gutterOf(rows: readonly Row[]): number {
  return String(rows.reduce((most, { old, now }) => Math.max(most, old, now), 1)).length
}

/** Whether both kinds of line ends occur: then which one it is has to be seen. */
export function hasBothEnds(rows: readonly Row[]): boolean {
  const isWindows = ({ text }: Row): boolean => text.endsWith('\r')
  const whole = rows.filter(row => !row.isOpen)
  return whole.some(isWindows) && !whole.every(isWindows)
}

export interface Look {
  /** Both kinds of line ends occur: which one it is has to be seen. */
  readonly marksEnds: boolean
  /** However long a line is, nothing of it is left out. */
  readonly isWhole?: boolean | undefined
}

/** The text of a row, and of its mate; where one became the other, their words are marked. */
export function textsOf({ row, mate }: Pair, look: Look): readonly [Line, Line] {
  const [text, other] = [toText(row, look), mate === undefined ? '' : toText(mate, look)]
  if (mate === undefined || row.sign === ' ')
    return [plain(row, text), mate === undefined ? EMPTY : plain(mate, other)]
  const isOld = row.sign === '-'
  const marked = isOld ? markWords(text, other) : markWords(other, text)
  if (marked === undefined) return [plain(row, text), plain(mate, other)]
  return isOld ? marked : [marked[1], marked[0]]
}

function plain({ sign }: Row, text: string): Line {
  return lineOf(text, sign === '+' ? ADDED : sign === '-' ? REMOVED : undefined)
}

function toText({ text, sign }: Row, { marksEnds, isWhole = false }: Look): string {
  const isWindows = text.endsWith('\r')
  const whole = isWindows ? text.slice(0, -1) : text
  const cut = isWhole ? whole : whole.slice(0, MOST_CHARACTERS)
  const clean = expandTabs(sanitizeForDisplay(cut).replaceAll('\n', ' '))
  const left = whole.length - cut.length
  const more = left > 0 ? ` … ${left} more characters` : ''
  return clean + more + (isWindows && marksEnds && sign !== ' ' ? '␍' : '')
}
