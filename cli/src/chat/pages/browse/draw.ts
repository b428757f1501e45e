/** How the page looks on which one goes through a conversation. Draws what is on the screen, and looks at nothing else. */

import type { Model } from '../../model/model.js'
import { nameOf } from '../../model/talk-name.js'
import { EMPTY, type Line, lineOf, type Span, span } from '../../screen/line.js'
import { widthOf } from '../../screen/width.js'
import { toPattern } from '../../search-pattern.js'
import { framePage, type PageView } from '../page-view.js'
import { GAP, linesFrom, type PlacedLine } from './layout.js'
import type { BrowsePage } from './page.js'
import { type Scene, sceneOf } from './scene.js'

const KEYS = [
  ...[
    'j k entry',
    'Enter open',
    '/ search',
    '↑↓ scroll',
    'Alt+PgUp PgDn prompts',
    'Ctrl+T thoughts',
    'Esc back',
  ],
]

export function drawBrowse(page: BrowsePage, model: Model): PageView {
  return drawScene(sceneOf(model, page))
}

export function drawScene(scene: Scene): PageView {
  const { model, page, talk, layout, rows, place } = scene
  const { search } = page
  const pattern = search === undefined || search.query === '' ? undefined : toPattern(search.query)
  const placed = place === undefined ? [] : linesFrom(layout, place.top, rows)
  const body =
    place === undefined
      ? [lineOf('  Nothing was said yet.', 'muted')]
      : placed.map(line => withGutter(line, place.chosen, pattern))
  const isWriting = search?.isWriting === true
  const foot = isWriting ? [span('/', 'accent'), span(search.query)] : noteLine(page)
  const parts = { title: nameOf(talk), aside: asideOf(scene), body, keys: KEYS, foot }
  const column = Math.min(model.size.columns - 1, 1 + widthOf(search?.query ?? ''))
  return {
    lines: framePage(parts, model),
    cursor: isWriting ? { row: model.size.rows - 1, column } : undefined,
  }
}

function noteLine({ search, note }: BrowsePage): Line | undefined {
  if (search === undefined) return undefined
  const words = note === undefined ? '' : `: ${note}`
  return [
    span(`/${search.query}${words}`, note === 'not found' ? 'warning' : 'muted'),
    span(' · n older · N newer · Esc back', 'muted'),
  ]
}

function asideOf({ page, layout, place }: Scene): Line {
  const isNew = page.place !== 'end' && layout.count > page.seen
  const at = place === undefined ? '' : `${place.chosen + 1} of ${layout.count}`
  return [...(isNew ? [span('↓ new', 'accent'), span(' · ', 'muted')] : []), span(at, 'muted')]
}

/** The chosen one has a bar along its side: prompts have the mark that lists use. */
function withGutter({ slot, line }: PlacedLine, chosen: number, pattern: RegExp | undefined): Line {
  const words = pattern === undefined ? line : line.flatMap(piece => marked(piece, pattern))
  if (line === GAP) return EMPTY
  if (slot !== chosen) return [span('  '), ...words]
  return [span('┃ ', 'accent'), ...words]
}

/** What was searched for, turned round, as far as it is in one piece. */
function marked(piece: Span, pattern: RegExp): readonly Span[] {
  const found = pattern.exec(piece.text)
  if (found === null || found[0] === '') return [piece]
  const end = found.index + found[0].length
  const rest = { ...piece, text: piece.text.slice(end) }
  return [
    { ...piece, text: piece.text.slice(0, found.index) },
    { text: found[0], style: { ...piece.style, isInverse: true } },
    ...marked(rest, pattern),
  ].filter(({ text }) => text !== '')
}
