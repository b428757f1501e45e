/** What is made of pasted text: nothing in it that hides or moves, and dropped files as mentions. */

import { fileURLToPath } from 'node:url'
import { splitLine } from '../../agents/command-line.js'
import { pathBelow } from '../screen/place.js'
import { toMention } from './mentions.js'

const MOST_CHARACTERS = 4_000_000
const MOST_PATHS = 20
const MOST_PATHS_TEXT = 8_000

const SEQUENCES = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
    '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?',
    '\\x1b[ -/]*[0-~]?',
  ].join('|'),
  'g',
)
/** Controls, halves of characters, and what turns the direction of writing or says something that nobody sees. */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff\u2060-\u2064\u{e0000}-\u{e0fff}]/gu

/** Text of a terminal or a clipboard as text that may be written here. */
export function cleanPaste(text: string): string {
  const cut = text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text
  if (/^[\n\t -~]*$/.test(cut)) return cut
  return cut
    .replace(SEQUENCES, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '')
}

/** Mentions of the files, where the text is nothing but paths as terminals write what is dropped on them. */
export function mentionsIn(text: string, cwd: string): string | undefined {
  const words = text.length > MOST_PATHS_TEXT ? undefined : wordsOf(text)
  if (words === undefined || words.length === 0 || words.length > MOST_PATHS) return undefined
  const paths = words.map(word => toPath(word, text))
  if (!paths.every(path => path !== undefined)) return undefined
  return `${paths.map(path => toMention(fromFolder(path, cwd))).join(' ')} `
}

function wordsOf(text: string): readonly string[] | undefined {
  try {
    return splitLine(text)
  } catch {
    return undefined
  }
}

function toPath(word: string, text: string): string | undefined {
  if (word.startsWith('file://')) return fromAddress(word)
  if (!/^(?:\/|~\/|[A-Za-z]:[\\/]).*[^\\/]$/.test(word)) return undefined
  // A command or a route begins with a slash too: a name with an ending, or one that had to be quoted, is a file.
  const isNamed = /[\\/].*[\\/][^\\/]*\.\w{1,8}$/.test(word) || /^~\/[^/]*\.\w{1,8}$/.test(word)
  return isNamed || isQuoted(word, text) ? word : undefined
}

const isQuoted = (word: string, text: string): boolean =>
  text.includes(`'${word}'`) || text.includes(`"${word}"`)

function fromAddress(word: string): string | undefined {
  try {
    const path = fileURLToPath(word)
    return /[\p{Cc}]/u.test(path) ? undefined : path
  } catch {
    return undefined
  }
}

function fromFolder(path: string, cwd: string): string {
  const inside = pathBelow(path, cwd)
  return inside === undefined || inside === '' ? path : inside
}
