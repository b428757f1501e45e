/** The last of what a command printed: bytes in a ring that never grows beyond its limit, read as whole characters. */

import { rpcError } from '../../protocol/index.js'
import { headlessBytes } from './characters.js'

const USUAL_BYTES = 1024 * 1024
const MOST_BYTES = 10 * 1024 * 1024
const FIRST_BYTES = 4 * 1024

/** How much to keep: what was asked for, up to the most that anybody gets. */
export function toByteLimit(requested: number | null | undefined): number {
  if (requested === null || requested === undefined) return USUAL_BYTES
  if (!Number.isSafeInteger(requested) || requested < 0)
    throw rpcError('invalid_params', 'outputByteLimit is not a whole number from zero on')
  return Math.min(requested, MOST_BYTES)
}

/** Text, and whether something before it is missing. */
export interface RingText {
  readonly text: string
  readonly isTruncated: boolean
}

/** A ring of bytes. It grows with what it holds, up to its limit. */
export class OutputRing {
  #limit: number
  #bytes: Uint8Array
  /** Where the oldest byte stands; zero until the ring is full. */
  #start = 0
  #length = 0
  #isTruncated = false

  constructor(limit: number) {
    this.#limit = limit
    this.#bytes = new Uint8Array(Math.min(limit, FIRST_BYTES))
  }

  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#limit) this.#isTruncated = true
    const tail = bytes.length > this.#limit ? bytes.subarray(bytes.length - this.#limit) : bytes
    if (tail.length === 0) return
    this.#makeRoom(tail.length)
    const size = this.#bytes.length
    const at = (this.#start + this.#length) % size
    const first = Math.min(tail.length, size - at)
    this.#bytes.set(first === tail.length ? tail : tail.subarray(0, first), at)
    if (first < tail.length) this.#bytes.set(tail.subarray(first), 0)
    const excess = Math.max(0, this.#length + tail.length - size)
    this.#start = (this.#start + excess) % size
    this.#length += tail.length - excess
  }

  /** How much memory it takes. */
  get byteSize(): number {
    return this.#bytes.length
  }

  /** Keeps the last of what it holds, and no more than that from now on. */
  trim(limit: number): void {
    if (limit >= this.#limit) return
    const kept = this.#inOrder()
    if (kept.length > limit) this.#isTruncated = true
    this.#limit = limit
    this.#bytes = kept.slice(Math.max(0, kept.length - limit))
    this.#start = 0
    this.#length = this.#bytes.length
  }

  /** What is there, from the first whole character on. Bytes that are no text are shown as such. */
  read(): RingText {
    let bytes = this.#inOrder()
    if (this.#isTruncated) bytes = bytes.subarray(headlessBytes(bytes))
    // The mark of a byte order is a part of what was printed.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const text = decoder.decode(bytes)
    // Each byte that is no text is shown by a character of three.
    if (text.length * 3 <= this.#limit || Buffer.byteLength(text) <= this.#limit)
      return { text, isTruncated: this.#isTruncated }
    const shown = new TextEncoder().encode(text)
    const fitting = shown.subarray(shown.length - this.#limit)
    return { text: decoder.decode(fitting.subarray(headlessBytes(fitting))), isTruncated: true }
  }

  #inOrder(): Uint8Array {
    const end = this.#start + this.#length
    if (end <= this.#bytes.length) return this.#bytes.subarray(this.#start, end)
    const ordered = new Uint8Array(this.#length)
    ordered.set(this.#bytes.subarray(this.#start))
    ordered.set(this.#bytes.subarray(0, end - this.#bytes.length), this.#bytes.length - this.#start)
    return ordered
  }

  /** Doubles while there is less than the limit. A ring that is not full begins at zero, so a plain copy will do. */
  #makeRoom(more: number): void {
    const needed = Math.min(this.#length + more, this.#limit)
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(needed, 2 * this.#bytes.length)))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
