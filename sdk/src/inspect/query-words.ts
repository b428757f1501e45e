/** A filter taken apart: words, some with a name and a colon before them, some in quotes, some to be left out. */

import type { QueryFlaw } from './query.js'

/** One word of a filter. */
export interface QueryWord {
  readonly isNegated: boolean
  readonly field: string | undefined
  readonly value: string
  /** Where it begins in the text. */
  readonly at: number
}

// A minus, a name with its colon, and then words in quotes or one word.
const WORD = /\s*(-?)(?:([a-z]+):)?(?:"([^"]*)("?)|(\S*))/iy

/** The words in their order, or what could not be read. */
export function readWords(text: string): readonly QueryWord[] | QueryFlaw {
  const words: QueryWord[] = []
  const end = text.trimEnd().length
  let place = 0
  while (place < end) {
    WORD.lastIndex = place
    const found = WORD.exec(text)
    if (found === null) break
    const [whole, minus, field, quoted, quote, plain] = found
    const at = place + whole.length - whole.trimStart().length
    if (quoted !== undefined && quote === '') return { at, expected: 'a closing quote', found: 'the end' }
    const value = quoted ?? plain ?? ''
    if (value === '' && field === undefined)
      return { at, expected: 'a word', found: minus === '-' ? '-' : 'nothing' }
    words.push({ isNegated: minus === '-', field: field?.toLowerCase(), value, at })
    place += whole.length
  }
  return words
}
