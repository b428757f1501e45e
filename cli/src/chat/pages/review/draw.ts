/** How the review looks: the list of files, or one of them with its lines. */

import { boundedLine } from '@parley/acp/guard'
import type { TurnChange } from '../../event.js'
import { type Model, talkOf } from '../../model/model.js'
import type { Talk } from '../../model/talk.js'
import { type Line, lineOf, type Span, span, spread, widthOfLine } from '../../screen/line.js'
import { type Paths, toNarrowPlace } from '../../screen/place.js'
import { drawList, type Item, NEW_LIST } from '../list.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import { commentsOf } from './comments.js'
import { drawFile } from './file-drawing.js'
import type { ReviewPage } from './page.js'
import { reviewed } from './rows.js'

const LIST_KEYS = ['Enter open', 's send review', 'u undo', '↑↓ choose', 'Esc back']
const FILE_KEYS = ['c comment', 'x delete', 's send review', 'n/p file', 'j/k line', 'u undo', 'Esc back']

export function drawReview(page: ReviewPage, model: Model): PageView {
  const talk = talkOf(model, page.talk)
  const change = page.changes?.[page.file]
  if (talk === undefined) return { lines: [] }
  return page.isOpen && change !== undefined
    ? drawOpen(page, change, { talk, model })
    : { lines: drawFiles(page, { talk, model }) }
}

interface Surroundings {
  readonly talk: Talk
  readonly model: Model
}

function drawFiles(page: ReviewPage, { talk, model }: Surroundings): readonly Line[] {
  const { size } = model
  const { changes } = page
  const items = (changes ?? []).map((change, index): Item & { change: TurnChange } => ({
    ...{ id: String(index), text: '', change },
  }))
  const body =
    items.length > 0
      ? drawList({ ...NEW_LIST, at: page.file }, items, {
          ...{ columns: size.columns, rows: bodyRows(size) - 1 },
          draw: ({ change }, columns) => drawChange(change, talk, columns),
        })
      : [lineOf(`  ${absenceOf(page)}`, 'muted')]
  const title = `Changes of the last turn (${items.length})`
  const foot = footOf(page)
  return framePage({ title, aside: asideOf(talk), body: [lineOf(''), ...body], keys: LIST_KEYS, foot }, model)
}

function absenceOf({ changes, undone }: ReviewPage): string {
  if (changes === undefined) return 'Comparing …'
  if (undone === undefined) return 'The last turn changed no file here.'
  const left = undone.kept === 0 ? '' : `; ${filesOf(undone.kept)} left as they are`
  return `Put back: ${filesOf(undone.restored)}${left}.`
}

/** What is to be said first stands in the place of the keys. */
function footOf({ isUndoAsked, changes = [] }: ReviewPage): Line | undefined {
  if (!isUndoAsked) return undefined
  return lineOf(
    `Press u again to undo the changes of the turn: ${filesOf(changes.length)}. Any other key leaves them.`,
    'warning',
  )
}

const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

function asideOf({ reviewComments = [] }: Talk): Line {
  const count = reviewComments.length
  return count === 0 ? [] : lineOf(count === 1 ? '1 comment' : `${count} comments`, 'accent')
}

function drawChange(change: TurnChange, talk: Talk, columns: number): Line {
  const facts = factsOf(change, talk)
  const room = columns - 9 - widthOfLine(facts) - 1
  const path = toNarrowPlace(change.path, inside(talk), Math.max(8, room))
  return spread([span(`${wordOf(change).padEnd(9)}`, 'muted'), span(path)], facts, columns)
}

const inside = ({ cwd }: Talk): Paths => ({ cwd, home: '' })

/** In words: a sign or a colour alone would not say it to everybody. */
function wordOf({ oldText, newText, note }: TurnChange): string {
  if (oldText === undefined && newText === undefined)
    return /^(new|deleted|changed):/.exec(note ?? '')?.[1] ?? '–'
  if (oldText === undefined) return 'new'
  return newText === undefined ? 'deleted' : 'changed'
}

function factsOf(change: TurnChange, talk: Talk): Line {
  const { added, removed, note } = reviewed(change)
  const comments = commentsOf(talk, change.path).length
  const said = note === undefined ? '' : boundedLine(note.replace(/^(new|deleted|changed): /, ''), 60)
  const pieces: readonly Span[] = [
    ...(comments > 0 ? [span(comments === 1 ? '1 comment' : `${comments} comments`, 'accent')] : []),
    ...(said === '' ? [] : [span(said, 'muted')]),
    ...(added > 0 ? [span(`+${added}`, 'good')] : []),
    ...(removed > 0 ? [span(`−${removed}`, 'bad')] : []),
  ]
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [span('  '), piece]))
}

function drawOpen(page: ReviewPage, change: TurnChange, { talk, model }: Surroundings): PageView {
  const { size } = model
  const { lines: body, cursor } = drawFile(page, change, {
    ...{ columns: size.columns, rows: bodyRows(size) - 1, comments: commentsOf(talk, change.path) },
  })
  const count = `${page.file + 1}/${page.changes?.length ?? 1} `
  const aside: Line = [...factsOf(change, talk)]
  const room = Math.max(8, size.columns - widthOfLine(aside) - count.length - wordOf(change).length - 5)
  const title = `${count}${toNarrowPlace(change.path, inside(talk), room)} ${wordOf(change)}`
  const keys = page.input === undefined ? FILE_KEYS : ['Enter keep the comment', 'Esc leave it']
  const lines = framePage({ title, aside, body: [lineOf(''), ...body], keys, foot: footOf(page) }, model)
  const row = (cursor?.row ?? 0) + 2
  return cursor === undefined || row >= size.rows ? { lines } : { lines, cursor: { ...cursor, row } }
}
