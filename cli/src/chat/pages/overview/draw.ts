/** How the page of all conversations looks. */

import { boundedLine } from '@parley/acp/guard'
import { doingOf, lastWordsOf } from '../../model/activity.js'
import type { Model } from '../../model/model.js'
import type { Talk } from '../../model/talk.js'
import { nameOf } from '../../model/talk-name.js'
import { STATE_GLYPHS, type TalkState, waitingIn } from '../../model/talk-state.js'
import { toCost } from '../../screen/cost.js'
import { toAge } from '../../screen/duration.js'
import { cutLine, type Line, lineOf, type Span, span, spread } from '../../screen/line.js'
import { toNarrowPlace } from '../../screen/place.js'
import type { Role } from '../../screen/style.js'
import { drawList, type Item, NEW_LIST } from '../list.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import { type OverviewRow, overviewRows, rowOf } from './order.js'
import type { OverviewPage } from './page.js'

const KEYS = [...['Enter switch', 'n new', 'x close', '1–9 switch', '↑↓ choose', 'Esc back']]

export function drawOverview(page: OverviewPage, model: Model): PageView {
  const rows = overviewRows(model.talks)
  const items = rows.map((row): Item & { readonly row: OverviewRow } => ({
    ...{ id: row.talk.key, text: '', heading: HEADINGS[row.state], row },
  }))
  const room = bodyRows(model.size) - (page.note === undefined ? 1 : 3)
  const list = { ...NEW_LIST, at: rowOf(rows, page.chosen) }
  const lines = drawList(list, items, {
    ...{ columns: model.size.columns, rows: room },
    draw: ({ row }, columns) => drawRow(row, model, columns),
  })
  const note = page.note === undefined ? [] : [lineOf(''), lineOf(page.note, 'warning')]
  const body = [lineOf(''), ...lines, ...note]
  const title = `Conversations (${rows.length})`
  return { lines: framePage({ title, aside: drawCosts(model.talks), body, keys: KEYS }, model) }
}

const HEADINGS: Readonly<Record<TalkState, string>> = {
  waiting: 'waiting for you',
  'sign-in': 'waiting for you',
  working: 'working',
  starting: 'working',
  done: 'done',
  failed: 'failed',
}

const ROLES: Readonly<Record<TalkState, Role>> = {
  ...{ waiting: 'warning', 'sign-in': 'warning', working: 'info', starting: 'info' },
  ...{ done: 'good', failed: 'bad' },
}

function drawRow({ talk, state, number }: OverviewRow, model: Model, columns: number): Line {
  const left: Span[] = [
    span(number < 10 ? `${number} ` : '  ', 'muted'),
    span(`${STATE_GLYPHS[state]} `, ROLES[state]),
    ...(talk.hasNews ? [span('● ', 'accent')] : []),
    span(nameOf(talk), talk.key === model.active ? 'strong' : undefined),
    ...(talk.key === model.active ? [span(' (here)', 'muted')] : []),
  ]
  const words = wordsOf(talk, state, model.now)
  const right = cutLine(lineOf(factsOf(talk, model, columns), 'muted'), Math.floor(columns / 2))
  return spread(words === '' ? left : [...left, span(` — ${words}`, 'muted')], right, columns)
}

function wordsOf(talk: Talk, state: TalkState, now: number): string {
  const { stage, questions, turn } = talk
  switch (state) {
    case 'waiting': {
      const [question] = questions
      const title = question?.is === 'permission' ? question.title : (question?.message ?? '')
      const more = waitingIn(talk) - 1
      return boundedLine(more > 0 ? `${title} (and ${more} more)` : title, 200)
    }
    case 'sign-in':
      return 'wants you to sign in'
    case 'starting':
      return 'starting'
    case 'working': {
      const since = turn === undefined ? '' : `${toAge(now - turn.since)} `
      return `${since}${doingOf(talk)}`
    }
    case 'failed':
      return boundedLine(stage.is === 'failed' ? stage.message : 'the last turn failed', 200)
    case 'done':
      return lastWordsOf(talk)
  }
}

function factsOf({ agent, cwd, queue, facts, isHeld }: Talk, { home }: Model, columns: number): string {
  const waiting = queue.length === 0 ? [] : [`${queue.length} ${isHeld ? 'held' : 'queued'}`]
  const cost = toCost(facts.usage?.cost)
  const place = columns < 70 ? [] : [toNarrowPlace(cwd, { cwd: '', home }, 30)]
  return [...waiting, ...(cost === undefined ? [] : [cost]), boundedLine(agent.id, 30), ...place].join(' · ')
}

/** What all of them cost, where they count in one currency. */
function drawCosts(talks: readonly Talk[]): Line {
  const costs = talks.flatMap(({ facts }) => (facts.usage?.cost ? [facts.usage.cost] : []))
  const [first] = costs
  if (first === undefined || costs.length < 2 || costs.some(({ currency }) => currency !== first.currency))
    return []
  const amount = costs.reduce((sum, cost) => sum + cost.amount, 0)
  return lineOf(toCost({ amount, currency: first.currency }) ?? '', 'muted')
}
