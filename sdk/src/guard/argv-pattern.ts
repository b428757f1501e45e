/**
 * Patterns for a program and its words, element by element: `*` is one word, `...` at the end is the rest. No text is
 * ever cut into words here, and none is put together.
 */

import { isRiskyName, isRiskyProgram, isSteering, toProgramName } from './program.js'

const ONE = '*'
const REST = '...'

/** A pattern for a program and its words, read. */
export interface ArgvPattern {
  /** A string is meant literally. */
  readonly words: readonly (string | { readonly any: true })[]
  readonly hasRest: boolean
  /** How many characters it spells out. */
  readonly weight: number
}

// A word that begins with a backslash is what stands behind it: how to spell a word that is only a star.
const toWord = (word: string): ArgvPattern['words'][number] => {
  if (word === ONE) return { any: true }
  return word.startsWith('\\') ? word.slice(1) : word
}

/** A word of a program spelt as a pattern that matches it alone. */
export const toWordText = (word: string): string =>
  word === ONE || word === REST || word.startsWith('\\') ? `\\${word}` : word

/** Reads a pattern. */
export function toArgvPattern(elements: readonly string[]): ArgvPattern {
  const hasRest = elements.at(-1) === REST
  const words = (hasRest ? elements.slice(0, -1) : elements).map(toWord)
  const literal = words.filter(word => typeof word === 'string')
  return { words, hasRest, weight: literal.reduce((sum, word) => sum + word.length + 1, hasRest ? 0 : 1) }
}

const isOpen = ({ words, hasRest }: ArgvPattern): boolean =>
  hasRest || words.some(word => typeof word !== 'string')

/** What a pattern should have been, or nothing when it is well. What allows has narrower rules than what denies. */
export function misspellingOf(elements: readonly string[], isAllow: boolean): string | undefined {
  if (elements.length === 0) return 'a program and its words'
  if (elements.slice(0, -1).includes(REST)) return '... as the last element only'
  if (!isAllow) return undefined
  const pattern = toArgvPattern(elements)
  const [program] = pattern.words
  if (typeof program !== 'string' || program === '')
    return 'a program by its name, so that it says what is allowed'
  const literal = pattern.words.filter(word => typeof word === 'string')
  if (isOpen(pattern) && (isRiskyName(program) || isRiskyProgram(literal)))
    return `every word of ${toProgramName(program)} spelt out: it can run, reach, install or delete anything`
  return undefined
}

function fitsWords(argv: readonly string[], { words, hasRest }: ArgvPattern): boolean {
  if (hasRest ? argv.length < words.length : argv.length !== words.length) return false
  return words.every((word, index) => typeof word !== 'string' || word === argv[index])
}

/** Whether a program and its words are allowed by a pattern. An open pattern never covers a program that is risky. */
export const isAllowedBy = (argv: readonly string[], pattern: ArgvPattern): boolean =>
  fitsWords(argv, pattern) && !(isOpen(pattern) && (isRiskyProgram(argv) || isSteered(argv, pattern)))

function isSteered(argv: readonly string[], { words }: ArgvPattern): boolean {
  const end = argv.indexOf('--')
  const own = end < 0 ? argv : argv.slice(0, end)
  return own.some((word, index) => typeof words[index] !== 'string' && isSteering(argv[0] ?? '', word))
}

/** Whether a program and its words are what a line denies or wants asked: the program in any folder and any spelling. */
export function isStoppedBy(argv: readonly string[], pattern: ArgvPattern): boolean {
  const [program, ...words] = pattern.words
  if (typeof program !== 'string') return fitsWords(argv, pattern)
  const [named, ...rest] = argv
  if (named === undefined) return false
  const isSame = named === program || toProgramName(named) === toProgramName(program)
  return isSame && fitsWords(rest, { ...pattern, words })
}
