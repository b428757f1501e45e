/**
 * Reads the copy of a wire, piece by piece. Lets the thread breathe in between, so that what was read reaches the disk while
 * more is coming; and when there is no time left it says how much was left out.
 */

import type { Entry } from '@parley/acp/inspect'
import { weightOf } from './copier.js'
import type { FromReader, Piece } from './copy.js'
import { type Dissected, Dissector } from './dissector.js'
import type { EntrySink } from './sink.js'

/** Timers and files have their turn at least this often. */
const BREATH_MILLISECONDS = 8

export class Reading {
  readonly #sinks: Promise<readonly EntrySink[]>
  readonly #tell: (news: FromReader) => void
  readonly #dissector = new Dissector()
  readonly #late: Promise<void>
  #isLate = false
  #hurry: () => void = () => {}
  #breathed = performance.now()
  #left = 0
  #last = 0

  constructor(sinks: Promise<readonly EntrySink[]>, tell: (news: FromReader) => void) {
    this.#sinks = sinks
    this.#tell = tell
    this.#late = new Promise(resolve => {
      this.#hurry = resolve
    })
  }

  /** From now on nothing more is read, and nobody is waited for. */
  hurry(): void {
    this.#isLate = true
    this.#hurry()
  }

  async take(pieces: readonly Piece[]): Promise<void> {
    const opened = await this.#sinks
    try {
      for (const piece of pieces) {
        if (performance.now() - this.#breathed > BREATH_MILLISECONDS) await this.#breathe()
        if (this.#isLate) this.#leave(piece, opened)
        else await this.#read(piece, opened)
      }
    } finally {
      this.#tell({ taken: weightOf(pieces) })
    }
  }

  /** Everything that was read is written. */
  async end(): Promise<void> {
    const opened = await this.#sinks
    this.#tellLeft(opened)
    await Promise.all(opened.map(sink => sink.close()))
  }

  async #breathe(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    this.#breathed = performance.now()
  }

  async #read(piece: Piece, opened: readonly EntrySink[]): Promise<void> {
    for (const dissected of this.#dissector.dissect(piece)) {
      const wait = hand(opened, dissected)
      // Only where somebody asks for it: a wait for each entry would cost more than the entries.
      if (wait !== undefined) await Promise.race([wait, this.#late])
    }
  }

  /** What happened to the wire is told all the same, and before it that something is missing. */
  #leave(piece: Piece, opened: readonly EntrySink[]): void {
    const { at } = piece
    this.#last = at
    if ('bytes' in piece) {
      this.#left += piece.bytes.length
      return
    }
    if (piece.event === 'exited') this.#tellLeft(opened)
    handAndGo(opened, { at, event: piece.event, detail: piece.detail })
  }

  #tellLeft(opened: readonly EntrySink[]): void {
    if (this.#left === 0) return
    const detail = `${this.#left} bytes were left out: there was no time to read them`
    this.#left = 0
    handAndGo(opened, { at: this.#last, event: 'omitted', detail })
    this.#tell({ remark: detail })
  }
}

function hand(opened: readonly EntrySink[], { entry, text }: Dissected): Promise<unknown> | undefined {
  const waits = opened.map(sink => sink.append(entry, text)).filter(wait => wait !== undefined)
  return waits.length === 0 ? undefined : Promise.all(waits)
}

/** For who cannot wait, also not for what goes wrong. */
function handAndGo(opened: readonly EntrySink[], entry: Entry): void {
  hand(opened, { entry })?.catch(() => {})
}
