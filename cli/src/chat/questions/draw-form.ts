/** A form: its fields one below the other, the one that is filled in with its choices, and its two buttons, always. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import { cleanLine } from '../draw/clean-text.js'
import { inputLine } from '../draw/text-input.js'
import type { FormField, FormQuestion } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import { cutLine, type Line, type Span, span } from '../screen/line.js'
import { widthOf } from '../screen/width.js'
import { cleanLines, type Room } from './clean-line.js'
import { crampedLines, keyHints, type QuestionDrawing, type QuestionRoom, titleLines } from './draw-head.js'
import { faultOf, isTyped } from './form-question.js'

const MOST_MESSAGE_LINES = 6
/** What is asked in a few words is the title; what takes more stands below one. */
const MOST_TITLE = 300
const MOST_TITLE_LINES = 3

/** Lines of a form, and which of them must be seen. */
interface Drawn {
  readonly lines: readonly Line[]
  readonly focus: number
  readonly column?: number | undefined
}

export function drawForm(
  question: FormQuestion,
  talk: Talk,
  { columns, rows }: QuestionRoom,
): QuestionDrawing {
  const isHeld = talk.attention === 'question'
  const foot = [buttonLine(question, isHeld, columns), hintLine(question, talk, columns)].slice(0, rows)
  const left = rows - foot.length
  const head = headLines(question, talk, { columns, rows: Math.max(1, Math.floor(left / 2)) }).slice(0, left)
  const room = left - head.length
  if (room < 1) return crampedLines(headLines(question, talk, { columns, rows }), talk, { columns, rows })
  const { lines, focus, column } = drawFields(question, columns)
  const from = Math.max(0, Math.min(focus - Math.floor(room / 2), lines.length - room))
  const shown = lines.slice(from, from + room)
  const row = head.length + focus - from
  const isSeen = focus >= from && focus < from + room
  return {
    lines: [
      ...head,
      ...marked(shown, { columns, above: from, below: lines.length - from - shown.length }),
      ...foot,
    ],
    ...(isHeld && column !== undefined && isSeen && { cursor: { row, column } }),
  }
}

/** What is asked, where it is short enough for a title. */
function wholeTitle({ message }: FormQuestion, talk: Talk, columns: number): readonly Line[] | undefined {
  if (message.length > MOST_TITLE || message.trim().includes('\n')) return undefined
  const lines = titleLines(message, talk, { columns, most: MOST_TITLE_LINES + 1 })
  return lines.length <= MOST_TITLE_LINES ? lines : undefined
}

function headLines(question: FormQuestion, talk: Talk, { columns, rows }: QuestionRoom): readonly Line[] {
  const { message } = question
  const title = wholeTitle(question, talk, columns)
  if (title !== undefined && title.length <= rows) return title
  const room = { columns, most: Math.min(MOST_MESSAGE_LINES, rows - 1) }
  return [
    ...titleLines('The agent asks', talk, { columns, most: 1 }),
    ...(room.most > 0 ? cleanLines(message.replace(/^/gm, '  '), room) : []),
  ]
}

/** What is above and below is counted on the edges. */
function marked(
  lines: readonly Line[],
  { columns, above, below }: { readonly columns: number; readonly above: number; readonly below: number },
): readonly Line[] {
  const note = (line: Line, count: number, arrow: string): Line =>
    count <= 0 ? line : [...cutLine(line, columns - 6), span(` ${arrow}${count}`, 'muted')]
  return lines.map((line, index) => {
    if (index === 0 && above > 0) return note(line, above, '↑')
    return index === lines.length - 1 ? note(line, below, '↓') : line
  })
}

function drawFields(question: FormQuestion, columns: number): Drawn {
  const lines: Line[] = []
  let focus = 0
  let column: number | undefined
  question.fields.forEach((field, index) => {
    const isAt = index === question.at
    if (isAt) focus = lines.length
    const { line, column: at } = fieldLine(field, isAt, columns)
    if (isAt) column = at
    lines.push(line)
    const fault = faultOf(question.faults, field.name)
    if (fault !== undefined) lines.push(cutLine([span(`    ✗ ${boundedLine(fault, 200)}`, 'bad')], columns))
    if (!isAt) return
    if (field.description !== undefined)
      lines.push(...cleanLines(`    ${field.description}`, { columns, most: 3 }, 'muted'))
    if (field.example !== undefined)
      lines.push(cutLine([span(`    such as ${field.example}`, 'muted')], columns))
    if (field.choices.length > 0) focus = lines.length + question.choice
    lines.push(...choiceLines(field, question.choice, columns))
  })
  return question.at < question.fields.length ? { lines, focus, column } : { lines, focus: lines.length }
}

function fieldLine(
  field: FormField,
  isAt: boolean,
  columns: number,
): { readonly line: Line; readonly column?: number | undefined } {
  const star = field.isRequired ? '*' : ''
  const label = `${isAt ? '›' : ' '} ${boundedLine(field.title, 120)}${star}: `
  if (isTyped(field)) {
    const { line, column } = inputLine(field, { columns, label })
    return { line, column }
  }
  // What would be sent is seen, however long its name is.
  const value = valueSpan(field)
  const room = Math.max(Math.floor(columns / 2), columns - widthOf(value.text))
  return { line: cutLine([...cutLine([span(label)], room), value], columns) }
}

function valueSpan({ type, chosen, choices }: FormField): Span {
  if (type === 'other') return span('cannot be filled in here', 'muted')
  if (type === 'boolean') {
    if (chosen.length === 0) return span('[ ] y or n', 'muted')
    return span(chosen[0] === 'true' ? '[x] yes' : '[ ] no')
  }
  const titles = choices
    .filter(({ value }) => chosen.includes(value))
    .map(({ title }) => boundedLine(title, 100))
  return titles.length === 0 ? span('nothing chosen', 'muted') : span(titles.join(', '))
}

function choiceLines({ choices, chosen, type }: FormField, at: number, columns: number): readonly Line[] {
  const [on, off] = type === 'array' ? ['[x]', '[ ]'] : ['(•)', '( )']
  return choices.map(({ value, title }, index) => {
    const mark = chosen.includes(value) ? on : off
    const isAt = index === at
    const name = cleanLine(boundedLine(title, 200))
    return cutLine(
      [span(isAt ? '   › ' : '     ', 'accent'), span(`${mark} ${name}`, isAt ? 'selected' : undefined)],
      columns,
    )
  })
}

function buttonLine({ at, fields }: FormQuestion, isHeld: boolean, columns: number): Line {
  const button = (name: string, isAt: boolean): Span =>
    span(isAt && isHeld ? `›[ ${name} ]` : ` [ ${name} ]`, isAt && isHeld ? 'selected' : undefined)
  return cutLine(
    [span(' '), button('Send', at === fields.length), span(' '), button('Decline', at === fields.length + 1)],
    columns,
  )
}

function enterWord({ fields, at, choice }: FormQuestion): string {
  const field = fields[at]
  if (at > fields.length) return 'declines'
  if (field !== undefined && field.type !== 'array' && field.choices.length > 0)
    if (field.choices[choice]?.value !== field.chosen[0]) return 'takes it'
  const isOwn = !fields.some(({ isSuggested }) => isSuggested === true)
  return at === fields.length || (at === fields.length - 1 && isOwn) ? 'sends it' : 'next'
}

/** Everything that is asked, and everything that would be sent: nothing is cut. */
export function wholeForm({ message, fields }: FormQuestion, room: Room): readonly Line[] {
  const told = fields.flatMap(field => {
    const { title, description, isRequired, choices, chosen, text, example } = field
    const value = isTyped(field) ? text : valueSpan(field).text
    return [
      '',
      `${sanitizeLine(title)}${isRequired ? '*' : ''}`,
      ...(description === undefined ? [] : [`  ${description}`]),
      ...(example === undefined ? [] : [`  such as ${example}`]),
      ...choices.map(
        choice => `  ${chosen.includes(choice.value) ? '(•)' : '( )'} ${sanitizeLine(choice.title)}`,
      ),
      `  is now: ${value === '' ? 'nothing' : value}`,
    ]
  })
  return [message, ...told].flatMap(text => cleanLines(text, room))
}

function hintLine(question: FormQuestion, talk: Talk, columns: number): Line {
  const { fields, at } = question
  if (talk.attention !== 'question') return keyHints([['Tab', 'answer']], columns)
  const field = fields[at]
  const isChoice = field !== undefined && !isTyped(field) && field.type !== 'other'
  return keyHints(
    [
      ['Enter', enterWord(question)],
      ['Tab', 'moves'],
      ['Esc', 'dismiss'],
      ...(isChoice ? [['Space', 'chooses'] as const] : []),
      ...(field?.isSuggested === true && isTyped(field)
        ? [['typing', 'replaces what is suggested'] as const]
        : []),
      ['PgDn', 'shows all of it'],
    ],
    columns,
  )
}
