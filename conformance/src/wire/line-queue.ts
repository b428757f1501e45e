/** Lines that came and were not read yet. Whoever floods the examiner is not listened to any longer. */

import type { Line } from './wire.js'

const MOST_BYTES = 256 * 1024 * 1024

export class LineQueue {
  #lines: Line[] = []
  #left = MOST_BYTES
  #isOver = false
  #wake: () => void = () => {}

  push(bytes: Uint8Array): void {
    this.#left -= bytes.length
    if (this.#left < 0) return this.end()
    if (this.#isOver) return
    this.#lines.push({ bytes })
    this.#wake()
  }

  end(): void {
    this.#isOver = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Line> {
    for (;;) {
      const lines = this.#lines
      this.#lines = []
      yield* lines
      if (this.#lines.length > 0) continue
      if (this.#isOver) return
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }
}
