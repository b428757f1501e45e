/** Tells a listener of output as it comes. A slow one neither slows the command nor costs memory: it misses some of it. */

import { OutputRing } from './output-ring.js'

const MOST_BYTES = 256 * 1024

/** What a listener gets: whole characters, and how many bytes before them it missed. */
export type Show = (text: string, missedBytes: number) => void | Promise<void>

/** What is not shown yet. */
export class LiveView {
  readonly #show: Show
  #waiting: OutputRing | undefined
  #waitingBytes = 0
  #showing: Promise<void> | undefined

  constructor(show: Show) {
    this.#show = show
  }

  push(bytes: Uint8Array): void {
    this.#waiting ??= new OutputRing(MOST_BYTES)
    this.#waiting.append(bytes)
    this.#waitingBytes += bytes.length
    this.#showing ??= this.#showAll()
  }

  /** Everything that was pushed has been shown, and the listener is done with it. */
  async settled(): Promise<void> {
    await this.#showing
  }

  async #showAll(): Promise<void> {
    // What arrives in one turn of the loop is shown at once.
    await new Promise(setImmediate)
    while (this.#waiting !== undefined) {
      const { text, isTruncated } = this.#waiting.read()
      const missed = isTruncated ? Math.max(0, this.#waitingBytes - Buffer.byteLength(text)) : 0
      this.#waiting = undefined
      this.#waitingBytes = 0
      try {
        await this.#show(text, missed)
      } catch {
        // A listener's fault must not end the command.
      }
    }
    this.#showing = undefined
  }
}
