/** Finds where frames end in the pieces that a network makes of them. Knows lengths, and nothing of what is in a frame. */

const LENGTH_BITS = 0x7f
const MASKED = 0x80
const MASK_BYTES = 4
const LEAST_HEAD_BYTES = 2
const MOST_HEAD_BYTES = 14
const MIDDLE_MARK = 126
const LONG_MARK = 127

export class FrameScan {
  readonly #head = Buffer.alloc(MOST_HEAD_BYTES)
  #headBytes = 0
  /** Of the payload, what has not come yet. */
  #left = 0

  /** Whether the next byte begins a frame. */
  get isBetween(): boolean {
    return this.#headBytes === 0 && this.#left === 0
  }

  /** Goes on to the end of the frame, or as far as the piece reaches; returns how far that is. */
  skip(piece: Buffer, start: number): number {
    let at = start
    if (this.#left === 0) {
      while (at < piece.length && this.#headBytes < this.#wantedHead)
        this.#head[this.#headBytes++] = piece[at++] ?? 0
      if (this.#headBytes < this.#wantedHead) return at
      this.#left = this.#payload
      this.#headBytes = 0
    }
    const step = Math.min(this.#left, piece.length - at)
    this.#left -= step
    return at + step
  }

  /** The frame that was begun last was not taken: it will come again, from its first byte. */
  takeBack(): void {
    this.#headBytes = 0
    this.#left = 0
  }

  get #mark(): number {
    return (this.#head[1] ?? 0) & LENGTH_BITS
  }

  get #wantedHead(): number {
    if (this.#headBytes < LEAST_HEAD_BYTES) return LEAST_HEAD_BYTES
    const mask = (this.#head[1] ?? 0) & MASKED ? MASK_BYTES : 0
    if (this.#mark < MIDDLE_MARK) return LEAST_HEAD_BYTES + mask
    return LEAST_HEAD_BYTES + (this.#mark === LONG_MARK ? 8 : 2) + mask
  }

  get #payload(): number {
    if (this.#mark < MIDDLE_MARK) return this.#mark
    return this.#mark === LONG_MARK ? Number(this.#head.readBigUInt64BE(2)) : this.#head.readUInt16BE(2)
  }
}
