/** What keys do while something lies over the rows. */

import { shownValue } from './detail-value.js'
import { helpLines } from './draw-lists.js'
import { openDetail, pairOf, standOn } from './keys.js'
import { type Pane, rowAt, type Step, type Timeline } from './model.js'
import { scrolledBy } from './scroll.js'
import { toTree } from './tree.js'

const PAGE = 10

const stays = (timeline: Timeline): Step => ({ timeline, effects: [] })
const closed = (timeline: Timeline): Step => stays({ ...timeline, pane: undefined })

const STEPS: Readonly<Record<string, number>> = {
  ...{ up: -1, k: -1, down: 1, j: 1, 'page-up': -PAGE, 'page-down': PAGE, space: PAGE },
  ...{
    home: Number.NEGATIVE_INFINITY,
    g: Number.NEGATIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
    G: Number.POSITIVE_INFINITY,
  },
}

export function paneKey(timeline: Timeline, pane: Pane, word: string): Step {
  if (word === 'escape' || word === 'q') return closed(timeline)
  switch (pane.is) {
    case 'help':
      return stays({
        ...timeline,
        pane: { ...pane, top: scrolledBy(pane.top, STEPS[word] ?? 0, helpSize(timeline)) },
      })
    case 'waterfall':
      return waterfallKey(timeline, pane, word)
    case 'findings':
      return findingsKey(timeline, pane, word)
    case 'detail':
      return detailKey(timeline, pane, word)
  }
}

const helpSize = ({ height }: Timeline) => ({ lines: helpLines(80).length, height })

function stepped(from: number, word: string, count: number): number {
  return Math.max(0, Math.min(count - 1, from + (STEPS[word] ?? 0)))
}

function waterfallKey(timeline: Timeline, pane: Extract<Pane, { is: 'waterfall' }>, word: string): Step {
  const { turns } = timeline.watched
  if (word === 'w') return closed(timeline)
  if (word === 'left')
    return stays({ ...timeline, pane: { ...pane, turn: Math.max(0, pane.turn - 1), top: 0 } })
  if (word === 'right')
    return stays({ ...timeline, pane: { ...pane, turn: Math.min(turns.length - 1, pane.turn + 1), top: 0 } })
  const spans = turns[pane.turn]?.spans ?? []
  if (word === 'enter') {
    const row = spans[pane.top]?.row ?? turns[pane.turn]?.prompt
    return row === undefined ? closed(timeline) : closed(standOn(timeline, row))
  }
  return stays({ ...timeline, pane: { ...pane, top: stepped(pane.top, word, spans.length) } })
}

function findingsKey(timeline: Timeline, pane: Extract<Pane, { is: 'findings' }>, word: string): Step {
  const { findings } = timeline.watched
  if (word === 'F') return closed(timeline)
  const finding = findings[pane.cursor]
  if (word === 'enter' && finding !== undefined)
    return openDetail(standOn(timeline, finding.row), finding.row)
  return stays({ ...timeline, pane: { ...pane, cursor: stepped(pane.cursor, word, findings.length) } })
}

function detailKey(timeline: Timeline, pane: Extract<Pane, { is: 'detail' }>, word: string): Step {
  const by = { left: -1, right: 1, '[': -1, ']': 1 }[word]
  if (by !== undefined) return turnOver(timeline, by)
  if (word === 'p') {
    const other = pairOf(timeline, pane.row)
    return other === undefined
      ? stays({ ...timeline, notice: 'It has no pair.' })
      : openDetail(standOn(timeline, other), other)
  }
  const row = timeline.watched.rows[pane.row]
  const value =
    row === undefined || typeof pane.entry !== 'object'
      ? undefined
      : shownValue(row, pane.entry, timeline.watched.rows)
  const tree = toTree(value, pane.folds)
  if (word !== 'enter')
    return stays({ ...timeline, pane: { ...pane, cursor: stepped(pane.cursor, word, tree.length) } })
  const path = tree[pane.cursor]?.path
  if (path === undefined) return stays(timeline)
  const folds = new Set(pane.folds)
  if (!folds.delete(path)) folds.add(path)
  const cursor = Math.max(
    0,
    toTree(value, folds).findIndex(line => line.path === path),
  )
  return stays({ ...timeline, pane: { ...pane, folds, cursor } })
}

function turnOver(timeline: Timeline, by: number): Step {
  const cursor = timeline.cursor + by
  const row = rowAt(timeline, cursor)
  return row === undefined ? stays(timeline) : openDetail({ ...timeline, cursor, isTail: false }, row.number)
}
