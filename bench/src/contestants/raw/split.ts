/** Bytes to lines: finds the newline byte, gathers the pieces of an unfinished line, decodes once. */

const newline = 10
const smallBytes = 1024
const blockBytes = 64 * 1024

export function createSplitter(onLine: (text: string) => void): (chunk: Buffer) => void {
  const unfinished = new Gathered()
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      if (unfinished.length === 0) onLine(chunk.toString('utf8', start, end))
      else {
        unfinished.append(chunk.subarray(start, end))
        onLine(unfinished.take())
      }
      start = end + 1
    }
    if (start < chunk.length) unfinished.append(start === 0 ? chunk : chunk.subarray(start))
  }
}

/**
 * The pieces of one line, joined once at its end. Small ones are copied together first: a list of a million
 * 64-byte pieces would cost the collector more than the copies.
 */
class Gathered {
  length = 0
  #pieces: Buffer[] = []
  #block: Buffer | undefined
  #used = 0

  append(piece: Buffer): void {
    this.length += piece.length
    if (piece.length >= smallBytes) {
      this.#endBlock()
      this.#pieces.push(piece)
      return
    }
    if (this.#block !== undefined && this.#used + piece.length > blockBytes) this.#endBlock()
    this.#block ??= Buffer.allocUnsafe(blockBytes)
    piece.copy(this.#block, this.#used)
    this.#used += piece.length
  }

  take(): string {
    this.#endBlock()
    const text = Buffer.concat(this.#pieces, this.length).toString('utf8')
    this.#pieces = []
    this.length = 0
    return text
  }

  #endBlock(): void {
    if (this.#block !== undefined) this.#pieces.push(this.#block.subarray(0, this.#used))
    this.#block = undefined
    this.#used = 0
  }
}
