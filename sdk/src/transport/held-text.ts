/** The part of a message that has arrived, turned into text block by block while the rest is still on its way. */

import { utf8 } from './framing.js'

const USUAL_BYTES = 64 * 1024
// Text of this size is born where the garbage collector does not move it; pieces of 64 KiB it would copy twice each.
const LARGE_BYTES = 1024 * 1024

export class HeldText {
  #length = 0
  #text = ''
  #isText = true
  #block = new Uint8Array(0)
  #used = 0

  /** Bytes held. */
  get length(): number {
    return this.#length
  }

  // Every byte is copied once, into a block that stays in the processor's cache; a buffer of the whole message would
  // have to grow, and be decoded only when its last byte is there.
  append(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length > this.#block.length) this.#enlarge()
    let rest = bytes
    while (this.#used + rest.length > this.#block.length) {
      const part = rest.subarray(0, this.#block.length - this.#used)
      this.#block.set(part, this.#used)
      this.#used = this.#block.length
      this.#decode(wholeCharacters(this.#block))
      rest = rest.subarray(part.length)
    }
    this.#block.set(rest, this.#used)
    this.#used += rest.length
  }

  /** Everything held as text, or nothing when it is not valid UTF-8; holds nothing afterwards. */
  take(): string | undefined {
    this.#decode(this.#used)
    const text = this.#isText ? this.#text : undefined
    this.clear()
    return text
  }

  clear(): void {
    this.#length = 0
    this.#text = ''
    this.#isText = true
    this.#used = 0
    // One large message must not hold its block for the rest of the connection.
    if (this.#block.length > USUAL_BYTES) this.#block = new Uint8Array(0)
  }

  #enlarge(): void {
    if (this.#block.length === LARGE_BYTES) return
    const larger = new Uint8Array(this.#length > USUAL_BYTES ? LARGE_BYTES : USUAL_BYTES)
    larger.set(this.#block.subarray(0, this.#used))
    this.#block = larger
  }

  #decode(end: number): void {
    const text = this.#isText ? utf8(this.#block.subarray(0, end)) : undefined
    if (text === undefined) this.#isText = false
    else this.#text += text
    this.#block.copyWithin(0, end, this.#used)
    this.#used -= end
  }
}

/** Where the last character begins, when it may go on in the next block: decoding must not cut it in two. */
function wholeCharacters(block: Uint8Array): number {
  for (let back = 1; back <= 3; back++) {
    const byte = block[block.length - back] ?? 0
    const isContinuation = (byte & 0xc0) === 0x80
    if (!isContinuation) return byte < 0x80 ? block.length : block.length - back
  }
  return block.length
}
