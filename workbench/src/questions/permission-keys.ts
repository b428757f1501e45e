/** Which key answers a question of leave, and when it is too early for any. A table as functions: no state, no browser. */

import type { Choice, PermissionQuestion } from '../state/question.js'
import { isDestructive } from './destructive.js'
import { GUARD } from './early.js'

export interface QuestionStroke {
  readonly key: string
  /** The place of the key on the keyboard: with Alt, keys write other letters. */
  readonly code: string
  readonly isShift: boolean
  readonly isAlt: boolean
  readonly isControl: boolean
  /** It is held down: whoever holds a key down answers only once. */
  readonly isRepeated: boolean
}

export interface Attention {
  /** The question has the focus, and no field in it. */
  readonly isFocused: boolean
  /** Milliseconds since it can be seen. */
  readonly age: number
}

export type QuestionAction =
  | { readonly do: 'choose'; readonly optionId: string }
  | { readonly do: 'dismiss' }
  /** The no is given with a reason, which is written first. */
  | { readonly do: 'explain' }
  | { readonly do: 'turn'; readonly by: 1 | -1 }
  /** The key is its own, but nothing happens: it came too early, or answers nothing. */
  | { readonly do: 'nothing' }

const NOTHING: QuestionAction = { do: 'nothing' }

export function permissionAction(
  stroke: QuestionStroke,
  question: PermissionQuestion,
  { isFocused, age }: Attention,
): QuestionAction | undefined {
  const { isControl, isAlt, isRepeated } = stroke
  if (isControl) return undefined
  const action = isAlt ? farAction(stroke, question) : isFocused ? nearAction(stroke, question) : undefined
  if (action === undefined) return undefined
  // Who was typing would otherwise go on in the field of the reason, and send it.
  const isAnswer = action.do !== 'turn'
  return isAnswer && (age < GUARD || isRepeated) ? NOTHING : action
}

/** Keys that work wherever the focus is, with Shift and Alt: the first answer that there is of these kinds. */
const FAR_KEYS: Readonly<Record<string, readonly string[]>> = {
  A: ['allow_once'],
  Q: ['allow_always'],
  X: ['reject_once', 'reject_always'],
}

/** Those that answer something here, each with its answer. */
export function farKeys(choices: readonly Choice[]): readonly (readonly [chord: string, choice: Choice])[] {
  return Object.keys(FAR_KEYS).flatMap(letter => {
    const choice = farChoice(choices, letter)
    return choice === undefined ? [] : [[`Shift+Alt+${letter}`, choice] as const]
  })
}

function farChoice(choices: readonly Choice[], letter: string): Choice | undefined {
  return FAR_KEYS[letter]?.flatMap(kind => firstOf(choices, kind) ?? []).at(0)
}

function farAction(
  { code, isShift }: QuestionStroke,
  { choices }: PermissionQuestion,
): QuestionAction | undefined {
  const letter = /^Key([AQX])$/.exec(code)?.[1]
  return isShift && letter !== undefined ? choose(farChoice(choices, letter)) : undefined
}

const LETTERS: Readonly<Record<string, string>> = {
  a: 'allow_once',
  A: 'allow_always',
  r: 'reject_once',
  R: 'reject_always',
}

/** Opens the place for a reason. */
export const REASON_KEY = 'w'

/** The no that may have a reason: one that lasts is no answer to it. */
export function plainNo(choices: readonly Choice[]): Choice | undefined {
  return firstOf(choices, 'reject_once')
}

function nearAction({ key }: QuestionStroke, question: PermissionQuestion): QuestionAction | undefined {
  const { choices } = question
  const kind = Object.hasOwn(LETTERS, key) ? LETTERS[key] : undefined
  if (kind !== undefined) return choose(firstOf(choices, kind))
  if (/^[1-9]$/.test(key)) return choose(choices[Number(key) - 1])
  switch (key) {
    case 'Escape':
      return { do: 'dismiss' }
    case 'Enter':
      return isDestructive(question) ? NOTHING : choose(firstOf(choices, 'allow_once'))
    case REASON_KEY:
      return plainNo(choices) === undefined ? NOTHING : { do: 'explain' }
    case 'n':
      return { do: 'turn', by: 1 }
    case 'p':
      return { do: 'turn', by: -1 }
    default:
      return undefined
  }
}

function choose(choice: Choice | undefined): QuestionAction {
  return choice === undefined ? NOTHING : { do: 'choose', optionId: choice.optionId }
}

function firstOf(choices: readonly Choice[], kind: string): Choice | undefined {
  return choices.find(choice => choice.kind === kind)
}

/** The key that is shown on an answer: the letter of its kind for the first of them, else its number. */
export function keyOf(choices: readonly Choice[], choice: Choice): string | undefined {
  const letter = Object.keys(LETTERS).find(key => LETTERS[key] === choice.kind)
  if (letter !== undefined && firstOf(choices, choice.kind) === choice) return letter
  const place = choices.indexOf(choice) + 1
  return place <= 9 ? String(place) : undefined
}
