/** Lets whole lines through and keeps back what is none yet. Blank lines, which only fill a sealed file up, are left out. */

const [LINE_END, BLANK] = [0x0a, 0x20]

export class WholeLines {
  #kept: Uint8Array[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The lines that are whole by now. */
  take(piece: Uint8Array): Uint8Array {
    const last = piece.lastIndexOf(LINE_END)
    if (last < 0) {
      this.#kept.push(piece)
      return new Uint8Array()
    }
    const whole = Buffer.concat([...this.#kept, piece.subarray(0, last + 1)])
    this.#kept = [piece.slice(last + 1)]
    return this.#filled(whole)
  }

  /** What has no end: of a text that is over it is a line, too. */
  rest(): Uint8Array {
    const rest = Buffer.concat(this.#kept)
    this.#kept = []
    return this.#filled(rest)
  }

  #filled(lines: Buffer): Uint8Array {
    const parts: Uint8Array[] = []
    for (let from = 0; from < lines.length; ) {
      const end = lines.indexOf(LINE_END, from)
      const next = end < 0 ? lines.length : end + 1
      const isBlank = lines[from] === BLANK || lines[from] === LINE_END
      if (!isBlank) {
        parts.push(lines.subarray(from, next))
        this.#count++
      }
      from = next
    }
    return Buffer.concat(parts)
  }
}
