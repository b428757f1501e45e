/** Which message is being told, and what of it was told in pieces: a whole message that comes later may hold more, or something else. */

import { textIn } from './ledger.js'

const MOST_CHARACTERS = 1024 * 1024

export class MessageBook {
  #id: unknown
  /** The text of the message so far; nothing once it is too long to be compared. */
  #said: string[] | undefined = []
  #characters = 0

  /** A piece of a message; tells whether another message was told before it. */
  piece(id: unknown, block: unknown): boolean {
    const isNext = this.#turnTo(id)
    this.#add(textIn(block))
    return isNext
  }

  /** A whole message: what is new of it. */
  whole(
    id: unknown,
    blocks: readonly unknown[],
  ): { readonly isNext: boolean; readonly blocks: readonly unknown[] } {
    const isKnown = id === this.#id
    const said = this.#said?.join('') ?? ''
    const isNext = this.#turnTo(id)
    if (!isKnown || said === '') {
      for (const block of blocks) this.#add(textIn(block))
      return { isNext, blocks }
    }
    const text = blocks.map(textIn).join('')
    if (this.#said === undefined || text === said) return { isNext: false, blocks: [] }
    this.#said = [text]
    if (text.startsWith(said))
      return { isNext: false, blocks: [{ type: 'text', text: text.slice(said.length) }] }
    // It was taken back, and this stands in its place.
    return { isNext: true, blocks }
  }

  #turnTo(id: unknown): boolean {
    if (id === this.#id) return false
    const isNext = this.#id !== undefined
    this.#id = id
    this.#said = []
    this.#characters = 0
    return isNext
  }

  #add(text: string): void {
    this.#characters += text.length
    if (this.#characters > MOST_CHARACTERS) this.#said = undefined
    // Only what has an id can be told again.
    else if (this.#id !== undefined) this.#said?.push(text)
  }
}
