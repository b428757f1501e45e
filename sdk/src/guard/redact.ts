/**
 * Takes secrets out of what is written down or shown: those it was told of, in every spelling, and those that give
 * themselves away by their look or their name. Equal secrets have equal stand-ins, so that one can still be followed.
 */

import { KnownSecrets, type StandIn } from './known-secrets.js'
import { replaceCutKey, replacePrivateKeys } from './private-keys.js'
import { redactJson } from './redact-json.js'
import { redactMessage } from './redact-message.js'
import { type RedactedStream, redactStream } from './redact-stream.js'
import { replaceAssigned } from './secret-assignments.js'
import { replaceInCommands } from './secret-options.js'
import { beginningIn, secretShapes } from './secret-shapes.js'
import { hasUnseen, wellFormed, withoutUnseen } from './secret-spelling.js'

/** What a redactor is told. */
export interface RedactorOptions {
  /** Turns a secret into hexadecimal digits, with a key that nobody else has. Without it all stand-ins are alike. */
  readonly hash?: ((secret: string) => string) | undefined
  /** Secrets to take out wherever they are, in any spelling. */
  readonly known?: readonly string[] | undefined
  /** Whether only those are taken out, and nothing for its look or its name; false unless said otherwise. */
  readonly isKnownOnly?: boolean | undefined
}

/** Takes secrets out. */
export interface Redactor {
  /** The text without secrets, and without halves of characters. */
  text(text: string): string
  /** The same for the end of a longer text, which may begin in the middle of a secret. */
  tail(text: string): string
  /** The same for the beginning of a longer text, which may end in the middle of a secret. */
  head(text: string): string
  /** A JSON value without secrets, also those that its names give away; cut off where it is nested too deep. */
  value<T>(value: T): T
  /** The same for a text that comes in pieces: a secret may be split over two of them. */
  stream(): RedactedStream
}

const HASH_DIGITS = 8
const KEY_BEGINNING = '-----BEGIN '
const STAND_IN = '«redacted»'
const SHORT = 64
const MOST_REMEMBERED = 1_000
const CUT_WORD = /^[\w+/=.~%-]{16,}/
// Sought from the end: a pattern with `$` would be tried at every letter.
const WORD_LETTER = /[\w+/=.~%-]/
const LONGEST_WORD = 8_192

/** Makes a redactor: a net, and no promise. A secret that it was not told of and that looks like a word gets through. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { hash, isKnownOnly = false } = options
  const known = new KnownSecrets(options.known ?? [])
  const standIn: StandIn = secret =>
    hash === undefined ? STAND_IN : `«redacted:${hash(secret).slice(0, HASH_DIGITS)}»`
  const search = (text: string): string => (isKnownOnly ? text : replaceShapes(text, standIn))
  const plain = (text: string): string => search(known.replaceIn(wellFormed(text), standIn))
  const value = (value: unknown): unknown => redactMessage(value, { text, standIn, isKnownOnly })
  const text = remembered(seeingThrough(text => plain(isKnownOnly ? text : redactJson(text, value))))
  const tail = seeingThrough(text => {
    const rest = known.replaceInTail(wellFormed(text), standIn)
    return search(isKnownOnly ? rest : replaceCut(rest, standIn))
  })
  const head = seeingThrough(text => {
    const rest = known.replaceInHead(wellFormed(text), standIn)
    return isKnownOnly ? rest : replaceCutEnd(search(redactJson(rest, value)), standIn)
  })
  return {
    text,
    tail,
    head,
    // The shape is the same: only texts change, and what was to be kept secret as a number.
    value: <T>(given: T) => value(given) as T,
    stream: () => redactStream({ text, tail, head }, known),
  }
}

/**
 * Sees secrets also where colours or other things that nobody sees stand inside them or beside their names. A line with such
 * a secret loses what nobody sees; every other line stays as it is.
 */
function seeingThrough(redact: (text: string) => string): (text: string) => string {
  return text => {
    const shown = redact(text)
    if (!hasUnseen(shown)) return shown
    const seen = withoutUnseen(shown)
    const redacted = redact(seen)
    if (redacted === seen) return shown
    // A key whose lines were redacted one by one would lose its beginning, and keep the rest.
    if (seen.includes(KEY_BEGINNING)) return redacted
    const lines = shown.split('\n').map(line => {
      const bare = withoutUnseen(line)
      const redacted = redact(bare)
      return redacted === bare ? line : redacted
    })
    const joined = lines.join('\n')
    // What goes over several lines is only seen in the whole.
    const rest = withoutUnseen(joined)
    const whole = redact(rest)
    return whole === rest ? joined : whole
  }
}

/** Messages say the same short words again and again; those that hold nothing are looked at once. */
function remembered(redact: (text: string) => string): (text: string) => string {
  const harmless = new Set<string>()
  return text => {
    if (text.length > SHORT) return redact(text)
    if (harmless.has(text)) return text
    const shown = redact(text)
    if (shown === text) {
      if (harmless.size >= MOST_REMEMBERED) harmless.clear()
      harmless.add(text)
    }
    return shown
  }
}

function replaceShapes(text: string, standIn: StandIn): string {
  let shown = replacePrivateKeys(text, standIn)
  for (const { hint, pattern } of secretShapes()) {
    if (!shown.includes(hint)) continue
    shown = shown.replace(pattern, (found: string, ...rest: readonly unknown[]) => {
      // The last of what a replacer is given are the groups of the pattern, if it has any.
      const { secret = found } = Object(rest.at(-1)) as { readonly secret?: string }
      const at = found.lastIndexOf(secret)
      return found.slice(0, at) + standIn(secret) + found.slice(at + secret.length)
    })
  }
  return replaceAssigned(replaceInCommands(shown, standIn), standIn)
}

/** The same at the end, where also a short word counts that begins like a secret. */
function replaceCutEnd(text: string, standIn: StandIn): string {
  let start = text.length
  while (start > 0 && text.length - start < LONGEST_WORD && WORD_LETTER.test(text[start - 1] ?? '')) start--
  const word = text.slice(start)
  const isLong = word.length >= 16 && /\d/.test(word) && /[A-Za-z]/.test(word)
  const from = isLong ? 0 : beginningIn(word)
  return from === undefined ? text : text.slice(0, start + from) + standIn(word.slice(from))
}

/** A word that the cut may have gone through is no longer known by its look. */
function replaceCut(text: string, standIn: StandIn): string {
  return replaceCutKey(text, standIn).replace(CUT_WORD, word =>
    /\d/.test(word) && /[A-Za-z]/.test(word) ? standIn(word) : word,
  )
}
