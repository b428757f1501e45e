/** A question as lines to be read out, and a line that was typed as its answer. Only exact words answer anything. */

import { boundedLine, sanitizeForDisplay, sanitizeLine } from '@parley/acp/guard'
import { viewDiff } from '../../render/diff-view.js'
import { palette } from '../../render/palette.js'
import type { AddressQuestion, Answer, PermissionQuestion } from '../model/question.js'

export const DISMISS = '/dismiss'

export function permissionLines(question: PermissionQuestion): readonly string[] {
  const { title, lines, changes, options, reason, description, isDestructive, isCreation } = question
  return [
    `question: may the agent do this? ${boundedLine(title, 300)}`,
    ...lines.map(line => `  ${sanitizeLine(line.trim())}`),
    ...changes.flatMap(change => {
      const { lines: rows, added, removed } = viewDiff(change, palette(false))
      return [
        `  change of ${sanitizeLine(change.path)}, ${toCount(added)} added, ${removed} removed:`,
        ...rows.map(row => `    ${row}`),
      ]
    }),
    ...(description === undefined ? [] : [`  ${boundedLine(description, 500)}`]),
    ...(reason === undefined ? [] : [`  ${boundedLine(reason, 300)}`]),
    ...(isDestructive && isCreation !== true ? ['  It may destroy something.'] : []),
    ...options.map(({ name, rule }, index) => {
      const about = rule === undefined ? '' : ` (${boundedLine(rule, 300)})`
      return `  ${index + 1}  ${boundedLine(name, 200)}${about}`
    }),
    `  Type a number or the words behind it, or ${DISMISS}.`,
  ]
}

/** Nothing where the line answers nothing. */
export function toPermissionAnswer({ options }: PermissionQuestion, line: string): Answer | undefined {
  const word = line.trim()
  if (word === DISMISS) return { is: 'dismissed' }
  const named = options.filter(({ name }) => sanitizeLine(name).trim().toLowerCase() === word.toLowerCase())
  const numbered = /^[1-9]\d*$/.test(word) ? options[Number(word) - 1] : undefined
  // Two answers that are called the same can only be told apart by their numbers.
  const chosen = numbered ?? (named.length === 1 ? named[0] : undefined)
  return chosen === undefined ? undefined : { is: 'option', optionId: chosen.id }
}

export function addressLines({ message, url, host }: AddressQuestion): readonly string[] {
  return [
    `question: ${boundedLine(message, 2_000)}`,
    `  ${sanitizeForDisplay(url).replaceAll('\n', ' ')}`,
    `  It leads to ${boundedLine(host, 300)}.`,
    `  Type open to have it opened, yes when you have been there, no, or ${DISMISS}.`,
  ]
}

/** `open` is for whoever opens it, and then as good as a visit. */
export function toAddressAnswer(line: string): Answer | undefined {
  switch (line.trim().toLowerCase()) {
    case 'open':
    case 'yes':
      return { is: 'visited' }
    case 'no':
      return { is: 'declined' }
    case DISMISS:
      return { is: 'dismissed' }
    default:
      return undefined
  }
}

const toCount = (lines: number): string => `${lines} ${lines === 1 ? 'line' : 'lines'}`
