/** Text frames as a server writes them, all of one turn of the event loop in one piece. */

import type { Duplex } from 'node:stream'

const WHOLE_TEXT = 0x81
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
  #texts: string[] = []
  #characters = 0

  constructor(carrier: Duplex) {
    this.#carrier = carrier
  }

  /** Characters that are not written yet. */
  get length(): number {
    return this.#characters
  }

  add(text: string): void {
    if (this.#texts.length === 0) process.nextTick(this.flush)
    this.#texts.push(text)
    this.#characters += text.length
    if (this.#characters > ENOUGH_CHARACTERS) this.flush()
  }

  readonly flush = (): void => {
    if (this.#texts.length === 0) return
    const texts = this.#texts
    this.#texts = []
    this.#characters = 0
    if (this.#carrier.writable) this.#carrier.write(framed(texts))
  }
}

function framed(texts: readonly string[]): Buffer {
  const [only] = texts
  // Mostly there is one, and whoever waits for it waits for this.
  if (texts.length === 1 && only !== undefined) return framedAlone(only)
  const lengths = texts.map(text => Buffer.byteLength(text))
  const total = lengths.reduce((sum, length) => sum + headBytes(length) + length, 0)
  const bytes = Buffer.allocUnsafe(total)
  let at = 0
  for (const [index, text] of texts.entries()) {
    const length = lengths[index] ?? 0
    at = writeHead(bytes, at, length)
    bytes.write(text, at, 'utf8')
    at += length
  }
  return bytes
}

function framedAlone(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(headBytes(length) + length)
  bytes.write(text, writeHead(bytes, 0, length), 'utf8')
  return bytes
}

function headBytes(length: number): number {
  if (length <= SHORT_BYTES) return 2
  return length <= MIDDLE_BYTES ? 4 : 10
}

/** Returns where the text begins. */
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
