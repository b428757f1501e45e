/** Bytes one behind the other in one piece of memory: what comes a byte at a time must not cost what an object does for each. */

const SMALLEST = 4_096

export class ByteRoom {
  #room = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(bytes: Buffer): void {
    const wanted = this.#length + bytes.length
    if (wanted > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(SMALLEST, 2 * wanted))
      this.#room.copy(larger, 0, 0, this.#length)
      this.#room = larger
    }
    this.#length += bytes.copy(this.#room, this.#length)
  }

  /** The first of them, which are here no more. */
  take(count: number): Buffer {
    const taken = Buffer.from(this.#room.subarray(0, Math.min(count, this.#length)))
    this.#room.copyWithin(0, taken.length, this.#length)
    this.#length -= taken.length
    return taken
  }

  /** No more than so many of the last ones stay. */
  keepLast(count: number): void {
    if (this.#length > count) this.take(this.#length - count)
  }

  clear(): void {
    this.#room = Buffer.alloc(0)
    this.#length = 0
  }
}
