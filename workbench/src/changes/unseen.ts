/** Characters that cannot be seen or that turn the direction of writing: found in text, so that they can be shown by name. */

export interface Seen {
  readonly text: string
  /** What to call the character, where it is one that cannot be seen. */
  readonly name?: string | undefined
}

const ORDINARY = /^[\t -~]*$/
const UNSEEN = /(?!\t)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\ufff9-\ufffb]/gu
const JOINED = /(?<=\p{ExtPict}|\p{EMod}|\ufe0f)\u200d(?=\p{ExtPict})|(?<=\p{ExtPict}|[0-9#*])\ufe0f/gu

/** The text in pieces: what can be shown as it is, and what must be named. */
export function seenPieces(text: string): readonly Seen[] {
  if (ORDINARY.test(text)) return text === '' ? [] : [{ text }]
  const harmless = new Set([...text.matchAll(JOINED)].map(({ index }) => index))
  const pieces: Seen[] = []
  let at = 0
  for (const { index, 0: found } of text.matchAll(UNSEEN)) {
    if (harmless.has(index)) continue
    if (index > at) pieces.push({ text: text.slice(at, index) })
    pieces.push({ text: found, name: nameOf(found) })
    at = index + found.length
  }
  return at < text.length ? [...pieces, { text: text.slice(at) }] : pieces
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
