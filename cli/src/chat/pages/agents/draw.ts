/** How the page of agents looks. */

import { boundedLine } from '@parley/acp/guard'
import type { Model } from '../../model/model.js'
import type { Size } from '../../screen/frame.js'
import { EMPTY, type Line, lineOf, span, spread } from '../../screen/line.js'
import { widthOf } from '../../screen/width.js'
import { wrapLine } from '../../screen/wrap.js'
import { drawList, filterLine, matching } from '../list.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import type { AgentsPage } from './page.js'
import { type AgentRow, agentRows, cureFor } from './rows.js'

const KEYS = ['Enter begin', 'type to filter', '↑↓ choose', 'Esc back']
const WELCOME = [
  'This is parley: one place to talk to any coding agent, in this folder.',
  'Scout is built in and works offline, without a key: it reads, searches and changes files, and asks before it does. Give it a model and it understands more.',
  'Press Enter to begin.',
]
const LEAST_LIST = 3

export function drawAgents(page: AgentsPage, model: Model): PageView {
  const { size } = model
  const { query } = page.list
  const room = bodyRows(size)
  const welcome = page.isFirst ? [...paragraphs(WELCOME, size), EMPTY] : []
  const below = page.explained === undefined ? nextLines(page, size) : cureLines(page, page.explained, model)
  // The list is what the page is for; the words around it go where there is no room.
  const list = listLines(page, size, Math.max(LEAST_LIST, room - welcome.length - below.length - 2))
  const head = welcome.slice(0, Math.max(0, room - list.length - 2))
  const rest = room - head.length - list.length - 2
  const body = [
    ...head,
    filterLine(query, 'type to filter'),
    ...list,
    EMPTY,
    ...below.slice(0, Math.max(0, rest)),
  ]
  const title = page.isFirst ? 'Welcome' : 'Agents'
  return {
    lines: framePage({ title, aside: countLine(page), body, keys: KEYS }, model),
    cursor: { row: 1 + head.length, column: Math.min(size.columns - 1, 2 + widthOf(query)) },
  }
}

/** How many there are: the list may have room for a few only. */
function countLine({ agents = [] }: AgentsPage): Line {
  const ready = agents.filter(({ state }) => state === 'ready').length
  const others = agents.length - ready
  if (agents.length === 0) return EMPTY
  return lineOf(`${ready} ready${others === 0 ? '' : ` · ${others} more`}`, 'muted')
}

function listLines(page: AgentsPage, { columns }: Size, rows: number): readonly Line[] {
  if (page.agents === undefined) return [lineOf('  Looking for agents …', 'muted')]
  const shown = matching(agentRows(page), page.list.query)
  if (shown.length === 0) return [lineOf('  No agent has that name.', 'muted')]
  return drawList(page.list, shown, { columns, rows, draw: drawAgent })
}

function drawAgent({ agent }: AgentRow, columns: number): Line {
  const isReady = agent.state === 'ready'
  const id = boundedLine(agent.id, 60)
  const name = boundedLine(agent.name, 60)
  const left = [
    span(isReady ? '✓ ' : agent.state === 'missing' ? '✗ ' : '○ ', isReady ? 'good' : 'muted'),
    span(name, isReady ? undefined : 'muted'),
    ...(name.toLowerCase() === id.toLowerCase() ? [] : [span(` (${id})`, 'muted')]),
  ]
  const about = boundedLine(agent.description ?? '', 200)
  const line = about === '' ? left : [...left, span(`  ${about}`, 'muted')]
  return spread(line, [], columns)
}

function nextLines({ models, advice, agents }: AgentsPage, size: Size): readonly Line[] {
  if (agents === undefined) return []
  const found =
    models.length === 0
      ? lineOf('Models for Scout: none found', 'muted')
      : lineOf(`Models for Scout: ${models.map(model => boundedLine(model, 80)).join(', ')}`)
  const lines = advice.flatMap(text =>
    wrapLine(lineOf(boundedLine(text, 600)), size.columns, {
      first: [span('· ', 'muted')],
      rest: [span('  ')],
    }),
  )
  return [...wrapLine(found, size.columns), ...lines]
}

function cureLines(page: AgentsPage, id: string, model: Model): readonly Line[] {
  const { size } = model
  const row = agentRows(page).find(each => each.id === id)
  if (row === undefined) return []
  const { words, command } = cureFor(row.agent, model)
  const line =
    command === undefined ? [] : wrapLine(lineOf(command, 'code'), size.columns, { first: [span('  ')] })
  return [...wrapLine(lineOf(words, 'warning'), size.columns), ...line]
}

function paragraphs(texts: readonly string[], size: Size): readonly Line[] {
  return texts.flatMap(text => wrapLine(lineOf(text), size.columns))
}
