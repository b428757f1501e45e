/** Packets between the two processes: a length, a kind, a payload, cut out of a stream however it arrives. Bounded. */

export interface Packet {
  readonly kind: number
  readonly payload: Buffer
}

const HEAD_BYTES = 5
/** Settings and the surroundings of a program are the largest there is; bytes for a terminal go in pieces. */
export const MOST_PAYLOAD_BYTES = 4 * 1024 * 1024

/** Whoever sends this is not of our kind: the line is to be closed. */
export class WireFault extends Error {
  override readonly name = 'WireFault'
}

/** What a person is told of it. */
export const faultOf = (error: unknown): string =>
  `what came through the line is not understood: ${error instanceof Error ? error.message : String(error)}`

export function toPacket(kind: number, payload: Uint8Array): Buffer {
  if (payload.length > MOST_PAYLOAD_BYTES) throw new WireFault(`a packet of ${payload.length} bytes`)
  const packet = Buffer.allocUnsafe(HEAD_BYTES + payload.length)
  packet.writeUInt32BE(payload.length, 0)
  packet.writeUInt8(kind, 4)
  packet.set(payload, HEAD_BYTES)
  return packet
}

export class PacketReader {
  #pieces: Buffer[] = []
  #length = 0

  /** The packets that are whole now. Throws a `WireFault` for one that is too long. */
  read(piece: Buffer): readonly Packet[] {
    this.#pieces.push(piece)
    this.#length += piece.length
    const packets: Packet[] = []
    while (this.#length >= HEAD_BYTES) {
      const length = this.#peek(HEAD_BYTES).readUInt32BE(0)
      if (length > MOST_PAYLOAD_BYTES) throw new WireFault(`a packet of ${length} bytes`)
      if (this.#length < HEAD_BYTES + length) break
      const whole = this.#peek(HEAD_BYTES + length)
      packets.push({
        kind: whole.readUInt8(4),
        payload: Buffer.from(whole.subarray(HEAD_BYTES, HEAD_BYTES + length)),
      })
      this.#pieces = [whole.subarray(HEAD_BYTES + length)]
      this.#length -= HEAD_BYTES + length
    }
    return packets
  }

  /** So many bytes in one piece, which is joined only when they are all there. */
  #peek(length: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#pieces
    if (first.length >= length) return first
    const joined = Buffer.concat(this.#pieces)
    this.#pieces = [joined]
    return joined
  }
}
