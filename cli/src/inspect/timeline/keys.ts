/** What each key does while the rows are shown. */

import { EMPTY_PROMPT, type Step, selectedRow, shownCount, type Timeline } from './model.js'
import { findNext } from './search.js'
import { select } from './selection.js'

type Press = (timeline: Timeline) => Step

const stays = (timeline: Timeline): Step => ({ timeline, effects: [] })
const told = (timeline: Timeline, notice: string): Step => stays({ ...timeline, notice })

const goTo = (timeline: Timeline, cursor: number): Step => {
  const last = shownCount(timeline) - 1
  return stays({ ...timeline, cursor, isTail: cursor >= last })
}
const move =
  (by: (timeline: Timeline) => number): Press =>
  timeline =>
    goTo(timeline, Math.max(0, timeline.cursor + by(timeline)))

const find =
  (step: 1 | -1): Press =>
  timeline => {
    if (timeline.search === '') return told(timeline, 'Nothing is looked for: s and some words.')
    const place = findNext(timeline, step)
    return place === undefined
      ? told(timeline, `Nothing shown holds ${timeline.search}`)
      : goTo(timeline, place)
  }

/** Opens the message of a row. */
export function openDetail(timeline: Timeline, row: number): Step {
  const pane = { is: 'detail', row, cursor: 0, folds: new Set<string>() } as const
  return { timeline: { ...timeline, pane }, effects: [{ do: 'read', row }] }
}

const open: Press = timeline => {
  const row = selectedRow(timeline)
  return row === undefined ? stays(timeline) : openDetail(timeline, row.number)
}

const follow =
  (what: 'session' | 'toolCall', noun: string): Press =>
  timeline => {
    const { selection } = timeline
    if (selection[what] !== undefined) return stays(select(timeline, { ...selection, [what]: undefined }))
    const value = selectedRow(timeline)?.[what]
    if (value === undefined) return told(timeline, `This row belongs to no ${noun}.`)
    return stays(select(timeline, { ...selection, [what]: value }))
  }

/** From a question to its answer, and back. */
export function pairOf(timeline: Timeline, number: number): number | undefined {
  const { rows } = timeline.watched
  const row = rows[number]
  return row?.asked ?? row?.answer
}

/** Stands on a row by its number; where it is not shown, everything is. */
export function standOn(timeline: Timeline, number: number): Timeline {
  const place = timeline.shown === undefined ? number : timeline.shown.indexOf(number)
  if (place >= 0) return { ...timeline, cursor: place, isTail: false }
  return {
    ...select(timeline, { text: '' }),
    cursor: number,
    isTail: false,
    notice: 'The filter was taken away.',
  }
}

const pair: Press = timeline => {
  const row = selectedRow(timeline)
  const other = row && pairOf(timeline, row.number)
  return other === undefined ? told(timeline, 'This row has no pair.') : stays(standOn(timeline, other))
}

const waterfall: Press = timeline => {
  const { turns } = timeline.watched
  const turn = selectedRow(timeline)?.turn ?? turns.at(-1)?.turn
  if (turn === undefined) return told(timeline, 'There was no turn yet.')
  return stays({ ...timeline, pane: { is: 'waterfall', turn, top: 0 } })
}

const ask =
  (what: 'filter' | 'search'): Press =>
  timeline => {
    const text = what === 'filter' ? timeline.selection.text : ''
    return stays({ ...timeline, prompt: { for: what, line: { ...EMPTY_PROMPT, text, cursor: text.length } } })
  }

const clear: Press = timeline => stays(select(timeline, { text: '' }))
const quit: Press = timeline => ({ timeline, effects: [{ do: 'quit' }] })
const up = move(() => -1)
const down = move(() => 1)
const first: Press = timeline => goTo(timeline, 0)
const last: Press = timeline => stays({ ...timeline, isTail: true })

const release: Press = timeline => {
  const row = selectedRow(timeline)
  const [, id] = (row?.kind === 'event' && /held as (h\d+)/.exec(row.label)) || []
  if (id === undefined) return told(timeline, 'Stand on a row that says "held as", then r lets it go.')
  return { timeline: { ...timeline, notice: `${id} is let go.` }, effects: [{ do: 'release', id }] }
}

export const rowKeys: Readonly<Record<string, Press>> = {
  ...{ up, k: up, down, j: down, home: first, g: first, end: last, G: last },
  'page-up': move(({ height }) => 1 - height),
  'page-down': move(({ height }) => height - 1),
  space: move(({ height }) => height - 1),
  enter: open,
  right: open,
  '/': ask('filter'),
  s: ask('search'),
  n: find(1),
  N: find(-1),
  f: follow('session', 'session'),
  t: follow('toolCall', 'tool call'),
  p: pair,
  w: waterfall,
  F: timeline => stays({ ...timeline, pane: { is: 'findings', cursor: 0 } }),
  e: timeline => stays({ ...timeline, hasStderr: !timeline.hasStderr }),
  r: release,
  escape: clear,
  '?': timeline => stays({ ...timeline, pane: { is: 'help', top: 0 } }),
  f1: timeline => stays({ ...timeline, pane: { is: 'help', top: 0 } }),
  q: quit,
}

/** For the page of help. */
export const KEY_HELP: readonly (readonly [keys: string, what: string])[] = [
  ['↑ ↓ j k', 'one row up or down'],
  ['PgUp PgDn space', 'one page'],
  ['g G', 'the first row; the last one, and stay there as rows come'],
  ['Enter', 'open the message: Enter folds, ← → the one before and after'],
  ['/', 'show only what matches, such as: session/update is:broken -kind:stderr'],
  ['s n N', 'look for words; the next one, the one before'],
  ['f t', 'follow one session, one tool call; again: all'],
  ['p', 'from a request to its answer, and back'],
  ['w', 'the turn as a waterfall'],
  ['F', 'all that was found wrong'],
  ['e', 'what the agent says on stderr, beside'],
  ['r', 'let go a message that is held (--hold)'],
  ['Esc', 'back; show all rows'],
  ['q', 'leave'],
]
