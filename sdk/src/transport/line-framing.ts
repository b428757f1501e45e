/** One message per line. Tolerates CRLF, blank lines, chunk boundaries anywhere and a last line without its newline. */

import type { Limits } from '../jsonrpc/index.js'
import { type Arrivals, type FrameReader, type Framing, utf8 } from './framing.js'
import { HeldText } from './held-text.js'

const NEWLINE = 10
const SPACE = 32
const BLANK = /^[ \t\r]*$/
const LINE = { before: '', after: '\n' }

export function lineFraming(limits: Limits): Framing {
  return { reader: new LineReader(limits), frame: () => LINE }
}

class LineReader implements FrameReader {
  readonly #limits: Limits
  readonly #held = new HeldText()
  /** The rest of a line that was too long is thrown away up to its newline. */
  #isSkipping = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  push(chunk: Uint8Array, arrivals: Arrivals): void {
    const last = chunk.lastIndexOf(NEWLINE)
    if (last < 0) return this.#hold(chunk, arrivals)
    let start = 0
    if (this.#isSkipping || this.#held.length > 0) {
      const end = chunk.indexOf(NEWLINE)
      this.#hold(chunk.subarray(0, end), arrivals)
      this.#finishLine(arrivals)
      start = end + 1
    }
    const isWhole = start === 0 && last === chunk.length - 1
    if (isWhole) this.#takeLines(chunk, arrivals)
    else if (start <= last) this.#takeLines(chunk.subarray(start, last + 1), arrivals)
    if (last + 1 < chunk.length) this.#hold(chunk.subarray(last + 1), arrivals)
  }

  end(arrivals: Arrivals): void {
    this.#finishLine(arrivals)
  }

  #hold(bytes: Uint8Array, arrivals: Arrivals): void {
    if (this.#isSkipping) return
    if (this.#held.length + bytes.length <= this.#limits.messageBytes) return this.#held.append(bytes)
    this.#held.clear()
    this.#isSkipping = true
    arrivals.addTooLarge(this.#limits)
  }

  #finishLine(arrivals: Arrivals): void {
    const size = this.#held.length
    const text = this.#held.take()
    if (text === undefined) arrivals.addNotText(size)
    else if (!this.#isSkipping) this.#takeText(text, arrivals)
    this.#isSkipping = false
  }

  // Decoding all whole lines of a chunk at once costs one call instead of hundreds; a newline byte is never
  // part of another character, so the pieces are the same.
  #takeLines(bytes: Uint8Array, arrivals: Arrivals): void {
    const text = bytes.length <= this.#limits.messageBytes ? utf8(bytes) : undefined
    if (text === undefined) return this.#takeEachLine(bytes, arrivals)
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#takeText(text.slice(start, end), arrivals)
      start = end + 1
    }
  }

  #takeEachLine(bytes: Uint8Array, arrivals: Arrivals): void {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#takeLine(bytes.subarray(start, end), arrivals)
      start = end + 1
    }
  }

  #takeLine(bytes: Uint8Array, arrivals: Arrivals): void {
    if (bytes.length > this.#limits.messageBytes) return arrivals.addTooLarge(this.#limits)
    const text = utf8(bytes)
    if (text === undefined) arrivals.addNotText(bytes.length)
    else this.#takeText(text, arrivals)
  }

  #takeText(line: string, arrivals: Arrivals): void {
    // JSON allows the carriage return as white space, so only a line of nothing else needs to be seen.
    if (line === '' || (line.charCodeAt(0) <= SPACE && BLANK.test(line))) return
    arrivals.addText(line, this.#limits)
  }
}
