/** The ways in which one secret is written: as it is, in an address, in a header, as digits, with gaps nobody sees. */

/**
 * What nobody sees: between the letters of a secret it would hide them from us, and from nobody else. Beside characters
 * without a shape these are what a terminal obeys and does not show: colours, titles, sets of characters.
 */
const UNSEEN = `(?:${[
  '[\\p{Cf}\\p{Variation_Selector}\\u034f\\x0e\\x0f]',
  '(?:\\x1b\\[|\\x9b)[0-?]{0,64}[ -\\/]{0,8}[@-~]',
  '\\x1b\\][^\\x07\\x1b\\n]{0,1024}(?:\\x07|\\x1b\\\\)',
  '\\x1b[ -\\/][0-~]',
  '\\x1b[0-Z\\\\^-~]',
].join('|')})`
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')
const ANY_UNSEEN = new RegExp(UNSEEN, 'u')
/** What no plain text has; a search for it costs next to nothing. */
const BEYOND_PLAIN = /[^\t\n\r -~]/
const ONE_UNSEEN = new RegExp(UNSEEN, 'uy')
const LONE_SURROGATE = /\p{Surrogate}/gu

/** Base64 by way of UTF-8: `btoa` knows only 256 characters. */
function toBase64(text: string): string {
  return globalThis.btoa(
    Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''),
  )
}

/** The bytes of its UTF-8, two digits each. */
function toHex(text: string): string {
  return Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** What `%41` stands for; as it is where it stands for nothing. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Who is named before the `@` of an address, as a `Basic` header says it; undefined where nobody is. */
export function basicCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return toBase64(`${decodePercent(username)}:${decodePercent(password)}`)
}

/** The text with what can be seen of it alone. */
export function withoutUnseen(text: string): string {
  return text.replace(EVERY_UNSEEN, '')
}

/** Whether there is anything in it that nobody sees. */
export function hasUnseen(text: string): boolean {
  return BEYOND_PLAIN.test(text) && ANY_UNSEEN.test(text)
}

/** The text with every half of a character replaced: no message could carry those on. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd')
}

/** As it is, as an address writes it, as a `Basic` header does, as JSON does, and as digits. */
export function spellingsOf(secret: string): readonly string[] {
  const hex = toHex(secret)
  const seen = withoutUnseen(secret)
  return [
    ...(seen === '' ? [] : [seen, JSON.stringify(seen).slice(1, -1)]),
    encodeURIComponent(wellFormed(secret)),
    toBase64(secret).replace(/=+$/, ''),
    hex,
    hex.toUpperCase(),
  ]
}

/** A pattern for the first letters of a text, as they are or also where something that nobody sees stands between them. */
export function toPattern(text: string, letters: number, isLoose: boolean): string {
  return Array.from(text)
    .slice(0, letters)
    .map(letter => letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&'))
    .join(isLoose ? `${UNSEEN}*` : '')
}

/** Where `spelling` ends if it stands there in the text, whatever nobody sees between its letters; else undefined. */
export function endOf(spelling: string, text: string, start: number): number | undefined {
  let at = start
  for (let index = 0; index < spelling.length; index++) {
    while (text[at] !== spelling[index]) {
      ONE_UNSEEN.lastIndex = at
      if (index === 0 || !ONE_UNSEEN.test(text)) return undefined
      at = ONE_UNSEEN.lastIndex
    }
    at++
  }
  return at
}
