/** A form as lines: a field each, with what stands there, what may, and what is wrong; or all of it as JSON. */

import { boundedLine } from '@parley/acp/guard'
import { type Field, fieldsOf, toParams } from '@parley/acp/inspect'
import type { Flaw } from '@parley/acp/schema'
import { inputLine } from '../../chat/draw/text-input.js'
import type { Size } from '../../chat/screen/frame.js'
import { EMPTY, type Line, lineOf, type Span, span } from '../../chat/screen/line.js'
import { fitWords, scrolled } from '../timeline/scroll.js'
import { drawValue } from './draw-value.js'
import { textOf } from './form-update.js'
import type { FormPage } from './model.js'

/** The most needed first. */
const HINTS = [
  's send',
  'Esc back',
  'Enter fill in',
  '← → choose',
  '+ - add, take away',
  'Tab JSON',
  'r text',
]
const LABEL_COLUMNS = 26

interface Drawn {
  readonly lines: readonly Line[]
  readonly foot: string
  readonly cursor?: { readonly row: number; readonly column: number } | undefined
}

export function drawForm(page: FormPage, { columns, rows }: Size): Drawn {
  const { params, faults } = toParams(page.form)
  if (page.isPreview)
    return {
      lines: scrolled(drawValue(params), page.top, rows),
      foot: 'Tab fields  ↑ ↓ scroll  s send  Esc back',
    }
  const fields = fieldsOf(page.form)
  const complaints = page.isWarned ? faults.slice(0, 5).map(drawFault) : []
  const room = Math.max(1, rows - complaints.length - 3)
  const top = Math.max(0, Math.min(page.cursor - Math.floor(room / 2), fields.length - room))
  const lines = fields.slice(top, top + room).map((field, index) => {
    const isWrong = faults.some(({ path }) => path === field.path)
    return drawField(page, field, { isHere: top + index === page.cursor, isWrong })
  })
  const here = fields[page.cursor]
  const help = lineOf(here === undefined ? ' There is nothing to fill in.' : ` ${helpOf(here)}`, 'muted')
  const { edit } = page
  if (edit === undefined)
    return { lines: [...lines, EMPTY, help, ...complaints], foot: fitWords(HINTS, columns - 1) }
  const label = edit.isKey ? ' new key: ' : ` ${boundedLine(here?.label ?? '', 40)}: `
  const { line, column } = inputLine(edit.line, { columns, label, role: 'accent' })
  return {
    lines: [...lines, EMPTY, line, help, ...complaints],
    foot: 'Enter takes it  Esc does not',
    cursor: { row: lines.length + 1, column },
  }
}

function drawField(
  { form }: FormPage,
  field: Field,
  { isHere, isWrong }: { readonly isHere: boolean; readonly isWrong: boolean },
): Line {
  const indent = '  '.repeat(Math.min(field.depth, 8))
  const name = `${boundedLine(field.label, 60)}${field.required ? '*' : ''}`
  const label = `${indent}${name}`.padEnd(LABEL_COLUMNS)
  const draft = Object.hasOwn(form.drafts, field.id) ? form.drafts[field.id] : undefined
  const shown = draft === undefined ? shownValue(field) : boundedLine(draft, 200)
  const rest: readonly Span[] = [span(`${shown} `, isHere ? 'selected' : undefined), ...mark(field, isWrong)]
  return [
    span(isHere ? '>' : ' ', 'selected'),
    span(label, field.value === undefined ? 'muted' : 'name'),
    ...rest,
  ]
}

const mark = ({ kind }: Field, isWrong: boolean): readonly Span[] => [
  ...(kind === 'union' || kind === 'choice' ? [span('↔ ', 'muted')] : []),
  ...(isWrong ? [span('✗', 'bad')] : []),
]

function shownValue(field: Field): string {
  const { kind, value } = field
  if (value === undefined) return '·'
  if (value === null) return 'null'
  if (kind === 'group') return '{ }'
  if (kind === 'list') return `[ ${Array.isArray(value) ? value.length : '?'} ]`
  if (kind === 'map') return `{ ${Object.keys(value).length} }`
  return boundedLine(textOf(field), 300)
}

function helpOf({ help, choices, isOpen, fallback, nullable, required }: Field): string {
  const words = [
    required ? 'required' : 'optional',
    help,
    ...(choices.length === 0 ? [] : [`one of ${choices.join(', ')}${isOpen ? ', or another' : ''}`]),
    ...(nullable ? ['0 makes it null'] : []),
    ...(fallback === undefined ? [] : [`${JSON.stringify(fallback)} unless given`]),
  ]
  return boundedLine(words.join(' · '), 400)
}

const drawFault = ({ path, expected, found }: Flaw): Line => [
  span(' ✗ ', 'bad'),
  span(boundedLine(`${path || '/'}: expected ${expected}, found ${found}`, 300)),
]
