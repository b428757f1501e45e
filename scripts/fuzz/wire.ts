/** Messages on a stream of bytes, both ways, in both framings, and cut anywhere. Knows no message. */
import type { Random } from './random.js'

export type Framing = 'lines' | 'content-length'

const NEWLINE = Buffer.from('\n')

export function frame(payload: Uint8Array, framing: Framing): Buffer {
  if (framing === 'lines') return Buffer.concat([payload, NEWLINE])
  return Buffer.concat([Buffer.from(`Content-Length: ${payload.length}\r\n\r\n`), payload])
}

/** The frames a reader sees in a payload: a newline ends a line, but is white space between headers. */
export function framesIn(payload: Buffer, framing: Framing): Buffer[] {
  if (framing === 'content-length' || !payload.includes(10)) return [payload]
  const frames: Buffer[] = []
  let start = 0
  for (let end = payload.indexOf(10); end >= 0; end = payload.indexOf(10, start)) {
    frames.push(payload.subarray(start, end))
    start = end + 1
  }
  return [...frames, payload.subarray(start)]
}

/** Mostly whole, sometimes in a few pieces, sometimes in very many. */
export function cut(bytes: Buffer, random: Random): Buffer[] {
  if (bytes.length < 2 || random.chance(0.8)) return [bytes]
  const pieces = Math.min(bytes.length, random.pick([2, 3, 7, 40]))
  const places = Array.from({ length: pieces - 1 }, () => random.below(bytes.length)).sort((a, b) => a - b)
  return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length))
}

/** Takes a peer's output apart. A message begins with a brace or bracket, so a header shows itself. */
export class OutputReader {
  #held: Buffer[] = []

  /** The whole messages in what has arrived so far, as texts. */
  push(chunk: Buffer): string[] {
    this.#held.push(chunk)
    if (!chunk.includes(10) && this.#held.length > 1 && this.#held[0]?.[0] !== 67) return []
    let rest = this.#held.length === 1 ? chunk : Buffer.concat(this.#held)
    const texts: string[] = []
    for (let next = take(rest); next !== undefined; next = take(rest)) {
      texts.push(next.text)
      rest = rest.subarray(next.length)
    }
    this.#held = rest.length === 0 ? [] : [rest]
    return texts
  }

  /** What came without an end. */
  get remainder(): string {
    return Buffer.concat(this.#held).toString()
  }
}

function take(bytes: Buffer): { readonly text: string; readonly length: number } | undefined {
  if (bytes[0] !== 67) {
    const end = bytes.indexOf(10)
    return end < 0 ? undefined : { text: bytes.toString('utf8', 0, end), length: end + 1 }
  }
  const start = bytes.indexOf('\r\n\r\n')
  if (start < 0) return undefined
  const length = start + 4 + Number(/^Content-Length: (\d+)$/.exec(bytes.toString('latin1', 0, start))?.[1])
  return bytes.length < length ? undefined : { text: bytes.toString('utf8', start + 4, length), length }
}
