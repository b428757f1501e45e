/** The words of a piece that is the same content in both versions. */

import { spokenWords } from '../spoken-words.js'
import type { Fields } from './fields.js'

/** The words of the update that is told, where they are, by reference, the content of the one that was said. */
export function wordsBetween(said: Fields, told: Fields | object): string | undefined {
  const isSame = 'content' in told && told.content === said.content
  return isSame ? spokenWords(told) : undefined
}
