/** Text frames as they are written, all of one turn of the event loop in one piece. */

import type { Duplex } from 'node:stream'
import { applyMask, MASK_BYTES, takeMask } from './frame-mask.js'

/** Which end of a socket we are: the frames of a client are masked. */
export type Side = 'client' | 'server'

const WHOLE_TEXT = 0x81
const MASKED = 0x80
const SHORT_BYTES = 125
const MIDDLE_BYTES = 0xffff
const MIDDLE_MARK = 126
const LONG_MARK = 127

// Beyond this what has gathered goes out at once: the peer works on it while the rest is still being written.
const ENOUGH_CHARACTERS = 64 * 1024

/**
 * Whole frames only: what the package itself has to say (a ping, a farewell) may be written between any two of them. A
 * string and a header written apart cost the stream two entries, a list of both, and the encoding one by one.
 */
export class FrameGatherer {
  readonly #carrier: Duplex
  readonly #isMasked: boolean
  // Made for what comes: a list that has waited for its texts is old to the collector, and they would grow old with it.
  #texts: string[] | undefined
  #characters = 0

  constructor(carrier: Duplex, side: Side) {
    this.#carrier = carrier
    this.#isMasked = side === 'client'
  }

  add(text: string): void {
    if (this.#texts === undefined) {
      process.nextTick(this.flush)
      this.#texts = []
    }
    this.#texts.push(text)
    this.#characters += text.length
    if (this.#characters > ENOUGH_CHARACTERS) this.flush()
  }

  readonly flush = (): void => {
    const texts = this.#texts
    if (texts === undefined) return
    this.#texts = undefined
    this.#characters = 0
    if (this.#carrier.writable) this.#carrier.write(framed(texts, this.#isMasked))
  }
}

function framed(texts: readonly string[], isMasked: boolean): Buffer {
  const [only] = texts
  // Mostly there is one, and whoever waits for it waits for this.
  if (texts.length === 1 && only !== undefined) return framedAlone(only, isMasked)
  const lengths = texts.map(text => Buffer.byteLength(text))
  const total = lengths.reduce((sum, length) => sum + headBytes(length, isMasked) + length, 0)
  const bytes = Buffer.allocUnsafe(total)
  let at = 0
  for (const [index, text] of texts.entries())
    at = writeFrame(bytes, at, { text, length: lengths[index] ?? 0, isMasked })
  return bytes
}

function framedAlone(text: string, isMasked: boolean): Buffer {
  const length = Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(headBytes(length, isMasked) + length)
  writeFrame(bytes, 0, { text, length, isMasked })
  return bytes
}

function headBytes(length: number, isMasked: boolean): number {
  const mask = isMasked ? MASK_BYTES : 0
  if (length <= SHORT_BYTES) return 2 + mask
  return length <= MIDDLE_BYTES ? 4 + mask : 10 + mask
}

interface Frame {
  readonly text: string
  /** In bytes. */
  readonly length: number
  readonly isMasked: boolean
}

/** Returns where the next one begins. */
function writeFrame(bytes: Buffer, start: number, { text, length, isMasked }: Frame): number {
  let at = writeHead(bytes, start, length)
  if (isMasked) {
    bytes[start + 1] = (bytes[start + 1] ?? 0) | MASKED
    takeMask(bytes, at)
    at += MASK_BYTES
  }
  bytes.write(text, at, 'utf8')
  if (isMasked) applyMask(bytes, at, at + length)
  return at + length
}

/** Returns where the rest begins. */
function writeHead(bytes: Buffer, at: number, length: number): number {
  bytes[at] = WHOLE_TEXT
  if (length <= SHORT_BYTES) {
    bytes[at + 1] = length
    return at + 2
  }
  if (length <= MIDDLE_BYTES) {
    bytes[at + 1] = MIDDLE_MARK
    return bytes.writeUInt16BE(length, at + 2)
  }
  bytes[at + 1] = LONG_MARK
  return bytes.writeBigUInt64BE(BigInt(length), at + 2)
}
