/** /search: text in files. */

import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import { found } from '../fenced-text.js'
import { useTool } from '../tools/use-tool.js'
import { InputError } from './input-error.js'
import { splitWords, type Word } from './words.js'

const EXAMPLE = '/search "open the door" --in src'
const FLAGS: Readonly<Record<string, string>> = {
  '--regex': 'isRegex',
  '--ignore-case': 'ignoreCase',
  '--definition': 'isDefinition',
}
const VALUES: Readonly<Record<string, string>> = { '--in': 'path', '--glob': 'glob' }

export async function searchFiles(errand: Errand, input: string): Promise<void> {
  const { text, isError } = await useTool(errand, 'search', readSearch(input))
  await errand.turn.say(isError ? text : found(text))
}

/** Words that are no options are the text, with the blanks between them; quoted words are no options. */
export function readSearch(input: string): Readonly<Record<string, unknown>> {
  const words = splitWords(input)
  const options: Record<string, unknown> = {}
  const text: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const { text: typed, isQuoted } = word
    if (isQuoted || !typed.startsWith('--')) text.push(word)
    else if (Object.hasOwn(FLAGS, typed)) options[FLAGS[typed] ?? ''] = true
    else options[nameOf(typed)] = valueBehind(typed, words[++at])
  }
  const pattern = toPattern(input, text)
  if (pattern === '')
    throw new InputError({ expected: 'a text to search for', found: 'nothing', example: EXAMPLE })
  return { pattern, ...options }
}

function toPattern(input: string, words: readonly Word[]): string {
  const [first] = words
  if (first !== undefined && words.length === 1) return first.text
  return words.map(({ start, end }) => input.slice(start, end)).join(' ')
}

function nameOf(typed: string): string {
  const name = Object.hasOwn(VALUES, typed) ? VALUES[typed] : undefined
  if (name !== undefined) return name
  const known = [...Object.keys(FLAGS), ...Object.keys(VALUES)].join(', ')
  throw new InputError({
    expected: `one of the options ${known}, or quotes around the text`,
    found: `"${boundedLine(typed, 40)}"`,
    example: EXAMPLE,
  })
}

function valueBehind(option: string, word: Word | undefined): string {
  if (word !== undefined) return word.text
  throw new InputError({ expected: `a value behind ${option}`, found: 'nothing', example: EXAMPLE })
}
