/** The way out for a person whose worker does not answer: Ctrl+C, again and again. */

const PRESSES = 3
/** As terminals send it: of old, and in the two newer ways. */
const INTERRUPT = 3
const INTERRUPTS = [Buffer.from('\x1b[99;5u'), Buffer.from('\x1b[27;5;99~')]

export class Patience {
  #presses = 0

  /** Something was heard from the worker. */
  renew(): void {
    this.#presses = 0
  }

  /** Whether these keys are the last of so many that nobody answered. */
  isLost(bytes: Buffer): boolean {
    // Several that were pressed in a hurry may be read as one.
    if (bytes.length > 0 && bytes.every(byte => byte === INTERRUPT)) this.#presses += bytes.length
    else if (INTERRUPTS.some(each => bytes.equals(each))) this.#presses++
    return this.#presses >= PRESSES
  }
}
