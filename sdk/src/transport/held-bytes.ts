/** Bytes kept until the rest of their message arrives, in one buffer that is used again and again. */

const USUAL_BYTES = 64 * 1024
const KEPT_BYTES = 1024 * 1024

export class HeldBytes {
  #buffer = new Uint8Array(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  append(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    if (length > this.#buffer.length) this.#grow(length)
    this.#buffer.set(bytes, this.#length)
    this.#length = length
  }

  /** Everything held, in one piece that is good until the next `append`; holds nothing afterwards. */
  take(): Uint8Array {
    const all = this.#buffer.subarray(0, this.#length)
    this.clear()
    return all
  }

  clear(): void {
    this.#length = 0
    // One large message must not hold its size for the rest of the connection.
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(0)
  }

  // Doubling copies each byte about once more in all, however small the pieces are that a message comes in.
  #grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length, USUAL_BYTES))
    larger.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = larger
  }
}
