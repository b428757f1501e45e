/** Where a run shows itself: the conversation on one stream, remarks on the other. While a question stands there both wait. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { Output } from '../render/output.js'
import type { Shell } from '../shell.js'

const MOST_WAITING = 1_000

export class Screen {
  readonly output: Output
  readonly #stderr: Shell['stderr']
  #waiting: string[] | undefined

  constructor({ stdout, stderr }: Pick<Shell, 'stdout' | 'stderr'>, onLost: () => void) {
    this.output = new Output(stdout, onLost)
    this.#stderr = stderr
  }

  /** Something beside the conversation; it is cleaned here. */
  remark(text: string): void {
    const clean = sanitizeForDisplay(text)
    if (this.#waiting === undefined) {
      this.output.push()
      this.#stderr.write(clean)
    } else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(clean)
  }

  /** Everything that was said is shown; what comes now waits. */
  pause(): void {
    this.output.pause()
    this.#waiting ??= []
  }

  resume(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const text of waiting) this.#stderr.write(text)
    this.output.resume()
  }
}
