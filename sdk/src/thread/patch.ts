/** The change of one text as a unified diff: hunks, with a little of what stands around them. */

import { sanitizeLine } from '../text/index.js'
import { type DiffLine, diffLines } from './line-diff.js'

const CONTEXT_LINES = 3
const SIGNS = { same: ' ', removed: '-', added: '+' } as const
export const NO_FILE = '/dev/null'

/** How many lines a change adds and removes. */
export interface LineCount {
  readonly added: number
  readonly removed: number
}

/** The change of one file as a unified diff; a file that was not there before has no old text. */
export function toPatch(path: string, before: string | undefined, after: string): string {
  // A line break or a tab would end the name, and what follows would pass for a head of its own.
  const name = sanitizeLine(path)
  const head = [`--- ${before === undefined ? NO_FILE : name}`, `+++ ${name}`]
  return [...head, ...toHunks(diffLines(before ?? '', after))].join('\n')
}

export function countLines(before: string | undefined, after: string): LineCount {
  const lines = diffLines(before ?? '', after)
  const count = (wanted: DiffLine['change']): number => lines.filter(({ change }) => change === wanted).length
  return { added: count('added'), removed: count('removed') }
}

/** Lines from `start` to before `end`, counted over both texts together. */
interface Stretch {
  start: number
  end: number
}

function toHunks(lines: readonly DiffLine[]): readonly string[] {
  const stretches: Stretch[] = []
  for (const [index, { change }] of lines.entries()) {
    if (change === 'same') continue
    const last = stretches.at(-1)
    const end = Math.min(lines.length, index + 1 + CONTEXT_LINES)
    if (last !== undefined && index - CONTEXT_LINES <= last.end) last.end = end
    else stretches.push({ start: Math.max(0, index - CONTEXT_LINES), end })
  }
  let [old, now, at] = [1, 1, 0]
  return stretches.flatMap(({ start, end }) => {
    old += start - at
    now += start - at
    const inside = lines.slice(start, end)
    const [oldLength, newLength] = [lengthOf(inside, 'added'), lengthOf(inside, 'removed')]
    const head = `@@ -${rangeOf(old, oldLength)} +${rangeOf(now, newLength)} @@`
    old += oldLength
    now += newLength
    at = end
    return [head, ...inside.flatMap(toPatchLines)]
  })
}

/** The number of lines on the side that does not have the lines of that kind. */
function lengthOf(lines: readonly DiffLine[], absent: DiffLine['change']): number {
  return lines.filter(({ change }) => change !== absent).length
}

// An empty range is named by the line before it.
function rangeOf(first: number, length: number): string {
  return `${length === 0 ? first - 1 : first},${length}`
}

function toPatchLines({ change, line }: DiffLine): readonly string[] {
  return line.endsWith('\n')
    ? [SIGNS[change] + line.slice(0, -1)]
    : [SIGNS[change] + line, '\\ No newline at end of file']
}
