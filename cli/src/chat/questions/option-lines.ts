/** The answers and their keys, as large as there is room for: one to a line with their rules, one to a line, or all in a row. */

import { boundedLine } from '@parley/acp/guard'
import type { AnswerOption, PermissionQuestion } from '../model/question.js'
import { cutLine, type Line, type Span, span, widthOfLine } from '../screen/line.js'
import { cleanLines } from './clean-line.js'
import { letterOf, placeKey } from './option-keys.js'

const LONGEST_NAME = 300
const GAP = '   '

/** Always every option with its key, in at most so many rows unless there are fewer than it takes at the least. */
export function optionLines(
  question: PermissionQuestion,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  const { options } = question
  const asked = askedIn(question)
  const ruled = [false, true].map(isShort => withRules(question, { columns, isShort }))
  const fitting = ruled.find(lines => lines.length <= rows)
  if (fitting !== undefined) return fitting
  const plain = options.map((_, index) => oneLine(question, index, columns))
  const sure = asked === undefined ? [] : ruleLines(asked, true, columns)
  const both = [...plain, ...sure.slice(0, Math.max(1, rows - plain.length))]
  if (both.length <= rows) return both
  return [
    ...packed(question, { columns, rows: Math.max(1, rows - Math.min(1, sure.length)) }),
    ...sure.slice(0, 1),
  ]
}

/** The answer that was pressed once, and lasts. */
const askedIn = ({ options, confirming }: PermissionQuestion): AnswerOption | undefined =>
  options.find(({ id }) => id === confirming?.optionId)

/** Each with what it would be remembered as, or with the beginning of that. */
function withRules(
  question: PermissionQuestion,
  { columns, isShort }: { readonly columns: number; readonly isShort: boolean },
): readonly Line[] {
  const asked = askedIn(question)
  return question.options.flatMap((option, index) => {
    const isTold = asked === undefined || option === asked
    const rule = isTold ? ruleLines(option, option === asked, columns) : []
    const isCut = isShort && option !== asked && rule.length > 1
    return [oneLine(question, index, columns), ...(isCut ? [shortRule(option, columns)] : rule)]
  })
}

const shortRule = ({ rule = '' }: AnswerOption, columns: number): Line =>
  cutLine([span(`       rule: ${boundedLine(rule, columns)}`, 'muted')], columns)

function oneLine(question: PermissionQuestion, index: number, columns: number): Line {
  const option = question.options[index]
  if (option === undefined) return []
  const isSelected = question.selected === index
  return cutLine(
    [
      span(isSelected ? '› ' : '  ', 'accent'),
      ...keySpans(option, index, question.options),
      span('  '),
      span(boundedLine(option.name, LONGEST_NAME), isSelected ? 'selected' : undefined),
    ],
    columns,
  )
}

function keySpans(option: AnswerOption, index: number, options: readonly AnswerOption[]): readonly Span[] {
  const letter = letterOf(option, options) ?? ' '
  return [span(letter, { role: 'accent', isBold: true }), span(` ${placeKey(index) ?? ' '}`, 'muted')]
}

/** What would be remembered; asked about, it is shown whole as far as there is room for anything. */
function ruleLines({ rule }: AnswerOption, isAsked: boolean, columns: number): readonly Line[] {
  if (rule === undefined) return []
  const text = `       ${isAsked ? 'Sure? It writes this rule' : 'rule'}: ${rule}`
  const sure = isAsked ? 'warning' : 'muted'
  return cleanLines(text, { columns, most: isAsked ? 20 : 4 }, sure)
}

/** One behind the other; names get the room that is left. */
function packed(
  { options, selected }: PermissionQuestion,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  for (let longest = 60; longest > 0; longest = Math.floor(longest * 0.8)) {
    const items = options.map((option, index) => toItem(option, { options, index, longest, selected }))
    const lines = flow(items, columns)
    if (lines.length <= rows) return lines
  }
  return flow(
    options.map((option, index) => toItem(option, { options, index, longest: 1, selected })),
    columns,
  )
}

interface Item {
  readonly options: readonly AnswerOption[]
  readonly index: number
  readonly longest: number
  readonly selected: number | undefined
}

function toItem(option: AnswerOption, { options, index, longest, selected }: Item): Line {
  const letter = letterOf(option, options)
  const key = letter ?? placeKey(index) ?? '↓'
  const name = cutLine([span(boundedLine(option.name, LONGEST_NAME))], longest)
  return [
    span(selected === index ? '›' : '', 'accent'),
    span(`${key} `, { role: 'accent', isBold: true }),
    ...name,
  ]
}

function flow(items: readonly Line[], columns: number): readonly Line[] {
  const lines: Line[] = []
  let current: Line = []
  for (const item of items) {
    const next: Line = current.length === 0 ? item : [...current, span(GAP), ...item]
    if (current.length > 0 && widthOfLine(next) > columns) {
      lines.push(current)
      current = item
    } else current = next
  }
  return [...lines, current].map(line => cutLine(line, columns))
}
