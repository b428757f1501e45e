/** A request for leave: what, every fact, every file, the change, what is said about it, the answers. Without the facts it is no question. */

import { indent } from '../draw/clean-text.js'
import { inputLine } from '../draw/text-input.js'
import type { PermissionQuestion } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import type { Cursor } from '../screen/frame.js'
import { cutLine, type Line, span } from '../screen/line.js'
import {
  CONFIRM_HINTS,
  crampedLines,
  ENOUGH_FACTS,
  keyHints,
  type QuestionDrawing,
  type QuestionRoom,
  titleLines,
} from './draw-head.js'
import { factLines, wordLines } from './fact-lines.js'
import { diffOf, fileLine } from './file-lines.js'
import { optionLines } from './option-lines.js'

const LEAST_DIFF = 3
/** Of what is said about it, whose words it is and why it is asked. */
const SOME_WORDS = 3
/** A title is at most a few hundred characters: it is cut nowhere else. */
const MOST_TITLE_LINES = 100
/** More has no room in any window. */
const MOST_FACT_ROWS = 400
// Below the name of its file.
const INDENT = '    '

export function drawPermission(
  question: PermissionQuestion,
  talk: Talk,
  { columns, rows }: QuestionRoom,
): QuestionDrawing {
  const head = titleLines(question.title, talk, { columns, most: MOST_TITLE_LINES })
  const facts = factRows(question, columns)
  const least = head.length + Math.min(ENOUGH_FACTS, facts.count)
  const wished = least + (question.changes.length > 0 ? LEAST_DIFF : 0)
  const { lines: answers, cursor } = drawAnswers(question, talk, { columns, rows, least, wished })
  const left = rows - answers.length
  const isRefusing = cursor !== undefined
  if (left < least && !isRefusing) return crampedLines([...head, ...facts.lines], talk, { columns, rows })
  const body = bodyLines(question, { talk, facts }, { columns, rows: left - head.length })
  const lines = [...head, ...body].slice(0, Math.max(0, left)).concat(answers)
  const row = lines.length - answers.length
  const isShort = left < wished || answers.length < question.options.length
  return { lines, isShort, ...(cursor && { cursor: { row: row + cursor.row, column: cursor.column } }) }
}

/** What is so, and every file: how many rows, and the first of them. */
interface Facts {
  readonly lines: readonly Line[]
  readonly files: number
  readonly count: number
}

function factRows(question: PermissionQuestion, columns: number): Facts {
  const { changes, cwd } = question
  const facts = factLines(question, { columns, rows: MOST_FACT_ROWS })
  const files = changes.slice(0, MOST_FACT_ROWS).map(change => fileLine(change, cwd, columns))
  return { lines: [...facts, ...files], files: changes.length, count: facts.length + changes.length }
}

interface AnswerRoom extends QuestionRoom {
  /** So many rows are for what is asked, and so many would be better. */
  readonly least: number
  readonly wished: number
}

function drawAnswers(
  question: PermissionQuestion,
  talk: Talk,
  { columns, rows, least, wished }: AnswerRoom,
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
  // One to a line where that leaves room for the change; in a row rather than without it.
  const rooms = [wished + SOME_WORDS, wished].map(taken => rows - taken - 1)
  const ample = rooms.find(room => room >= question.options.length)
  const taken = rows > wished ? wished : least
  const options = optionLines(question, { columns, rows: ample ?? Math.max(1, rows - taken - 1) })
  const room = rows - options.length - taken
  return { lines: [...options, ...hintLines(question, isHeld, { columns, rows: room })] }
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

interface Body {
  readonly talk: Talk
  readonly facts: Facts
}

/** First what is so, then what changes, then what is said about it: what has no room goes from behind. */
function bodyLines(
  question: PermissionQuestion,
  { talk, facts }: Body,
  { columns, rows }: QuestionRoom,
): readonly Line[] {
  if (rows <= 0) return []
  const { lines, files, count } = facts
  if (count > rows) {
    const shown = lines.slice(0, rows - 1)
    const hidden = files - Math.max(0, shown.length - (count - files))
    const what =
      hidden === 0 || count - files >= rows
        ? 'more of this'
        : `${hidden} more ${hidden === 1 ? 'file' : 'files'}`
    return [...shown, cutLine([span(`  … ${what}, d shows all`, 'warning')], columns)]
  }
  const words = wordLines(question, { columns, rows: rows - count + 1, agent: talk.agent })
  const least = files > 0 ? Math.min(LEAST_DIFF, rows - count) : 0
  const kept = words.slice(0, Math.max(0, rows - count - least))
  return [...lines, ...diffLines(question, { columns, rows: rows - count - kept.length }), ...kept]
}

function diffLines(
  { changes: [first] }: PermissionQuestion,
  { columns, rows }: QuestionRoom,
): readonly Line[] {
  if (first === undefined || rows < LEAST_DIFF) return []
  const { lines } = diffOf(first, { columns: Math.max(1, columns - INDENT.length), most: rows - 1 })
  return indent(lines, INDENT).slice(0, rows)
}
