/** Secrets that are known by heart, found in every spelling. */

import { LEAST_NAMED_CHARACTERS } from './given-secrets.js'
import { spellingsOf, toLoosely, withoutUnseen } from './secret-spelling.js'

/** What to put in the place of a secret. */
export type StandIn = (secret: string) => string

/** The secrets of one owner. */
export class KnownSecrets {
  /** The secret by its spelling. */
  readonly #secrets = new Map<string, string>()
  readonly #spellings: readonly string[]
  readonly #pattern: RegExp | undefined

  constructor(secrets: readonly string[]) {
    for (const secret of secrets)
      for (const spelling of spellingsOf(secret))
        if (spelling !== '' && !this.#secrets.has(spelling)) this.#secrets.set(spelling, secret)
    // The longest first: a secret that begins like another must not leave its rest behind.
    this.#spellings = [...this.#secrets.keys()].sort((one, other) => other.length - one.length)
    this.#pattern =
      this.#spellings.length === 0 ? undefined : new RegExp(this.#spellings.map(toLoosely).join('|'), 'gu')
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
    for (const { index, 0: found } of this.#pattern === undefined ? [] : text.matchAll(this.#pattern))
      if (index < place && index + found.length > place) return index
    return place
  }

  replaceIn(text: string, standIn: StandIn): string {
    if (this.#pattern === undefined) return text
    return text.replace(this.#pattern, found => {
      const spelling = withoutUnseen(found)
      return standIn(this.#secrets.get(spelling) ?? spelling)
    })
  }

  /** The same for the end of a longer text, which may begin in the middle of a secret. */
  replaceInTail(said: string, standIn: StandIn): string {
    const text = withoutUnseen(said)
    for (const spelling of this.#spellings)
      for (let kept = spelling.length - 1; kept >= LEAST_NAMED_CHARACTERS; kept--)
        if (text.startsWith(spelling.slice(-kept)))
          return standIn(this.#secrets.get(spelling) ?? spelling) + this.replaceIn(text.slice(kept), standIn)
    return this.replaceIn(text, standIn)
  }
}
