/** How one moves through a conversation: by entries, by prompts, by lines. */

import { itemAt } from '@parley/acp/thread'
import { above, below, endTop, GAP, isBefore, linesFrom, reveal, shownFrom, withinLayout } from './layout.js'
import type { BrowsePage, Place } from './page.js'
import type { Scene } from './scene.js'

type Move = (scene: Scene, place: Place) => Place | 'end'

/** The page at another place. Where the last entry is chosen and its end is seen, that is the end, and stays it. */
export function movedTo({ page, layout, rows }: Scene, place: Place | 'end'): BrowsePage {
  const isEnd = place === 'end' || isAtEnd({ layout, rows }, place)
  const seen = isEnd || page.place === 'end' ? layout.count : page.seen
  return { ...page, place: isEnd ? 'end' : place, seen, note: undefined }
}

function isAtEnd({ layout, rows }: Pick<Scene, 'layout' | 'rows'>, { chosen, top }: Place): boolean {
  return chosen === shownFrom(layout, layout.count - 1, -1) && !isBefore(top, endTop(layout, rows))
}

/** What a key does; nothing where it does not move. */
export function moveOf(word: string): Move | undefined {
  return Object.hasOwn(MOVES, word) ? MOVES[word] : undefined
}

const byEntry =
  (step: 1 | -1): Move =>
  ({ layout, rows }, { chosen, top }) => {
    // Of an entry that is longer than the screen its beginning comes before its neighbour.
    if (step < 0 && top.slot === chosen && top.line > 0) return { chosen, top: { slot: chosen, line: 0 } }
    const next = shownFrom(layout, chosen + step, step) ?? chosen
    return { chosen: next, top: reveal(layout, { chosen: next, top }, rows) }
  }

const byPrompt =
  (step: 1 | -1): Move =>
  ({ layout, talk, rows }, { chosen }) => {
    for (let slot = chosen + step; slot >= 0 && slot < layout.count; slot += step) {
      const entry = itemAt(talk.thread.slots, slot)
      if (entry?.kind !== 'message' || entry.role !== 'user' || layout.linesOf(slot).length === 0) continue
      return { chosen: slot, top: withinLayout(layout, { slot, line: 0 }, rows) }
    }
    return step > 0 ? 'end' : toStart({ layout })
  }

const byLines =
  (lines: (rows: number) => number): Move =>
  (scene, place) => {
    const { layout, rows } = scene
    const wanted = lines(rows)
    const { top } = place
    const moved = wanted < 0 ? above(layout, top, -wanted) : below(layout, top, wanted)
    const next = withinLayout(layout, moved, rows)
    if (wanted > 0 && !isBefore(next, endTop(layout, rows))) return 'end'
    // At the very top there is nothing to scroll: the choice moves instead.
    if (wanted < 0 && next.slot === top.slot && next.line === top.line) return byEntry(-1)(scene, place)
    return { chosen: stillChosen(scene, { chosen: place.chosen, top: next }), top: next }
  }

/** The chosen one while it can be seen, else the nearest that can. */
function stillChosen({ layout, rows }: Scene, { chosen, top }: Place): number {
  const lines = linesFrom(layout, top, rows).filter(({ line }) => line !== GAP)
  const first = lines[0]?.slot ?? chosen
  const last = lines.at(-1)?.slot ?? chosen
  return Math.min(Math.max(chosen, first), last)
}

function toStart({ layout }: Pick<Scene, 'layout'>): Place {
  const first = shownFrom(layout, 0, 1) ?? 0
  return { chosen: first, top: { slot: first, line: 0 } }
}

const MOVES: Readonly<Record<string, Move>> = {
  ...{ 'alt+up': byEntry(-1), k: byEntry(-1), 'alt+down': byEntry(1), j: byEntry(1) },
  ...{ 'alt+page-up': byPrompt(-1), 'alt+page-down': byPrompt(1), '{': byPrompt(-1), '}': byPrompt(1) },
  ...{ up: byLines(() => -1), down: byLines(() => 1) },
  ...{ 'page-up': byLines(rows => 1 - rows), 'page-down': byLines(rows => Math.max(1, rows - 1)) },
  ...{ home: toStart, g: toStart, end: () => 'end' as const, G: () => 'end' as const },
}
