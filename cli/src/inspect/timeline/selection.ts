/** Which rows are shown: those that satisfy what was typed, and belong to the session or tool call that is followed. */

import { type Row, readQuery } from '@parley/acp/inspect'
import type { Selection, Timeline } from './model.js'

type Test = (row: Row) => boolean

/** The test that a selection is; or what is wrong with its text. */
export function toTest({ text, session, toolCall }: Selection): Test | string | undefined {
  const tests: Test[] = []
  if (session !== undefined) tests.push(row => row.session === session)
  if (toolCall !== undefined) tests.push(row => row.toolCall === toolCall)
  if (text.trim() !== '') {
    const query = readQuery(text)
    if (!('matches' in query)) return `expected ${query.expected}; found ${query.found}, at ${query.at + 1}`
    tests.push(row => query.matches(row))
  }
  if (tests.length === 0) return undefined
  return row => tests.every(test => test(row))
}

/** The same timeline with another selection; the row that one stood on, or the next one, stays the one. */
export function select(timeline: Timeline, selection: Selection): Timeline {
  const test = toTest(selection)
  if (typeof test === 'string') return { ...timeline, notice: test }
  const { watched, count } = timeline
  const at = timeline.shown === undefined ? timeline.cursor : (timeline.shown[timeline.cursor] ?? count - 1)
  if (test === undefined) return { ...timeline, selection, shown: undefined, cursor: Math.max(0, at) }
  const shown: number[] = []
  for (let number = 0; number < count; number++) {
    const row = watched.rows[number]
    if (row !== undefined && test(row)) shown.push(number)
  }
  const next = shown.findIndex(number => number >= at)
  return { ...timeline, selection, shown, cursor: next < 0 ? Math.max(0, shown.length - 1) : next }
}

/** More rows have come: those that belong are added to those that are shown. */
export function grow(timeline: Timeline, count: number): Timeline {
  const { shown, watched, selection } = timeline
  if (shown === undefined) return { ...timeline, count }
  const test = toTest(selection)
  const isShown = typeof test === 'function' ? test : () => true
  const added = watched.rows.slice(timeline.count, count).filter(isShown)
  return {
    ...timeline,
    count,
    shown: added.length === 0 ? shown : [...shown, ...added.map(({ number }) => number)],
  }
}
