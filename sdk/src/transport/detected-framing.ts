/** Lines, until the first bytes received show that the peer speaks Content-Length; then that, both ways. */

import type { Limits } from '../jsonrpc/index.js'
import { contentLengthFraming } from './content-length-framing.js'
import type { Arrivals, FrameReader, Framing } from './framing.js'
import { lineFraming } from './line-framing.js'

const HEADERS = ['content-length:', 'content-type:']
const LONGEST_HEADER = 15
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 10 || byte === 13

export function detectedFraming(limits: Limits): Framing {
  let framing = lineFraming(limits)
  const reader = new FirstBytes(isContentLength => {
    if (isContentLength) framing = contentLengthFraming(limits)
    return framing.reader
  })
  return { reader, frame: text => framing.frame(text) }
}

/** Holds the first bytes back until they are a header, or cannot be one any more: noise may begin like one. */
class FirstBytes implements FrameReader {
  readonly #decide: (isContentLength: boolean) => FrameReader
  #held: Uint8Array[] = []
  #beginning = ''
  #reader: FrameReader | undefined

  constructor(decide: (isContentLength: boolean) => FrameReader) {
    this.#decide = decide
  }

  push(chunk: Uint8Array, arrivals: Arrivals): void {
    if (this.#reader !== undefined) return this.#reader.push(chunk, arrivals)
    const start = this.#beginning === '' ? chunk.findIndex(byte => !isBlank(byte)) : 0
    if (start < 0) return
    const first = chunk.subarray(start, start + LONGEST_HEADER)
    this.#beginning = (this.#beginning + String.fromCharCode(...first)).toLowerCase()
    this.#held.push(chunk.subarray(start))
    const isHeader = HEADERS.some(header => this.#beginning.startsWith(header))
    if (!isHeader && HEADERS.some(header => header.startsWith(this.#beginning))) return
    this.#begin(isHeader, arrivals)
  }

  end(arrivals: Arrivals): void {
    if (this.#reader === undefined) this.#begin(false, arrivals)
    this.#reader?.end(arrivals)
  }

  #begin(isHeader: boolean, arrivals: Arrivals): void {
    this.#reader = this.#decide(isHeader)
    for (const chunk of this.#held) this.#reader.push(chunk, arrivals)
    this.#held = []
  }
}
