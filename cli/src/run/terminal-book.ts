/** The end of what each command printed. Bounded: a command may print for ever. */

const MOST_CHARACTERS = 64 * 1024
const MOST_TERMINALS = 64

export interface Shown {
  readonly text: string
  readonly isCut: boolean
  readonly exit?: string | undefined
}

export class TerminalBook {
  readonly #shown = new Map<string, Shown>()

  append(terminalId: string, text: string): void {
    const { text: before, ...known } = this.of(terminalId)
    const all = before + text
    const isCut = known.isCut || all.length > MOST_CHARACTERS
    // Cut now and then: to cut at every piece would copy all of it every time.
    const kept = all.length > 2 * MOST_CHARACTERS ? all.slice(-MOST_CHARACTERS) : all
    this.#put(terminalId, { ...known, text: kept, isCut })
  }

  end(terminalId: string, exit: string): void {
    this.#put(terminalId, { ...this.of(terminalId), exit })
  }

  of(terminalId: string): Shown {
    return this.#shown.get(terminalId) ?? { text: '', isCut: false }
  }

  #put(terminalId: string, shown: Shown): void {
    this.#shown.set(terminalId, shown)
    if (this.#shown.size <= MOST_TERMINALS) return
    const [oldest] = this.#shown.keys()
    if (oldest !== undefined) this.#shown.delete(oldest)
  }
}
