/**
 * Two texts side by side: every line of both, and the hunks in which they differ. Where the shortest way would take too long,
 * all between the first and the last difference counts as replaced, which is longer but no less true.
 */

import { diffArrays } from 'diff'
import { breakOf, toLines } from './lines.js'
import type { Splice } from './splice.js'

export interface Row {
  readonly change: 'same' | 'removed' | 'added'
  /** Numbers of the line in either text, counted from 1. */
  readonly old?: number | undefined
  readonly now?: number | undefined
  /** With its break. */
  readonly line: string
}

/** Lines that differ, with none between them that is the same. As a splice of the new text it takes the change back. */
export interface Hunk {
  /** By its words and its turn among equals: the same however far it moves. */
  readonly key: string
  /** Its rows: from this one to before that one. */
  readonly from: number
  readonly to: number
  readonly rejection: Splice
}

export interface Comparison {
  readonly rows: readonly Row[]
  readonly hunks: readonly Hunk[]
  readonly added: number
  readonly removed: number
  readonly isCoarse: boolean
  /** The lines that differ end in different ways, so the ends must be shown. */
  readonly showsBreaks: boolean
}

const MOST_MILLISECONDS = 500
const MOST_DIFFERENCES = 5_000

export function compareTexts(before: string | undefined, after: string | undefined): Comparison {
  const [old, now] = [toLines(before ?? ''), toLines(after ?? '')]
  const { changes, isCoarse } = changesBetween(old, now)
  const rows = numbered(changes)
  const hunks = hunksOf(rows)
  const differing = rows.filter(({ change }) => change !== 'same')
  const removed = differing.filter(({ change }) => change === 'removed').length
  const breaks = new Set(differing.map(({ line }) => breakOf(line)).filter(each => each !== 'none'))
  return { rows, hunks, removed, added: differing.length - removed, isCoarse, showsBreaks: breaks.size > 1 }
}

type Change = Pick<Row, 'change' | 'line'>

function changesBetween(old: readonly string[], now: readonly string[]) {
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const [oldMiddle, nowMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const found = diffArrays(oldMiddle, nowMiddle, {
    timeout: MOST_MILLISECONDS,
    maxEditLength: MOST_DIFFERENCES,
  })
  const middle: readonly Change[] = found?.flatMap(({ value, added, removed }) =>
    mark(value, added ? 'added' : removed ? 'removed' : 'same'),
  ) ?? [...mark(oldMiddle, 'removed'), ...mark(nowMiddle, 'added')]
  return {
    changes: [...mark(old.slice(0, start), 'same'), ...middle, ...mark(old.slice(old.length - end), 'same')],
    isCoarse: found === undefined,
  }
}

function mark(lines: readonly string[], change: Row['change']): Change[] {
  return lines.map(line => ({ change, line }))
}

function numbered(changes: readonly Change[]): readonly Row[] {
  let [old, now] = [0, 0]
  return changes.map(({ change, line }) => ({
    ...{ change, line },
    ...(change === 'added' ? {} : { old: ++old }),
    ...(change === 'removed' ? {} : { now: ++now }),
  }))
}

function hunksOf(rows: readonly Row[]): readonly Hunk[] {
  const hunks: Hunk[] = []
  const seen = new Map<string, number>()
  let at = 0
  for (let from = 0; from < rows.length; ) {
    let to = from
    while (to < rows.length && rows[to]?.change !== 'same') to++
    if (to === from) {
      from++
      at++
      continue
    }
    const rejection = rejectionOf(rows.slice(from, to), at)
    const words = digestOf([...rejection.now, '\0', ...rejection.was].join(''))
    const turn = seen.get(words) ?? 0
    seen.set(words, turn + 1)
    hunks.push({ key: `${words}.${turn}`, from, to, rejection })
    at += rejection.was.length
    from = to
  }
  return hunks
}

function rejectionOf(rows: readonly Row[], at: number): Splice {
  const linesThat = (change: Row['change']) =>
    rows.filter(row => row.change === change).map(({ line }) => line)
  return { at, was: linesThat('added'), now: linesThat('removed') }
}

/** Short, and as good as unique among the hunks of one file: it guards against nobody. */
function digestOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b) + index
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`
}

const known = new Map<string, { old: string | undefined; now: string | undefined; comparison: Comparison }>()
const MOST_KNOWN = 400

/** The same as before where the texts of this name are. */
export function knownComparison(name: string, old: string | undefined, now: string | undefined): Comparison {
  const found = known.get(name)
  if (found !== undefined && found.old === old && found.now === now) return found.comparison
  const comparison = compareTexts(old, now)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, { old, now, comparison })
  return comparison
}
