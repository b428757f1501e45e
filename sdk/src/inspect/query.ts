/** What of a timeline is shown: a line of words, each of which a row must satisfy. */

import { boundedLine } from '../text/index.js'
import { type Condition, conditions } from './query-fields.js'
import { type QueryWord, readWords } from './query-words.js'
import type { Row } from './row.js'

/** A filter that was understood. */
export interface Query {
  readonly text: string
  matches(row: Row): boolean
}

/** What could not be understood, and where. */
export interface QueryFlaw {
  readonly at: number
  readonly expected: string
  readonly found: string
}

/** The names that may stand before a colon, each with what it looks at; for help and completion. */
export const queryFields: readonly (readonly [name: string, about: string])[] = [...conditions].map(
  ([name, { about }]) => [name, about],
)

/** Understands a filter such as `session/update session:abc is:broken -kind:stderr latency:>500 "some words"`. */
export function readQuery(text: string): Query | QueryFlaw {
  const words = readWords(text)
  if ('expected' in words) return words
  const tests: Condition[] = []
  for (const word of words) {
    const test = conditionOf(word)
    if (typeof test !== 'function') return test
    tests.push(word.isNegated ? row => !test(row) : test)
  }
  return { text, matches: row => tests.every(test => test(row)) }
}

function conditionOf({ field, value, at }: QueryWord): Condition | QueryFlaw {
  if (field === undefined) return wordCondition(value)
  const known = conditions.get(field)
  if (known === undefined)
    return {
      at,
      expected: `a name such as ${[...conditions.keys()].join(', ')}, or the word in quotes`,
      found: boundedLine(field, 40),
    }
  if (value === '') return { at, expected: known.expected, found: 'nothing' }
  return known.read(value) ?? { at, expected: known.expected, found: boundedLine(value, 40) }
}

/** Looked for in everything a line shows. Methods are few, so what was found about one is remembered. */
function wordCondition(word: string): Condition {
  const pattern = new RegExp(escaped(word), 'i')
  const methods = new Map<string, boolean>()
  const isMethod = (method: string): boolean => {
    const known = methods.get(method)
    if (known !== undefined) return known
    const is = pattern.test(method)
    methods.set(method, is)
    return is
  }
  return ({ method, label, session, toolCall, id }) =>
    (method !== undefined && isMethod(method)) ||
    pattern.test(label) ||
    (session !== undefined && pattern.test(session)) ||
    (toolCall !== undefined && pattern.test(toolCall)) ||
    (id !== undefined && id !== null && pattern.test(String(id)))
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
