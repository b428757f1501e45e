/**
 * The JSON text of chunks that differ in nothing but their words. Agents say little else, and writing all of a chunk
 * anew for each costs more than everything else that happens to it.
 */

import type { ContentBlock } from './definition.js'
import type { Update } from './spelling.js'

const NO_WORDS = '"text":""'

export class ChunkText {
  readonly #spell: (content: ContentBlock) => Update
  readonly #before: string
  readonly #after: string

  /** `spell` makes the chunk of a content; whatever it adds is the same for every content. */
  constructor(spell: (content: ContentBlock) => Update) {
    this.#spell = spell
    const empty = JSON.stringify(spell({ type: 'text', text: '' }))
    // Between the two quotes. A text inside of the chunk cannot look like this: its quotes are escaped.
    const words = empty.indexOf(NO_WORDS) + NO_WORDS.length - 2
    this.#before = empty.slice(0, words)
    this.#after = empty.slice(words + 2)
  }

  /** The chunk itself. */
  update(words: string): Update {
    return this.#spell({ type: 'text', text: words })
  }

  /** Its text, for words that are JSON already. */
  around(quoted: string): string {
    return this.#before + quoted + this.#after
  }
}
