/**
 * Text of others made fit to be shown: without what would move a cursor, colour a terminal, turn the direction of
 * writing, or hide. An escape sequence never reaches past its line, so that nobody can swallow what stands below.
 */

const ESCAPE = '\u001b'
const BELL = '\u0007'
const LINE_BREAKS = /\r\n?|[\u0085\u2028\u2029]/g
/** Stands for what was taken out, where ordinary text has no such thing. */
export const REMOVED = '·'
// Turns the direction of writing, or spells words that nobody sees.
const DECEIVING = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]+/gu
// Has no width or marks a direction, as ordinary text does too, or is half a character.
const UNSEEN = /[\u061c\u200b\u200c\u200e\u200f\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu
// What joins two pictures into one stays.
const JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
const CONTROLS = /(?![\n\t])\p{Cc}/gu
/** The one-character forms of what an escape begins. */
const SHORT_FORMS = /[\u0080-\u009f]/g
const COLOURS_AND_MOVES = /^\[[0-?]*[ -/]*[@-~]?/
const OTHER_SEQUENCE = /^[ -/]*[0-~]?/

/** The text without control characters and escape sequences; line breaks and tabs stay. */
export function clean(text: string): string {
  const visible = text
    .replace(LINE_BREAKS, '\n')
    .replace(JOINER, '')
    .replace(DECEIVING, REMOVED)
    .replace(UNSEEN, '')
  return visible.search(CONTROLS) < 0 ? visible : dropSequences(visible).replace(CONTROLS, '')
}

/** The same, on one line. */
export function cleanLine(text: string): string {
  return clean(text).replace(/\s+/g, ' ').trim()
}

function dropSequences(text: string): string {
  const long = text.replace(SHORT_FORMS, form => ESCAPE + String.fromCharCode(form.charCodeAt(0) - 0x40))
  const [before = '', ...escaped] = long.split(ESCAPE)
  return before + escaped.map(dropSequence).join('')
}

/** What is left of the text behind an escape. */
function dropSequence(text: string): string {
  if (text.startsWith('[')) return text.replace(COLOURS_AND_MOVES, '')
  // A title, a link, a picture: it ends with a bell, or with the next escape.
  if (!/^[PX\]^_]/.test(text)) return text.replace(OTHER_SEQUENCE, '')
  const ends = [text.indexOf(BELL), text.indexOf('\n')].filter(end => end >= 0)
  return ends.length === 0 ? '' : text.slice(Math.min(...ends))
}
