/** Messages behind `Content-Length` headers, as language servers speak. Noise between messages is reported and passed over. */

import { utf8Length } from '../jsonrpc/encode.js'
import { type Limits, Malformed } from '../jsonrpc/index.js'
import type { Arrivals, FrameReader, Framing } from './framing.js'
import { HeldText } from './held-text.js'

const NEWLINE = 10
const MAX_HEADER_BYTES = 4_096
const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}:/
const CONTENT_LENGTH = /^content-length:[ \t]*(\d{1,15})[ \t]*$/i

export function contentLengthFraming(limits: Limits): Framing {
  return {
    reader: new ContentLengthReader(limits),
    frame: text => ({ before: `Content-Length: ${utf8Length(text)}\r\n\r\n`, after: '' }),
  }
}

class ContentLengthReader implements FrameReader {
  readonly #limits: Limits
  readonly #held = new HeldText()
  #announced: number | undefined
  /** Bytes of a body still to come; undefined between messages. */
  #missing: number | undefined
  #isTooLarge = false
  #isNoise = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  push(chunk: Uint8Array, arrivals: Arrivals): void {
    let rest = chunk
    while (rest.length > 0)
      rest = this.#missing === undefined ? this.#readHeader(rest, arrivals) : this.#readBody(rest, arrivals)
  }

  end(arrivals: Arrivals): void {
    if (this.#missing !== undefined || this.#held.length > 0)
      arrivals.add(new Malformed('parse_error', 'the input ended inside a message'), 0)
  }

  #readHeader(bytes: Uint8Array, arrivals: Arrivals): Uint8Array {
    const end = bytes.indexOf(NEWLINE)
    const part = end < 0 ? bytes : bytes.subarray(0, end)
    if (this.#held.length + part.length <= MAX_HEADER_BYTES) this.#held.append(part)
    else this.#noise(arrivals)
    if (end < 0) return bytes.subarray(bytes.length)
    this.#takeHeader((this.#held.take() ?? '\0').replace(/\r$/, ''), arrivals)
    return bytes.subarray(end + 1)
  }

  #takeHeader(line: string, arrivals: Arrivals): void {
    const length = CONTENT_LENGTH.exec(line)?.[1]
    if (length !== undefined) this.#announced = Number(length)
    else if (line === '') this.#beginBody(arrivals)
    else if (!HEADER.test(line)) this.#noise(arrivals)
  }

  #beginBody(arrivals: Arrivals): void {
    if (this.#announced === undefined) return
    this.#missing = this.#announced
    this.#announced = undefined
    this.#isNoise = false
    this.#isTooLarge = this.#missing > this.#limits.messageBytes
    if (this.#isTooLarge) arrivals.addTooLarge(this.#limits)
    if (this.#missing === 0) this.#finishBody(arrivals)
  }

  #readBody(bytes: Uint8Array, arrivals: Arrivals): Uint8Array {
    const missing = this.#missing ?? 0
    const part = bytes.subarray(0, missing)
    if (!this.#isTooLarge) this.#held.append(part)
    this.#missing = missing - part.length
    if (this.#missing === 0) this.#finishBody(arrivals)
    return bytes.subarray(part.length)
  }

  #finishBody(arrivals: Arrivals): void {
    this.#missing = undefined
    if (this.#isTooLarge) return
    const size = this.#held.length
    const text = this.#held.take()
    if (text === undefined) arrivals.addNotText(size)
    else arrivals.addText(text, this.#limits)
  }

  /** One report for a run of noise, however many lines it has. */
  #noise(arrivals: Arrivals): void {
    if (!this.#isNoise) arrivals.add(new Malformed('parse_error', 'expected a Content-Length header'), 0)
    this.#isNoise = true
  }
}
