/** How many columns text takes in a terminal, character by character as people see them. */

import { eastAsianWidth } from 'get-east-asian-width'
import { graphemesOf } from './graphemes.js'

// Letters and signs that stand alone, in one column, whatever stands beside them: nearly all text is made of these, and
// needs no look at each of them.
const PLAIN =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2190-\u22ff\u2500-\u25fc\u2713\u2717]*$/
const INVISIBLE = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Control}]+$/u
// Marks, and the vowels and ends of Korean syllables, which stand in the place of their beginning.
const NO_PLACE = /[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Control}\u1160-\u11ff]/u
const PICTURE = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u

export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const character of graphemesOf(text)) width += widthOfCharacter(character)
  return width
}

/** The characters of a text, as people count them. */
export function charactersOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return [...text]
  return [...graphemesOf(text)]
}

/** The columns of one character, as `charactersOf` yields them. */
export function widthOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x7f) return code < 0x20 ? 0 : 1
  if (INVISIBLE.test(character)) return 0
  if (PICTURE.test(character)) return 2
  // What people see as one may be several letters to a terminal, each in a place of its own; what joins them takes none.
  let width = 0
  for (const part of character) width += NO_PLACE.test(part) ? 0 : eastAsianWidth(part.codePointAt(0) ?? 0)
  return width
}

/** The beginning of a text that takes at most so many columns. */
export function cutToWidth(text: string, columns: number): string {
  if (PLAIN.test(text)) return text.length <= columns ? text : text.slice(0, Math.max(0, columns))
  let [width, length] = [0, 0]
  for (const character of graphemesOf(text)) {
    width += widthOfCharacter(character)
    if (width > columns) break
    length += character.length
  }
  return text.slice(0, length)
}

/** The end of a text that takes at most so many columns; where something is left out, `lead` stands in its place. */
export function endToWidth(text: string, columns: number, lead = ''): string {
  if (widthOf(text) <= columns) return text
  const characters = charactersOf(text)
  let [from, room] = [characters.length, columns - widthOf(lead)]
  if (room < 0) return ''
  for (; from > 0; from--) {
    room -= widthOfCharacter(characters[from - 1] ?? '')
    if (room < 0) break
  }
  return lead + characters.slice(from).join('')
}
