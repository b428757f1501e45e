/** The last of what passed, as lines, for whoever comes to watch later. Bounded; what fell out is counted. */

const MOST_CHARACTERS = 32 * 1024 * 1024
const MOST_LINES = 250_000

export class LineRing {
  readonly #mostCharacters: number
  #lines: string[] = []
  #first = 0
  #skipped = 0
  #characters = 0

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#mostCharacters = mostCharacters
  }

  /** The number of the oldest line that is still there; so many fell out. */
  get first(): number {
    return this.#first
  }

  /** The number that the next line will have. */
  get end(): number {
    return this.#first + this.#lines.length - this.#skipped
  }

  push(line: string): void {
    this.#lines.push(line)
    this.#characters += line.length
    while (this.end - this.#first > 1 && this.#isFull()) this.#drop()
  }

  at(number: number): string | undefined {
    return number < this.#first ? undefined : this.#lines[number - this.#first + this.#skipped]
  }

  #isFull(): boolean {
    return this.#characters > this.#mostCharacters || this.end - this.#first > MOST_LINES
  }

  #drop(): void {
    this.#characters -= this.#lines[this.#skipped]?.length ?? 0
    this.#lines[this.#skipped] = ''
    this.#skipped++
    this.#first++
    // Moving all the others for each that leaves would cost more than they do.
    if (this.#skipped > this.#lines.length / 2) {
      this.#lines = this.#lines.slice(this.#skipped)
      this.#skipped = 0
    }
  }
}
