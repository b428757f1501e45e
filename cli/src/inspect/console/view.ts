/** The console as lines: the timeline with a line of its own below, or the page that lies over it. */

import { boundedLine } from '@parley/acp/guard'
import { inputLine } from '../../chat/draw/text-input.js'
import type { Size } from '../../chat/screen/frame.js'
import { EMPTY, fillLine, type Line, lineOf, span, spread, widthOfLine } from '../../chat/screen/line.js'
import { type Drawing, draw } from '../timeline/draw.js'
import { fitWords, scrolled } from '../timeline/scroll.js'
import { drawHeld } from './draw-held.js'
import { drawValue, readJson } from './draw-value.js'
import { type Console, optionsOf, type Page, type Purpose, profileFor, spokenVersion } from './model.js'
import { askedMethods, offeredMethods } from './page-update.js'
import { drawForm } from './view-form.js'

/** What the timeline has to share its room with. */
export const OWN_LINES = 1

export function view(console: Console, size: Size): Drawing {
  if (console.page !== undefined) return drawPage(console, console.page, size)
  const { lines, cursor } = draw(console.timeline, { ...size, rows: size.rows - OWN_LINES })
  return { lines: [...lines, drawStatus(console, size.columns)], cursor }
}

function drawStatus({ held, pending, profile, notice }: Console, columns: number): Line {
  if (notice !== undefined) return fillLine(lineOf(` ${boundedLine(notice, 300)}`, 'warning'), columns)
  const right = lineOf(`${pending.length} pending  ${profile}`, 'muted')
  const waiting = held.length === 0 ? EMPTY : lineOf(` ${held.length} held: a answers `, 'selected')
  const room = columns - widthOfLine(waiting) - widthOfLine(right) - 2
  return spread([...waiting, span(` ${fitWords(HINTS, room)}`, 'muted')], right, columns)
}

/** The most needed first: the page of keys tells the others. */
const HINTS = ['K keys', 'c call', 'E edit & resend', 'x cancel', 'P profiles', 'm text', 'i initialize']

interface Body {
  readonly title: string
  readonly lines: readonly Line[]
  readonly foot: string
  /** In the lines. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined
}

function drawPage(console: Console, page: Page, size: Size): Drawing {
  const { columns, rows } = size
  const room = Math.max(1, rows - 2)
  const { title, lines, foot, cursor } = bodyOf(console, page, { columns, rows: room })
  const right = lineOf(`version ${spokenVersion(console)}`, 'muted')
  const head = spread(lineOf(` ${boundedLine(title, 200)}`, 'strong'), right, columns)
  const blanks = Array.from({ length: Math.max(0, room - lines.length) }, () => EMPTY)
  const last =
    console.notice === undefined
      ? lineOf(` ${foot}`, 'muted')
      : lineOf(` ${boundedLine(console.notice, 300)}`, 'warning')
  return {
    lines: [head, ...lines.slice(0, room), ...blanks, fillLine(last, columns)],
    cursor: cursor === undefined ? undefined : { row: cursor.row + 1, column: cursor.column },
  }
}

function bodyOf(console: Console, page: Page, size: Size): Body {
  switch (page.is) {
    case 'form':
      return { title: titleOf(page.purpose), ...drawForm(page, size) }
    case 'pick':
      return drawPick(console, page, size)
    case 'raw':
      return drawRaw(page, size)
    case 'queue':
      return drawQueue(console, page, size)
    case 'profiles':
      return drawProfiles(console, page, size)
    case 'keys':
      return {
        title: 'Keys of the console',
        lines: KEYS.map(line => lineOf(` ${line}`)),
        foot: 'any key goes back',
      }
  }
}

export function titleOf(purpose: Purpose): string {
  if (purpose.is === 'line') return 'A line of text, sent as it is'
  if (purpose.is === 'call') return `${purpose.kind === 'request' ? 'Call' : 'Notify'} ${purpose.method}`
  const noun = purpose.is === 'answer' ? 'Answer' : 'Answer with an error'
  return `${noun} ${purpose.held.method} (id ${JSON.stringify(purpose.held.id)})`
}

/** The part of a list around the place one stands on. */
function around<Item>(
  items: readonly Item[],
  cursor: number,
  room: number,
): readonly (readonly [Item, number])[] {
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), items.length - room))
  return items.slice(top, top + room).map((item, index) => [item, top + index])
}

const marked = (text: string, isHere: boolean): Line =>
  isHere ? [span('>', 'selected'), span(text, 'selected')] : lineOf(` ${text}`)

function drawPick(console: Console, page: Extract<Page, { is: 'pick' }>, { columns, rows }: Size): Body {
  const methods = offeredMethods(console, page.line.text)
  const { line, column } = inputLine(page.line, { columns, label: ' method: ', role: 'accent' })
  const cursor = Math.min(page.cursor, Math.max(0, methods.length - 1))
  const listed = around(methods, cursor, rows - 2).map(([{ name, kind, scope }, place]) =>
    marked(`${name.padEnd(32)} ${kind.padEnd(13)} ${scope}`, place === cursor),
  )
  const none = lineOf(' No schema knows it. Enter takes the name as it is.', 'muted')
  return {
    title: 'Call a method',
    lines: [line, EMPTY, ...(listed.length === 0 ? [none] : listed)],
    foot: 'type to filter  ↑ ↓  Enter choose  Esc back',
    cursor: { row: 0, column },
  }
}

function drawRaw(
  { purpose, line: typed, back, top }: Extract<Page, { is: 'raw' }>,
  { columns, rows }: Size,
): Body {
  const { line, column } = inputLine(typed, { columns, label: ' ', role: 'accent' })
  return {
    title: titleOf(purpose),
    lines: [line, EMPTY, ...scrolled(drawValue(readJson(typed.text)), top, rows - 2)],
    foot: `Enter sends  ↑ ↓ scroll  Esc ${back === undefined ? 'back' : 'back to the fields'}`,
    cursor: { row: 0, column },
  }
}

function drawQueue({ held }: Console, page: Extract<Page, { is: 'queue' }>, { rows }: Size): Body {
  const cursor = Math.min(page.cursor, Math.max(0, held.length - 1))
  const half = Math.max(1, Math.min(held.length, Math.floor(rows / 3)))
  const listed = around(held, cursor, half).map(([{ id, method }, place]) =>
    marked(boundedLine(`${method}  id ${JSON.stringify(id)}`, 200), place === cursor),
  )
  const here = held[cursor]
  const about = here === undefined ? [] : scrolled(drawHeld(here), page.top, rows - listed.length - 1)
  const choose = here !== undefined && optionsOf(here).length > 0 ? ['1-9 choose'] : []
  return {
    title: held.length === 1 ? '1 request of the agent waits' : `${held.length} requests of the agent wait`,
    lines: [...listed, EMPTY, ...about],
    foot: ['Enter answer by form', 'e answer with an error', ...choose, 'PgDn scroll', 'Esc back'].join('  '),
  }
}

function drawProfiles(console: Console, page: Extract<Page, { is: 'profiles' }>, { rows }: Size): Body {
  const lines = around(askedMethods(console), page.cursor, rows).map(([method, place]) => {
    const profile = method === '' ? console.profile : profileFor(console, method)
    const isOwn = method === '' || Object.hasOwn(console.profiles, method)
    const name = method === '' ? 'everything else' : method
    return marked(
      `${name.padEnd(32)} ${profile}${isOwn ? '' : ' (as everything else)'}`,
      place === page.cursor,
    )
  })
  return { title: 'How requests of the agent are answered', lines, foot: '↑ ↓  ← → change  Esc back' }
}

const KEYS = [
  'c  call a method: pick it, fill in its form, look at it, send it',
  'i  initialize, by hand: the version and the capabilities are fields of the form',
  'a  answer what the agent asks and is held',
  'E  change the message one stands on, and send it again',
  'x  cancel the request one stands on, or the last one that waits',
  'P  how requests are answered: hold, allow, deny, sandbox; for all and for each method',
  'm  send a line of text as it is, also one that is no message',
  '',
  'In a form: ↑ ↓ move  Enter fill in  ← → choose  + add  - take away  0 null',
  '           Tab the whole as JSON (↑ ↓ scroll)  r as text  s send  Esc back',
  '',
  'All keys of the timeline: ?',
]
