/** Which key stands for which answer. */

import type { AnswerOption } from '../model/question.js'

const LETTERS: Readonly<Record<string, string>> = {
  a: 'allow_once',
  A: 'allow_always',
  r: 'reject_once',
  R: 'reject_always',
}

/** By place: the digits, and then letters that mean nothing else to a question or on its page. */
const PLACES = '1234567890bcefgh'

/** The key of the option that stands there. */
export const placeKey = (index: number): string | undefined => PLACES[index]

/** The letter of an option, for the first of its kind. */
export function letterOf(option: AnswerOption, options: readonly AnswerOption[]): string | undefined {
  if (options.find(({ kind }) => kind === option.kind) !== option) return undefined
  return Object.entries(LETTERS).find(([, kind]) => kind === option.kind)?.[0]
}

/** The option that a letter or a number stands for. */
export function optionOf(text: string, options: readonly AnswerOption[]): AnswerOption | undefined {
  const place = text.length === 1 ? PLACES.indexOf(text) : -1
  if (place >= 0) return options[place]
  const kind = Object.hasOwn(LETTERS, text) ? LETTERS[text] : undefined
  return options.find(option => option.kind === kind)
}
