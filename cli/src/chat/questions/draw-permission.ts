/** A request for leave: what, every fact, every file, the answers. Where room is short the facts are cut first, and that is said. */

import { indent } from '../draw/clean-text.js'
import { inputLine } from '../draw/text-input.js'
import type { PermissionQuestion } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import type { Cursor } from '../screen/frame.js'
import { cutLine, type Line, span } from '../screen/line.js'
import { CONFIRM_HINTS, keyHints, type QuestionDrawing, type QuestionRoom, titleLines } from './draw-head.js'
import { factLines } from './fact-lines.js'
import { diffOf, fileLine } from './file-lines.js'
import { optionLines } from './option-lines.js'

const LEAST_DIFF = 3
// Below the name of its file.
const INDENT = '    '

export function drawPermission(
  question: PermissionQuestion,
  talk: Talk,
  { columns, rows }: QuestionRoom,
): QuestionDrawing {
  const { lines: answers, cursor } = drawAnswers(question, talk, { columns, rows })
  const left = Math.max(0, rows - answers.length)
  const head = titleLines(question.title, talk, { columns, most: Math.max(1, Math.min(4, left - 2)) }).slice(
    0,
    left,
  )
  const body = bodyLines(question, talk, { columns, rows: left - head.length })
  const lines = [...head, ...body, ...answers].slice(-Math.max(0, rows))
  const row = lines.length - answers.length
  return { lines, ...(cursor && { cursor: { row: row + cursor.row, column: cursor.column } }) }
}

function drawAnswers(
  question: PermissionQuestion,
  talk: Talk,
  { columns, rows }: QuestionRoom,
): { readonly lines: readonly Line[]; readonly cursor?: Cursor | undefined } {
  const isHeld = talk.attention === 'question'
  if (question.isRefusing === true && isHeld) {
    const label = '  ⊘ refuse, and say why: '
    const { line, column } = inputLine(question.refusal ?? { text: '', cursor: 0 }, { columns, label })
    const hint = keyHints(
      [
        ['Enter', 'refuses and sends it'],
        ['Esc', 'back'],
      ],
      columns,
    )
    return { lines: [line, hint], cursor: { row: 0, column } }
  }
  const options = optionLines(question, { columns, rows: Math.max(1, Math.floor(rows * 0.6), rows - 8) })
  return {
    lines: [
      ...options.slice(0, Math.max(1, rows)),
      ...hintLines(question, isHeld, { columns, rows: rows - options.length }),
    ],
  }
}

function hintLines(
  { isDestructive, changes, confirming }: PermissionQuestion,
  isHeld: boolean,
  { columns, rows }: QuestionRoom,
): readonly Line[] {
  if (rows < 1) return []
  if (!isHeld) return [keyHints([['Tab', 'answer']], columns)]
  if (confirming !== undefined) return [keyHints(CONFIRM_HINTS, columns)]
  const shows = changes.length > 0 ? 'the change' : 'all of it'
  const line = keyHints(
    [
      ['Esc', 'dismiss'],
      ['d', shows],
      ['t', 'refuse and say why'],
      isDestructive ? ['Enter', 'answers nothing'] : ['↑↓ Enter', 'choose'],
    ],
    columns,
  )
  return [line]
}

function bodyLines(
  question: PermissionQuestion,
  talk: Talk,
  { columns, rows }: QuestionRoom,
): readonly Line[] {
  if (rows <= 0) return []
  const facts = factLines(question, { columns, rows: rows + 1, agent: talk.agent })
  const files = question.changes.slice(0, rows + 1).map(change => fileLine(change, question.cwd, columns))
  const all = [...facts, ...files]
  const count = facts.length + question.changes.length
  if (count <= rows) return [...all, ...diffLines(question, { columns, rows: rows - count })]
  const shown = all.slice(0, rows - 1)
  const hidden = question.changes.length - Math.max(0, shown.length - facts.length)
  const what =
    facts.length >= rows || hidden === 0
      ? 'more of this'
      : `${hidden} more ${hidden === 1 ? 'file' : 'files'}`
  return [...shown, cutLine([span(`  … ${what}, d shows all`, 'warning')], columns)]
}

function diffLines(
  { changes: [first] }: PermissionQuestion,
  { columns, rows }: QuestionRoom,
): readonly Line[] {
  if (first === undefined || rows < LEAST_DIFF) return []
  const { lines } = diffOf(first, { columns: Math.max(1, columns - INDENT.length), most: rows - 1 })
  return indent(lines, INDENT).slice(0, rows)
}
