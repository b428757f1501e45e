/** Which key stands for which answer. */

import type { AnswerOption } from '../model/question.js'

const LETTERS: Readonly<Record<string, string>> = {
  a: 'allow_once',
  A: 'allow_always',
  r: 'reject_once',
  R: 'reject_always',
}

/** The letter of an option, for the first of its kind. */
export function letterOf(option: AnswerOption, options: readonly AnswerOption[]): string | undefined {
  if (options.find(({ kind }) => kind === option.kind) !== option) return undefined
  return Object.entries(LETTERS).find(([, kind]) => kind === option.kind)?.[0]
}

/** The option that a letter or a number stands for. */
export function optionOf(text: string, options: readonly AnswerOption[]): AnswerOption | undefined {
  if (/^[1-9]$/.test(text)) return options[Number(text) - 1]
  const kind = Object.hasOwn(LETTERS, text) ? LETTERS[text] : undefined
  return options.find(option => option.kind === kind)
}
