/** Text that was pasted: collected up to its end mark, in pieces cut anywhere, and never read as keys. */

/** What comes behind `ESC [` where a paste begins. */
export const PASTE_START = '200~'

const END = Buffer.from('\x1b[201~', 'latin1')
/** What is beyond this is left out. */
const MOST_BYTES = 16 * 1024 * 1024

export class PasteReader {
  readonly #pieces: Buffer[] = []
  /** What could be the beginning of the end mark. */
  #tail: Buffer = Buffer.alloc(0)
  #length = 0

  /** Where in this piece the paste was over; nothing where it goes on. */
  read(piece: Buffer): number | undefined {
    const before = this.#tail.length
    const data = before === 0 ? piece : Buffer.concat([this.#tail, piece])
    const found = data.indexOf(END)
    if (found !== -1) {
      this.#keep(data.subarray(0, found))
      this.#tail = Buffer.alloc(0)
      return found + END.length - before
    }
    const kept = data.length - beginningAtEnd(data)
    this.#keep(data.subarray(0, kept))
    this.#tail = Buffer.from(data.subarray(kept))
    return undefined
  }

  /** What was pasted, with the line ends of this program. */
  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8').replace(/\r\n?/g, '\n')
  }

  #keep(piece: Buffer): void {
    const room = MOST_BYTES - this.#length
    if (room <= 0 || piece.length === 0) return
    const kept = Buffer.from(piece.subarray(0, room))
    this.#pieces.push(kept)
    this.#length += kept.length
  }
}

function beginningAtEnd(data: Buffer): number {
  for (let length = Math.min(END.length - 1, data.length); length > 0; length--)
    if (data.subarray(data.length - length).equals(END.subarray(0, length))) return length
  return 0
}
