/**
 * Secrets that are known by the command they are typed behind: `mysql -p…`, `curl -u me:…`. Their options have no telling
 * name, and mean something else to other commands. A text is read as a shell reads it, as far as that is needed.
 */

import type { StandIn } from './known-secrets.js'

/** What an option is followed by: `name:secret`, or a secret. */
type Kind = 'credentials' | 'secret'

interface Option {
  /** Its group is the value where that stands in the same word; where it is missing or empty the next word is. */
  readonly pattern: RegExp
  readonly kind: Kind
}

const CURL: readonly Option[] = [
  // Letters that take no value may stand before it in one word.
  { pattern: /^-[\d#:BGIJLMNORSVZafgijklnpqsv]{0,32}[uU](.*)$/s, kind: 'credentials' },
  { pattern: /^--(?:proxy-)?user(?:=(.*))?$/s, kind: 'credentials' },
  { pattern: /^--oauth2-bearer(?:=(.*))?$/s, kind: 'secret' },
]
const MYSQL: readonly Option[] = [
  // A port of a container stands there as well, where `mysql` is a name.
  { pattern: /^-p((?!\d[\d.]*:[\d:]+(?:\/\w+)?$).+)$/s, kind: 'secret' },
  { pattern: /^--password=(.+)$/s, kind: 'secret' },
]

const NAMES =
  '(?:curl|mysql(?:dump|admin|import|show|check|pump|slap|binlog|sh)?|mariadb(?:-[a-z]{2,12})?)(?:\\.exe)?'
const PROGRAM = new RegExp(`(?<![\\w.-])${NAMES}(?=[\\s"'])["']?`, 'gi')
const PROGRAM_WORD = new RegExp(`^(?:.*[/\\\\])?${NAMES}$`, 'is')
/** Variables, what stands for a value in a manual, and what stands for a secret, also where its letters are bytes. */
const REFERENCE = /^(?:[$<[{].*|%\w+%|[*.…x]+|.*«.*)$/is
const LONG_KEY = /^(?=.*\d)(?=.*[A-Za-z])[\w.-]{16,}$/
/** No command is read further. */
const MOST_CHARACTERS = 4_096

/** Is told the words of a command one after the other. */
class CommandReader {
  #options: readonly Option[] = []
  #expected: Kind | undefined

  /** The secret in this word, if there is one. */
  read(word: string): string | undefined {
    const kind = this.#expected
    this.#expected = undefined
    if (kind !== undefined) return secretOf(kind, word)
    if (PROGRAM_WORD.test(word)) {
      this.#options = /curl/i.test(word) ? CURL : MYSQL
      return undefined
    }
    for (const { pattern, kind } of this.#options) {
      const found = pattern.exec(word)
      if (found === null) continue
      const [, value = ''] = found
      if (value !== '') return secretOf(kind, value)
      this.#expected = kind
    }
    return undefined
  }
}

function secretOf(kind: Kind, value: string): string | undefined {
  const colon = kind === 'secret' ? -1 : value.indexOf(':')
  if (kind === 'credentials' && colon < 0) return undefined
  // A command may stand in quotes itself, and end with the one that closes them.
  const secret = value.slice(colon + 1).replace(/["']$/, '')
  // Some services take their key for the name, and no password.
  if (secret === '') return LONG_KEY.test(value.slice(0, -1)) ? value.slice(0, -1) : undefined
  return REFERENCE.test(secret) ? undefined : secret
}

/** The words of a command, such as a program and its arguments, with every such secret replaced. */
export function replaceInWords(words: readonly unknown[], standIn: StandIn): readonly unknown[] {
  const reader = new CommandReader()
  return words.map(word => {
    const secret = typeof word === 'string' ? reader.read(word) : undefined
    return typeof word === 'string' && secret !== undefined ? withStandIn(word, secret, standIn) : word
  })
}

/** The text with every such secret replaced. */
export function replaceInCommands(text: string, standIn: StandIn): string {
  if (!/curl|mysql|mariadb/i.test(text)) return text
  const program = new RegExp(PROGRAM)
  let [shown, done] = ['', 0]
  for (let found = program.exec(text); found !== null; found = program.exec(text)) {
    const reader = new CommandReader()
    reader.read(found[0].replace(/["']$/, ''))
    for (const { word, from, to } of wordsOf(text, program.lastIndex)) {
      // What was read is not read again: time stays in proportion.
      program.lastIndex = to
      const written = text.slice(from, to)
      const secret = reader.read(word)
      const said =
        secret === undefined ? replaceInQuotes(written, standIn) : withStandIn(written, secret, standIn)
      if (said === written) continue
      shown += text.slice(done, from) + said
      done = to
    }
  }
  return shown + text.slice(done)
}

/** A word of several words may be a command of its own: `mysql -e 'system curl …'`. */
function replaceInQuotes(word: string, standIn: StandIn): string {
  const from = word.search(/["']/) + 1
  if (from === 0 || !/\s/.test(word) || !/["']/.test(word.at(-1) ?? '')) return word
  return word.slice(0, from) + replaceInCommands(word.slice(from, -1), standIn) + word.slice(-1)
}

/** Where quotes stand inside a secret it is not found in the word as it is written: then all of it goes. */
function withStandIn(word: string, secret: string, standIn: StandIn): string {
  const at = word.lastIndexOf(secret)
  return at < 0 ? standIn(secret) : word.slice(0, at) + standIn(secret) + word.slice(at + secret.length)
}

interface Word {
  /** Without its quotes. */
  readonly word: string
  readonly from: number
  readonly to: number
}

/** Up to the end of a command. */
function* wordsOf(text: string, start: number): Generator<Word> {
  const limit = Math.min(text.length, start + MOST_CHARACTERS)
  for (let at = start; at < limit; ) {
    const blank = /^(?:[ \t]|\\\r?\n)/.exec(text.slice(at, at + 3))
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const from = at
    let word = ''
    for (let part = partAt(text, at, limit); part !== undefined; part = partAt(text, at, limit)) {
      word += part.shown
      at = part.to
    }
    if (at === from) return
    yield { word, from, to: at }
  }
}

/** A quoted piece of a word, or one character; nothing where the word ends. */
function partAt(text: string, at: number, limit: number): { shown: string; to: number } | undefined {
  const character = text[at] ?? ''
  if (at >= limit || /[\s;|()<>`]/.test(character)) return undefined
  // In an address that somebody did not quote it joins what belongs together.
  if (character === '&' && /[\s&]/.test(text[at + 1] ?? ' ')) return undefined
  if (character === '\\') {
    // The end of a line, or one as JSON writes it.
    if (/[nr\n\r]/.test(text[at + 1] ?? '\n')) return undefined
    return { shown: text[at + 1] ?? '', to: at + 2 }
  }
  if (character !== '"' && character !== "'") return { shown: character, to: at + 1 }
  const end = text.slice(at + 1, limit).indexOf(character)
  // An apostrophe is none.
  return end < 0
    ? { shown: character, to: at + 1 }
    : { shown: text.slice(at + 1, at + 1 + end), to: at + end + 2 }
}
