/** How the page of conversations looks. */

import { boundedLine } from '@parley/acp/guard'
import type { RunningChat } from '../../event.js'
import type { Model } from '../../model/model.js'
import { nameOf } from '../../model/talk-name.js'
import { STATE_GLYPHS, stateOf } from '../../model/talk-state.js'
import { toAge } from '../../screen/duration.js'
import { cutLine, type Line, lineOf, span, spread } from '../../screen/line.js'
import { toNarrowPlace } from '../../screen/place.js'
import { widthOf } from '../../screen/width.js'
import { drawList, filterLine } from '../list.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import type { SessionsPage } from './page.js'
import { type SessionRow, shownRows } from './rows.js'
import { isSearching } from './update.js'

/** From so many columns on there is room for more than what tells them apart. */
const WIDE = 70
const KEYS = ['Enter open', 'type to filter and search', 'Alt+F fork', '↑↓ choose', 'Esc back']

export function drawSessions(page: SessionsPage, model: Model): PageView {
  const { size } = model
  const shown = shownRows(page, model)
  const { query } = page.list
  const room = bodyRows(size) - 2 - (page.note === undefined ? 0 : 1)
  const lines = drawList(page.list, shown, {
    ...{ columns: size.columns, rows: room },
    draw: (row, columns) => drawRow(row, model, columns),
  })
  const note = page.note === undefined ? [] : [lineOf(page.note, 'warning')]
  const body = [filterLine(query, 'title, agent, folder, or anything that was said'), lineOf('')]
  const rest = lines.length === 0 ? [lineOf(emptyWords(page), 'muted')] : lines
  const aside = lineOf(`${hereWords(model)}${asideWords(page, shown.length)}`, 'muted')
  return {
    lines: framePage({ title: 'Sessions', aside, body: [...body, ...rest, ...note], keys: KEYS }, model),
    cursor: { row: 1, column: Math.min(size.columns - 1, 2 + widthOf(query)) },
  }
}

/** The folder that most of them are of, once for all: only others are named where they stand. */
function hereWords({ cwd, home, size }: Model): string {
  return size.columns < WIDE ? '' : `this folder: ${toNarrowPlace(cwd, { cwd: '', home }, 28)} · `
}

function emptyWords(page: SessionsPage): string {
  if (page.recorded === undefined) return '  Looking for conversations …'
  return isSearching(page) ? '  No title has it. Looking into what was said …' : '  Nothing was found.'
}

function asideWords(page: SessionsPage, count: number): string {
  if (page.recorded === undefined || isSearching(page)) return 'searching …'
  return `${count}`
}

function drawRow(row: SessionRow, model: Model, columns: number): Line {
  const right = cutLine(lineOf(factsOf(row, model, columns), 'muted'), Math.floor(columns * 0.6))
  return spread([...titleOf(row), ...matchOf(row)], right, columns)
}

/** Where it was found. */
function matchOf(row: SessionRow): Line {
  const match = row.is === 'open' ? row.match : row.is === 'recorded' ? row.talk.match : undefined
  return match === undefined ? [] : [span(`  “${boundedLine(match, 200)}”`, 'muted')]
}

function titleOf(row: SessionRow): Line {
  if (row.is === 'open') {
    const state = STATE_GLYPHS[stateOf(row.talk)]
    return [span(`${state} `, 'muted'), span(nameOf(row.talk))]
  }
  if (row.is === 'running') return [span(`${signOf(row.chat)} `, 'muted'), span(named(row.chat.title))]
  const { label, title } = row.talk
  const name = span(named(title), title === '' ? 'muted' : undefined)
  return label === undefined ? [name] : [span(`[${boundedLine(label, 40)}] `, 'accent'), name]
}

const signOf = ({ state = 'working' }: RunningChat): string => STATE_GLYPHS[state === 'idle' ? 'done' : state]

function named(title: string): string {
  return boundedLine(title, 200) || '(no title)'
}

function factsOf(row: SessionRow, { now, home, cwd: here }: Model, columns: number): string {
  const isWide = columns >= WIDE
  const place = (cwd: string): readonly string[] =>
    isWide && cwd !== here ? [toNarrowPlace(cwd, { cwd: '', home }, 28)] : []
  if (row.is === 'open') return [boundedLine(row.talk.agent.id, 24), ...place(row.talk.cwd)].join(' · ')
  if (row.is === 'running') return [...place(row.chat.cwd), toAge(now - row.chat.since)].join(' · ')
  const { agent, cwd, turns, updated } = row.talk
  const count = isWide ? [`${turns} ${turns === 1 ? 'turn' : 'turns'}`] : []
  return [boundedLine(agent, 24), ...place(cwd), ...count, toAge(now - updated)].join(' · ')
}
