/** Frames of a WebSocket, byte by byte: who proves others must be able to send and to read what no library would. */

import { randomBytes } from 'node:crypto'

/** What a frame is for. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface Frame {
  readonly isLast: boolean
  readonly opcode: number
  readonly payload: Buffer
}

/** A message put together from its frames, or a frame that stands for itself. */
export interface Parcel {
  readonly opcode: number
  readonly payload: Buffer
}

export interface FrameOptions {
  /** As clients must, and servers must not. */
  readonly isMasked: boolean
  readonly isLast?: boolean | undefined
}

const SHORT = 125
const MIDDLE = 126
const LONG = 127
const MOST_MIDDLE = 0xffff
const FIN = 0x80
const MASK = 0x80
const MASK_BYTES = 4
const MOST_BYTES = 64 * 1024 * 1024

/** One frame as bytes. */
export function toFrame(
  opcode: number,
  payload: Uint8Array,
  { isMasked, isLast = true }: FrameOptions,
): Buffer {
  const first = (isLast ? FIN : 0) | opcode
  const mask = isMasked ? MASK : 0
  const head = headOf(first, mask, payload.length)
  if (!isMasked) return Buffer.concat([head, payload])
  const key = randomBytes(MASK_BYTES)
  return Buffer.concat([head, key, unmasked(payload, key)])
}

function headOf(first: number, mask: number, length: number): Buffer {
  if (length <= SHORT) return Buffer.from([first, mask | length])
  if (length <= MOST_MIDDLE) return Buffer.from([first, mask | MIDDLE, length >> 8, length & 0xff])
  const head = Buffer.alloc(10)
  head[0] = first
  head[1] = mask | LONG
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

/** The same act masks and takes the mask away. */
function unmasked(payload: Uint8Array, key: Uint8Array): Buffer {
  const bytes = Buffer.from(payload)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = (bytes[index] ?? 0) ^ (key[index % MASK_BYTES] ?? 0)
  return bytes
}

/** Bytes into messages. Holds no more than one message may have. */
export class FrameReader {
  #rest = Buffer.alloc(0)
  // What came since, put together only when a frame may be whole: a long one comes in thousands of pieces.
  #fresh: Uint8Array[] = []
  #held = 0
  #needed = 2
  #parts: Buffer[] = []
  #opcode = 0
  #size = 0
  #isSpoilt = false

  /** Whether something came that cannot be read any further. */
  get isSpoilt(): boolean {
    return this.#isSpoilt
  }

  push(chunk: Uint8Array): readonly Parcel[] {
    if (this.#isSpoilt) return []
    this.#fresh.push(chunk)
    this.#held += chunk.length
    if (this.#held < this.#needed) return []
    this.#rest = Buffer.concat([this.#rest, ...this.#fresh])
    this.#fresh = []
    const parcels: Parcel[] = []
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) {
      const parcel = this.#add(frame)
      if (parcel !== undefined) parcels.push(parcel)
    }
    this.#held = this.#rest.length
    return parcels
  }

  #next(): Frame | undefined {
    const [first = 0, second = 0] = this.#rest
    const lengthBytes = { [MIDDLE]: 2, [LONG]: 8 }[second & SHORT_BITS] ?? 0
    const keyBytes = second & MASK ? MASK_BYTES : 0
    const head = 2 + lengthBytes + keyBytes
    this.#needed = Math.max(2, head)
    if (this.#rest.length < this.#needed) return undefined
    const length = this.#lengthOf(second & SHORT_BITS)
    if (length > MOST_BYTES) {
      this.#isSpoilt = true
      return undefined
    }
    this.#needed = head + length
    if (this.#rest.length < this.#needed) return undefined
    const body = this.#rest.subarray(head, head + length)
    const payload =
      keyBytes === 0 ? Buffer.from(body) : unmasked(body, this.#rest.subarray(head - keyBytes, head))
    this.#rest = this.#rest.subarray(head + length)
    return { isLast: (first & FIN) !== 0, opcode: first & 0x0f, payload }
  }

  #lengthOf(short: number): number {
    if (short === MIDDLE) return this.#rest.readUInt16BE(2)
    return short === LONG ? Number(this.#rest.readBigUInt64BE(2)) : short
  }

  /** A control frame may stand between the pieces of a message. */
  #add({ isLast, opcode, payload }: Frame): Parcel | undefined {
    if (opcode >= opcodes.close) return { opcode, payload }
    if (opcode !== opcodes.continuation) this.#opcode = opcode
    this.#parts.push(payload)
    this.#size += payload.length
    if (this.#size > MOST_BYTES) this.#isSpoilt = true
    if (!isLast || this.#isSpoilt) return undefined
    const whole = this.#parts.length === 1 ? payload : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    return { opcode: this.#opcode, payload: whole }
  }
}

const SHORT_BITS = 0x7f
