/** How a page hands over what it drew: at most as many lines as there are rows. */

import { drawRemark } from '../draw/remark.js'
import { drawWaiting } from '../draw/waiting.js'
import type { Model } from '../model/model.js'
import type { Asked, Cursor, Size } from '../screen/frame.js'
import { cutLine, EMPTY, type Line, lineOf, span, spread, widthOfLine } from '../screen/line.js'
import { widthOf } from '../screen/width.js'

export interface PageView {
  readonly lines: readonly Line[]
  readonly cursor?: Cursor | undefined
  /** The question that it shows, if it shows one. */
  readonly asked?: Asked | undefined
}

/** A page that is laid out as all of them are. */
export interface PageParts {
  /** What page this is. */
  readonly title: string
  /** What stands at the right of the title. */
  readonly aside?: Line | undefined
  readonly body: readonly Line[]
  /** The keys, the most important first, and at last how to get out: as many are shown as there is room for. */
  readonly keys: readonly string[]
  /** What stands at the very bottom in the place of the keys, and of words that go away by themselves. */
  readonly foot?: Line | undefined
}

/** How many rows are left between the head and the foot. */
export function bodyRows({ rows }: Size): number {
  return Math.max(1, rows - 2)
}

/** The head, the body, and at the very bottom the keys, or what is to be said. */
export function framePage(
  { title, aside = EMPTY, body, keys, foot }: PageParts,
  model: Pick<Model, 'size' | 'talks' | 'remark'>,
): readonly Line[] {
  const { size } = model
  const room = bodyRows(size)
  const head = spread(
    [span('▌ ', 'accent'), span(title, { role: 'heading', isBold: true })],
    withWaiting(aside, model),
    size.columns,
  )
  const shown = body.slice(0, room).map(line => cutLine(line, size.columns))
  const blank = Array.from({ length: Math.max(0, room - shown.length) }, () => EMPTY)
  const said = foot ?? drawRemark(model)
  const last = said === undefined ? keyLine(keys, size.columns) : cutLine(said, size.columns)
  return [head, ...shown, ...blank, last].slice(0, Math.max(1, size.rows))
}

/** Whoever looks at a page sees that somebody waits for them; what else stands there makes room for that. */
function withWaiting(aside: Line, model: Pick<Model, 'size' | 'talks'>): Line {
  const waiting = drawWaiting(model)
  if (waiting.length === 0 || aside.length === 0) return [...aside, ...waiting]
  const both = [...aside, span('  '), ...waiting]
  return widthOfLine(both) <= model.size.columns / 2 ? both : waiting
}

/** What does not fit is left out whole: half the name of a key is worse than none. The last, how to get out, is always there. */
export function keyLine(keys: readonly string[], columns: number): Line {
  const last = keys.at(-1) ?? ''
  let shown = last
  const kept: string[] = []
  for (const key of keys.slice(0, -1)) {
    const longer = [...kept, key, last].join(' · ')
    if (widthOf(longer) > columns) break
    kept.push(key)
    shown = longer
  }
  return cutLine(lineOf(shown, 'muted'), columns)
}
