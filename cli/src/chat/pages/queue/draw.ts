/** How the page of waiting prompts looks. */

import { boundedLine } from '@parley/acp/guard'
import { activeTalk, type Model } from '../../model/model.js'
import type { Waiting } from '../../model/talk.js'
import { type Line, lineOf, span, spread } from '../../screen/line.js'
import { drawList, type Item, NEW_LIST } from '../list.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import type { QueuePage } from './page.js'
import { chosenWaiting } from './update.js'

const KEYS = [
  ...['Enter edit', 'x remove', 's send now', 'Alt+↑↓ move', 'h hold or let go', '↑↓ choose', 'Esc back'],
]

export function drawQueue(page: QueuePage, model: Model): PageView {
  const { size } = model
  const { queue, isHeld, turn } = activeTalk(model)
  const items = queue.map((waiting, index): Item & { waiting: Waiting; number: number } => ({
    ...{ id: String(waiting.id), text: '', waiting, number: index + 1 },
  }))
  const list = { ...NEW_LIST, at: chosenWaiting(page, queue) }
  const lines = drawList(list, items, {
    ...{ columns: size.columns, rows: bodyRows(size) - 2 },
    draw: ({ waiting, number }, columns) => drawWaiting(waiting, number, columns),
  })
  const state = isHeld
    ? lineOf('held: nothing is sent until h lets it go', 'warning')
    : lineOf(turn === undefined ? 'sent one after the other' : 'sent when the agent is done', 'muted')
  const rest = lines.length === 0 ? [lineOf('  Nothing waits.', 'muted')] : lines
  const title = `Waiting prompts (${queue.length})`
  return { lines: framePage({ title, body: [state, lineOf(''), ...rest], keys: KEYS }, model) }
}

/** The first line, and how many more there are. */
function drawWaiting({ text, files }: Waiting, number: number, columns: number): Line {
  const lines = text.trim().split('\n', 1_000)
  const more = lines.length - 1
  const facts = [
    ...(more > 0 ? [`+${more} ${more === 1 ? 'line' : 'lines'}`] : []),
    ...(files.length > 0 ? [`${files.length} ${files.length === 1 ? 'file' : 'files'}`] : []),
  ]
  const left = [span(`${number}. `, 'muted'), span(boundedLine(lines[0] ?? '', 400))]
  return spread(left, lineOf(facts.join(' · '), 'muted'), columns)
}
