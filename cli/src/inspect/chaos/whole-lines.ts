/** Cuts bytes into lines and loses none: what is no whole line yet waits, and what grows too long goes on in pieces. */

const NEWLINE = 10

/** A line with its newline; or a piece of one that is too long to be looked at. */
export interface WholeLine {
  readonly bytes: Uint8Array
  readonly isPiece: boolean
}

export class WholeLines {
  readonly #most: number
  #held: Uint8Array[] = []
  #length = 0
  /** The rest of a line whose beginning has gone on already. */
  #isPassing = false

  constructor(most: number) {
    this.#most = most
  }

  *push(bytes: Uint8Array): Generator<WholeLine> {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#hold(bytes.subarray(start, end + 1))
      yield this.#take()
      this.#isPassing = false
      start = end + 1
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start))
    if (this.#length > this.#most || (this.#isPassing && this.#length > 0)) {
      this.#isPassing = true
      yield this.#take()
    }
  }

  end(): WholeLine | undefined {
    return this.#length === 0 ? undefined : this.#take()
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes)
    this.#length += bytes.length
  }

  #take(): WholeLine {
    const line = { bytes: Buffer.concat(this.#held), isPiece: this.#isPassing }
    this.#held = []
    this.#length = 0
    return line
  }
}
