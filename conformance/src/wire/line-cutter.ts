/** Bytes into lines. Keeps each line as bytes: whether they are text at all is for the judge. */

const NEWLINE = 10

export class LineCutter {
  #rest: Uint8Array[] = []
  /** Bytes of the line that is not whole yet. */
  held = 0

  /** The lines that are whole by now. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(this.#take(chunk.subarray(start, end)))
      start = end + 1
    }
    if (start < chunk.length) {
      this.#rest.push(chunk.subarray(start))
      this.held += chunk.length - start
    }
    return lines
  }

  /** What came without the end of a line. */
  flush(): Uint8Array | undefined {
    return this.#rest.length === 0 ? undefined : this.#take(new Uint8Array(0))
  }

  #take(last: Uint8Array): Uint8Array {
    const parts = [...this.#rest, last]
    this.#rest = []
    this.held = 0
    return parts.length === 1 ? last : Buffer.concat(parts)
  }
}
