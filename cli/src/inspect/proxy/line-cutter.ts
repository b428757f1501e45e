/** Cuts bytes into lines wherever the pieces end. A line beyond the limit is counted, and only its beginning is kept. */

const NEWLINE = 10
const BEGINNING_BYTES = 4_096

/** A line without its newline. */
export interface CutLine {
  /** All of it, or its beginning where it was too long. */
  readonly bytes: Uint8Array
  /** How long it was on the wire, its newline included. */
  readonly length: number
  readonly isWhole: boolean
}

export class LineCutter {
  readonly #most: number
  #held: Uint8Array[] = []
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The lines that these bytes complete. */
  *cut(bytes: Uint8Array): Generator<CutLine> {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      if (this.#length === 0 && end - start <= this.#most)
        yield { bytes: bytes.subarray(start, end), length: end - start + 1, isWhole: true }
      else {
        this.#hold(bytes.subarray(start, end))
        yield this.#take(1)
      }
      start = end + 1
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start))
  }

  /** What was left without a newline. */
  end(): CutLine | undefined {
    return this.#length === 0 ? undefined : this.#take(0)
  }

  #hold(bytes: Uint8Array): void {
    const wasWhole = this.#length <= this.#most
    this.#length += bytes.length
    if (this.#length <= this.#most) this.#held.push(bytes)
    else if (wasWhole) {
      const beginning = joined([...this.#held, bytes.subarray(0, BEGINNING_BYTES)]).slice(0, BEGINNING_BYTES)
      this.#held = [beginning]
    }
  }

  #take(newline: number): CutLine {
    const isWhole = this.#length <= this.#most
    const line = { bytes: joined(this.#held), length: this.#length + newline, isWhole }
    this.#held = []
    this.#length = 0
    return line
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
}
