/** Words that change a list whose items have numbers: `add text`, `done 2`. The same for plans and to-dos. */

import { boundedLine } from '@parley/acp/guard'
import { InputError } from './input-error.js'

/** What is to be done with the list; nothing typed means that it is to be shown. */
export interface ListChange {
  readonly verb: string
  /** What stands behind the verb. */
  readonly rest: string
}

export function readChange(input: string): ListChange {
  const [, verb = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(input.trim()) ?? []
  return { verb: verb.toLowerCase(), rest: rest.trim() }
}

/** The place in the list that a number names, counted from 0. */
export function placeIn(length: number, { verb, rest }: ListChange, command: string): number {
  const number = /^#?\d+\.?$/.test(rest) ? Number.parseInt(rest.replace('#', ''), 10) : 0
  if (number >= 1 && number <= length) return number - 1
  const expected = length === 0 ? 'a list that is not empty' : `a number from 1 to ${length} behind "${verb}"`
  throw new InputError({
    expected,
    found: found(rest),
    example: `${command} ${length === 0 ? 'add Something' : `${verb} 1`}`,
  })
}

/** The text behind a verb that needs one. */
export function textOf({ verb, rest }: ListChange, command: string): string {
  if (rest !== '') return boundedLine(rest, MOST_CHARACTERS)
  throw new InputError({
    expected: `some text behind "${verb}"`,
    found: 'nothing',
    example: `${command} ${verb} Write the tests`,
  })
}

/** A verb that the list does not know. */
export function unknownVerb({ verb }: ListChange, verbs: readonly string[], command: string): InputError {
  return new InputError({
    expected: `one of ${verbs.join(', ')}, or nothing to see the list`,
    found: found(verb),
    example: `${command} ${verbs[0]} Write the tests`,
  })
}

const MOST_CHARACTERS = 500

function found(typed: string): string {
  return typed === '' ? 'nothing' : `"${boundedLine(typed, 40)}"`
}
