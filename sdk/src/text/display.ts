/**
 * Text of others made fit to be shown: without what would move a cursor, colour a terminal, turn the direction of
 * writing, or hide. What was taken out is marked, and an escape sequence never reaches past its line: nobody can swallow
 * what stands below.
 */

/** Stands for what was taken out, once for all that stood together. */
export const REMOVED = '·'

const ORDINARY = /^[\n\t -~]*$/
const WINDOWS_BREAKS = /\r\n/g

// Words are what a title, a link or a picture has: up to a bell, a terminator, a cancel, another escape, or the end of
// the line. Without the flag `u`: with it, words of many megabytes would be too much for the engine's stack.
const WORDS = '[^\\x07\\x18\\x1a\\x1b\\x9c\\n\\r\\x85\\u2028\\u2029]*(\\x07|\\x1b\\\\|\\x9c)?'
const SEQUENCE = `(\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])${WORDS}|(\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?|\\x1b[ -/]*[0-~]?`

// A choice of a variant stays only where there is one to choose: of a picture, a key, an ideograph, a Mongolian letter.
const CHOICES =
  '(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]|(?<=[0-9#*])[\\ufe0e\\ufe0f]\\u20e3|(?<=\\p{Ideo})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|(?<=[\\u1820-\\u18aa])[\\u180b-\\u180d\\u180f]'

// What joins two pictures into one stays. The last of these is a letter of Braille without a dot.
const UNSEEN = `(?!\\n|\\t|\\u200d|\\p{VS})[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\ufff9-\\ufffb]|(?<!(?:\\p{ExtPict}|\\p{EMod})\\ufe0f?)\\u200d|\\u200d(?!\\p{ExtPict})|(?!${CHOICES})\\p{VS}|\\u2800`

// Built when the first odd text comes: most programs see none, and all of them start.
let sequences: RegExp | undefined
let unseen: RegExp | undefined

/** The text without control characters, escape sequences and what cannot be seen; line breaks and tabs stay. */
export function sanitizeForDisplay(text: string): string {
  if (ORDINARY.test(text)) return text
  sequences ??= new RegExp(SEQUENCE, 'g')
  unseen ??= new RegExp(UNSEEN, 'gu')
  let end = -1
  return text
    .replace(WINDOWS_BREAKS, '\n')
    .replace(sequences, '\0')
    .replace(unseen, (found, at: number) => {
      const mark = at === end ? '' : REMOVED
      end = at + found.length
      return mark
    })
}

/** The text on one line, fit to be shown: a break or a tab inside is marked as well. */
export function sanitizeLine(text: string): string {
  return sanitizeForDisplay(text)
    .trim()
    .replace(/·?[\n\t][\s·]*/g, REMOVED)
}

/** Whether nothing would be taken out of the text: what hides something is a sign of deceit. */
export function isFitForDisplay(text: string): boolean {
  return sanitizeForDisplay(text) === text.replace(WINDOWS_BREAKS, '\n')
}
