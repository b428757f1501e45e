/** Secrets that are known by heart, found in every spelling. */

import { LEAST_NAMED_CHARACTERS } from './given-secrets.js'
import { endOf, hasUnseen, spellingsOf, toPattern, withoutUnseen } from './secret-spelling.js'

const HEAD_CHARACTERS = 16
/** A pattern that is found nowhere. */
const NOTHING = '(?!)'

/** What to put in the place of a secret. */
export type StandIn = (secret: string) => string

interface Find {
  readonly start: number
  readonly end: number
  readonly spelling: string
}

/** The secrets of one owner. */
export class KnownSecrets {
  /** The secret by its spelling. */
  readonly #secrets = new Map<string, string>()
  readonly #spellings: readonly string[]
  /** For texts in which something stands that nobody sees: large, and slow. */
  readonly #loose: RegExp
  readonly #plain: RegExp

  constructor(secrets: readonly string[]) {
    for (const secret of secrets)
      for (const spelling of spellingsOf(secret))
        if (spelling !== '' && !this.#secrets.has(spelling)) this.#secrets.set(spelling, secret)
    // The longest first: a secret that begins like another must not leave its rest behind.
    this.#spellings = [...this.#secrets.keys()].sort((one, other) => other.length - one.length)
    this.#loose = toHeads(this.#spellings, true)
    this.#plain = toHeads(this.#spellings, false)
  }

  /** How long the longest spelling is. */
  get longest(): number {
    return this.#spellings[0]?.length ?? 0
  }

  /** How long the longest one is that has several lines. */
  get longestOfLines(): number {
    return this.#spellings.find(spelling => spelling.includes('\n'))?.length ?? 0
  }

  /** The place itself, or where the secret begins that it would cut in two. */
  startBefore(text: string, place: number): number {
    // Most pieces of a text end no line: they are not worth a search.
    if (place <= 0) return place
    for (const { start, end } of this.#findIn(text)) {
      if (start >= place) break
      if (end > place) return start
    }
    return place
  }

  replaceIn(text: string, standIn: StandIn): string {
    let shown = ''
    let from = 0
    for (const { start, end, spelling } of this.#findIn(text)) {
      shown += text.slice(from, start) + standIn(this.#secretOf(spelling))
      from = end
    }
    return shown + text.slice(from)
  }

  /** The same for the end of a longer text, which may begin in the middle of a secret. */
  replaceInTail(said: string, standIn: StandIn): string {
    const text = withoutUnseen(said)
    for (const spelling of this.#spellings)
      for (let kept = spelling.length - 1; kept >= LEAST_NAMED_CHARACTERS; kept--)
        if (text.startsWith(spelling.slice(-kept)))
          return standIn(this.#secretOf(spelling)) + this.replaceIn(text.slice(kept), standIn)
    return this.replaceIn(text, standIn)
  }

  /** The same for the beginning of a longer text, which may end in the middle of a secret. */
  replaceInHead(said: string, standIn: StandIn): string {
    const text = withoutUnseen(said)
    for (const spelling of this.#spellings)
      for (let kept = spelling.length - 1; kept >= LEAST_NAMED_CHARACTERS; kept--)
        if (text.endsWith(spelling.slice(0, kept)))
          return this.replaceIn(text.slice(0, -kept), standIn) + standIn(this.#secretOf(spelling))
    return this.replaceIn(text, standIn)
  }

  /** Where secrets stand, from first to last. Only their heads are a pattern: of whole secrets it would be too large. */
  *#findIn(text: string): Iterable<Find> {
    let from = 0
    const pattern = hasUnseen(text) ? this.#loose : this.#plain
    for (;;) {
      pattern.lastIndex = from
      const start = pattern.exec(text)?.index
      if (start === undefined) return
      const spelling = this.#spellings.find(each => endOf(each, text, start) !== undefined)
      // What only begins like one may have another inside.
      from = spelling === undefined ? start + 1 : (endOf(spelling, text, start) ?? start + 1)
      if (spelling !== undefined) yield { start, end: from, spelling }
    }
  }

  #secretOf(spelling: string): string {
    return this.#secrets.get(spelling) ?? spelling
  }
}

function toHeads(spellings: readonly string[], isLoose: boolean): RegExp {
  const heads = new Set(spellings.map(spelling => toPattern(spelling, HEAD_CHARACTERS, isLoose)))
  return new RegExp([...heads].join('|') || NOTHING, isLoose ? 'gu' : 'g')
}
