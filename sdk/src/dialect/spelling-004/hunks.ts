/** Changes of a file as hunks, made from two texts, and put onto one to get the other. */

import { fence } from '../../thread/fence.js'
import { toPatch } from '../../thread/patch.js'
import { type Fields, isFields, isList, textOf } from './spelling.js'

const HEAD = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/
const UNENDED = '\\'

/** One line of a hunk: what it does, and what it says without its line break. */
interface Line {
  readonly sign: string
  readonly text: string
  readonly isUnended: boolean
}

interface Hunk {
  readonly start: number
  readonly lines: readonly Line[]
}

/** The hunks that lead from one text to another; exact. */
export function hunksBetween(before: string | undefined, after: string): readonly Fields[] {
  const hunks: { head: readonly number[]; lines: string[] }[] = []
  for (const line of toPatch('', before, after).split('\n').slice(2)) {
    const head = HEAD.exec(line)
    if (head) hunks.push({ head: head.slice(1).map(Number), lines: [line] })
    else hunks.at(-1)?.lines.push(line)
  }
  return hunks.map(({ head: [oldStart, oldLines, newStart, newLines], lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    content: lines.join('\n'),
  }))
}

/** Both texts of a change. */
export interface Texts {
  readonly oldText: string
  readonly newText: string
}

/**
 * Both texts of a change, found from the one that is at hand; undefined if it is neither. Lines that were only added fit
 * onto both: then a change that is done has made the text that is there.
 */
export function textsAround(text: string, hunks: unknown, isDone: boolean): Texts | undefined {
  const fromOld = (): Texts | undefined => {
    const newText = applyHunks(text, readHunks(hunks, 'oldStart'))
    return newText === undefined ? undefined : { oldText: text, newText }
  }
  const fromNew = (): Texts | undefined => {
    const oldText = applyHunks(text, readHunks(hunks, 'newStart'))
    return oldText === undefined ? undefined : { oldText, newText: text }
  }
  return isDone ? (fromNew() ?? fromOld()) : (fromOld() ?? fromNew())
}

/** The change as a reader of patches knows it, fenced so that nothing inside can end it. */
export function fencedDiff(path: unknown, hunks: unknown): string {
  const contents = isList(hunks) ? hunks.map(hunk => (isFields(hunk) ? textOf(hunk.content ?? '') : '')) : []
  const name = textOf(path).replaceAll(/[\r\n\t]/g, ' ')
  return fence([`--- ${name}`, `+++ ${name}`, ...contents].join('\n'), 'diff')
}

function applyHunks(text: string, hunks: readonly Hunk[] | undefined): string | undefined {
  if (hunks === undefined || hunks.length === 0) return undefined
  const base = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const made: string[] = []
  let at = 0
  for (const { start, lines } of hunks) {
    const old = lines.filter(({ sign }) => sign !== '+')
    // An empty range is named by the line before it.
    const first = old.length > 0 ? start - 1 : start
    const there = base.slice(first, first + old.length)
    if (first < at || first > base.length || !isSame(there, old)) return undefined
    made.push(...base.slice(at, first), ...changed(there, lines))
    at = first + old.length
  }
  return [...made, ...base.slice(at)].join('')
}

function isSame(there: readonly string[], lines: readonly Line[]): boolean {
  return lines.every(({ text }, index) => there[index]?.replace(/\n$/, '') === text)
}

/** The lines that a hunk leaves: what stays is taken from the text itself, with its line breaks. */
function changed(there: readonly string[], lines: readonly Line[]): readonly string[] {
  let at = 0
  return lines.flatMap(({ sign, text, isUnended }) => {
    if (sign === '+') return [isUnended ? text : `${text}\n`]
    const stays = there[at++] ?? ''
    return sign === ' ' ? [stays] : []
  })
}

/** The hunks as they are put onto the old text, or the other way round onto the new one. */
function readHunks(given: unknown, from: 'oldStart' | 'newStart'): readonly Hunk[] | undefined {
  if (!isList(given)) return undefined
  const hunks = given.map(hunk => {
    const start = isFields(hunk) ? hunk[from] : undefined
    const lines = isFields(hunk) ? readLines(hunk.content) : undefined
    return Number.isInteger(start) && lines !== undefined ? { start: start as number, lines } : undefined
  })
  if (!hunks.every(hunk => hunk !== undefined)) return undefined
  return from === 'oldStart' ? hunks : hunks.map(({ start, lines }) => ({ start, lines: lines.map(turned) }))
}

function turned(line: Line): Line {
  if (line.sign === ' ') return line
  return { ...line, sign: line.sign === '+' ? '-' : '+' }
}

function readLines(content: unknown): readonly Line[] | undefined {
  if (typeof content !== 'string') return undefined
  const written = content.split('\n')
  if (written[0]?.startsWith('@@')) written.shift()
  if (written.at(-1) === '') written.pop()
  const lines: Line[] = []
  for (const line of written) {
    const sign = line[0] ?? ' '
    const last = lines.at(-1)
    if (sign === UNENDED && last !== undefined) lines[lines.length - 1] = { ...last, isUnended: true }
    else if (sign === ' ' || sign === '+' || sign === '-')
      lines.push({ sign, text: line.slice(1), isUnended: false })
    else return undefined
  }
  return lines
}
