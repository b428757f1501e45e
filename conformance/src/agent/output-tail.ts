/** The end of what a command prints, in whole characters and no more than so many bytes. */

const MOST_BYTES = 10_000_000

export class OutputTail {
  readonly #limit: number
  #bytes: Buffer = Buffer.alloc(0)
  /** Whether something before it was dropped. */
  isCut = false

  constructor(limit: number) {
    this.#limit = Math.min(Math.max(Math.floor(limit), 0), MOST_BYTES)
  }

  get text(): string {
    return this.#bytes.toString('utf8')
  }

  append(text: string): void {
    const all = Buffer.concat([this.#bytes, Buffer.from(text)])
    this.#bytes = all.length <= this.#limit ? all : all.subarray(firstWhole(all, all.length - this.#limit))
    this.isCut ||= all.length > this.#limit
  }
}

/** Bytes that begin with 10 go on with a character. */
function firstWhole(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && ((bytes[at] ?? 0) & 0b1100_0000) === 0b1000_0000) at++
  return at
}
