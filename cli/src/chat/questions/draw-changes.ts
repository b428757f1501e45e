/** The page of everything that is asked about: the facts, each file, and below them how to answer. */

import { activeTalk, type Model } from '../model/model.js'
import type { PermissionQuestion, Question } from '../model/question.js'
import { fullAgentName } from '../model/talk-name.js'
import type { PageView } from '../pages/page-view.js'
import type { Size } from '../screen/frame.js'
import { cutLine, EMPTY, type Line, span } from '../screen/line.js'
import { addressLines } from './address-lines.js'
import type { ChangesPage } from './changes-page.js'
import { cleanLines } from './clean-line.js'
import { wholeForm } from './draw-form.js'
import { ADDRESS_HINTS, CONFIRM_HINTS, keyHints, titleLines } from './draw-head.js'
import { factLines, wordLines } from './fact-lines.js'
import { diffOf, wholeFileLines } from './file-lines.js'
import { optionLines } from './option-lines.js'

/** Facts are bounded where they come in: more than this is not there. */
const MOST_FACT_LINES = 400_000
/** The title, and where one is. */
const HEAD_ROWS = 2

export function drawChanges(page: ChangesPage, model: Model): PageView {
  const talk = activeTalk(model)
  const question = talk.questions.find(({ id }) => id === page.questionId)
  if (question === undefined) return { lines: [] }
  const { columns, rows } = model.size
  const room = changesRoom(question, model.size)
  const body = changesBody(page, question, columns)
  const top = Math.max(0, Math.min(page.top, body.length - room))
  const shown = body.slice(top, top + room)
  const title = question.is === 'permission' ? question.title : question.message
  const lines = [
    ...titleLines(title, talk, { columns, most: 1 }),
    cutLine(
      [
        span(`  ${placeOf(page, question)}${scrollOf(top, room, body.length)} · `, 'muted'),
        span(fullAgentName(talk.agent), 'muted'),
      ],
      columns,
    ),
    ...shown,
    ...Array.from({ length: Math.max(0, room - shown.length) }, () => EMPTY),
    ...footLines(question, model.size),
  ]
  const asked = { questionId: question.id, isCramped: rows <= HEAD_ROWS }
  return { lines: lines.slice(0, rows), asked }
}

function placeOf({ file }: ChangesPage, question: Question): string {
  const files = question.is === 'permission' ? question.changes.length : 0
  if (file === 0)
    return files === 0 ? 'everything' : `everything, then ${files === 1 ? '1 file' : `${files} files`}`
  return `file ${file} of ${files}`
}

function scrollOf(top: number, room: number, count: number): string {
  return count <= room ? '' : ` · lines ${top + 1}–${Math.min(count, top + room)} of ${count}`
}

/** How many lines of the body are seen at once. */
export function changesRoom(question: Question, size: Size): number {
  return Math.max(1, size.rows - HEAD_ROWS - footLines(question, size).length)
}

function footLines(question: Question, { columns, rows }: Size): readonly Line[] {
  const close = ['Esc', 'back'] as const
  if (question.is === 'form') return [keyHints([close, ['↑↓', 'scroll']], columns)]
  if (question.is === 'address') return [keyHints([...ADDRESS_HINTS.slice(0, 3), close], columns)]
  const options = optionLines(question, { columns, rows: Math.max(1, Math.floor(rows / 3)) })
  if (question.confirming !== undefined) return [...options, keyHints(CONFIRM_HINTS.slice(0, 1), columns)]
  const turning = question.changes.length > 0 ? [['j k', 'files'] as const] : []
  return [...options, keyHints([close, ...turning, ['↑↓', 'scroll'], ['t', 'refuse and say why']], columns)]
}

interface Body {
  readonly columns: number
  readonly changes: PermissionQuestion['changes']
  readonly lines: readonly Line[]
}

const bodies = new WeakMap<object, Body>()

/** All lines of what one looks at. */
export function changesBody({ file }: ChangesPage, question: Question, columns: number): readonly Line[] {
  if (question.is === 'address') return addressLines(question, { columns, most: MOST_FACT_LINES })
  if (question.is === 'form') return wholeForm(question, { columns, most: MOST_FACT_LINES })
  const change = question.changes[file - 1]
  if (change !== undefined)
    return [
      ...wholeFileLines(change, question.cwd, columns),
      ...diffOf(change, { columns, most: Number.POSITIVE_INFINITY }).lines,
    ]
  // The facts of a question never change, whatever becomes of it; the change that an agent shows may.
  const { changes } = question
  const known = bodies.get(question.lines)
  if (known?.columns === columns && known.changes === changes) return known.lines
  const lines = everything(question, columns)
  bodies.set(question.lines, { columns, changes, lines })
  return lines
}

function everything(question: PermissionQuestion, columns: number): readonly Line[] {
  const { options, changes, cwd, title } = question
  return [
    ...cleanLines(title, { columns, most: MOST_FACT_LINES }, 'strong'),
    ...factLines(question, { columns, rows: MOST_FACT_LINES }),
    ...changes.flatMap(change => wholeFileLines(change, cwd, columns)),
    ...wordLines(question, { columns, rows: MOST_FACT_LINES }),
    ...options.flatMap(({ name, rule }) =>
      rule === undefined ? [] : cleanLines(`  ${name}: ${rule}`, { columns, most: MOST_FACT_LINES }, 'muted'),
    ),
  ]
}
