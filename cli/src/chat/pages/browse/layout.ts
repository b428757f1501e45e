/**
 * Where the lines of a long conversation are. Nobody ever counts them all: everything is found by walking from a line
 * that is known, no further than a screen or two. Knows entries only by their number and the lines that they make.
 */

import type { Line } from '../../screen/line.js'
import type { Anchor, Place } from './page.js'

/** The line that sets an entry apart from the next one; told from other empty lines by its identity. */
export const GAP: Line = []

export interface Layout {
  /** How many entries there are, also those that make no lines. */
  readonly count: number
  /** The lines of one; none where it is not shown. Called again and again, so it remembers. */
  readonly linesOf: (slot: number) => readonly Line[]
}

/** The next entry that makes lines, beginning with this one; nothing where there is none. */
export function shownFrom(layout: Layout, slot: number, step: 1 | -1): number | undefined {
  for (let at = slot; at >= 0 && at < layout.count; at += step) if (layout.linesOf(at).length > 0) return at
  return undefined
}

export function isBefore(one: Anchor, other: Anchor): boolean {
  return one.slot < other.slot || (one.slot === other.slot && one.line < other.line)
}

/** So many lines further up; at the very top there it stays. */
export function above(layout: Layout, from: Anchor, lines: number): Anchor {
  let { slot, line } = from
  let rest = lines
  while (rest > line) {
    const before = shownFrom(layout, slot - 1, -1)
    if (before === undefined) return { slot, line: 0 }
    rest -= line
    slot = before
    line = layout.linesOf(slot).length
  }
  return { slot, line: line - rest }
}

/** So many lines further down; at the very end there it stays. */
export function below(layout: Layout, from: Anchor, lines: number): Anchor {
  let { slot, line } = from
  let rest = lines
  for (;;) {
    const left = layout.linesOf(slot).length - line
    if (rest < left) return { slot, line: line + rest }
    const next = shownFrom(layout, slot + 1, 1)
    if (next === undefined) return { slot, line: Math.max(0, line + left) }
    rest -= Math.max(0, left)
    slot = next
    line = 0
  }
}

/** The top of the last full screen. */
export function endTop(layout: Layout, rows: number): Anchor {
  const last = shownFrom(layout, layout.count - 1, -1)
  if (last === undefined) return { slot: 0, line: 0 }
  return above(layout, { slot: last, line: layout.linesOf(last).length }, rows)
}

/** The same line where it still exists, and no further down than the last full screen. */
export function withinLayout(layout: Layout, top: Anchor, rows: number): Anchor {
  const slot = Math.min(Math.max(0, top.slot), Math.max(0, layout.count - 1))
  const height = layout.linesOf(slot).length
  const shown = height > 0 ? slot : (shownFrom(layout, slot, 1) ?? shownFrom(layout, slot, -1) ?? 0)
  const most = Math.max(0, layout.linesOf(shown).length - 1)
  const line = shown === top.slot ? Math.min(Math.max(0, top.line), most) : 0
  const kept = { slot: shown, line }
  const end = endTop(layout, rows)
  return isBefore(end, kept) ? end : kept
}

/** One line of the screen: which entry it is of. */
export interface PlacedLine {
  readonly slot: number
  readonly line: Line
}

/** The lines from a place on, at most so many. */
export function linesFrom(layout: Layout, top: Anchor, rows: number): readonly PlacedLine[] {
  const placed: PlacedLine[] = []
  let from = top.line
  for (let slot: number | undefined = top.slot; slot !== undefined; slot = shownFrom(layout, slot + 1, 1)) {
    const lines = layout.linesOf(slot)
    for (let at = from; at < lines.length; at++) {
      if (placed.length >= rows) return placed
      placed.push({ slot, line: lines[at] ?? [] })
    }
    from = 0
  }
  return placed
}

/** The top from which on an entry can be seen: whole where it has room, else its beginning. Stays where that is so already. */
export function reveal(layout: Layout, place: Place, rows: number): Anchor {
  const { chosen: slot, top } = place
  const start = { slot, line: 0 }
  if (isBefore(start, top)) return withinLayout(layout, start, rows)
  const lowest = below(layout, top, rows)
  const stop = { slot, line: layout.linesOf(slot).length }
  const isWhole = !isBefore(lowest, stop) || isLast(layout, lowest)
  if (isWhole && !isBefore(lowest, start)) return top
  const lower = above(layout, stop, rows)
  return withinLayout(layout, isBefore(start, lower) ? start : lower, rows)
}

/** Whether nothing is below this line. */
function isLast(layout: Layout, { slot, line }: Anchor): boolean {
  return line >= layout.linesOf(slot).length && shownFrom(layout, slot + 1, 1) === undefined
}
