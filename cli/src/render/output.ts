/** A stream that is written to no faster than it is read. Whoever stops reading is told of once; knows nothing of what is said. */

// Small pieces are gathered for one turn of the loop: a write for each would cost more than all the rest.
const MOST_PENDING = 16 * 1024

export class Output {
  readonly #stream: NodeJS.WriteStream
  #waiting: Promise<void> | undefined
  #release: () => void = () => {}
  #isLost = false
  #pending = ''
  #timer: NodeJS.Immediate | undefined

  constructor(stream: NodeJS.WriteStream, onLost: () => void) {
    this.#stream = stream
    const lose = (): void => {
      if (this.#isLost) return
      this.abandon()
      onLost()
    }
    // Stays for good: a late error of a pipe that nobody reads must not end the process.
    stream.on('error', lose)
    stream.on('close', lose)
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Nothing when there is room for more; else a promise that waits for it. */
  write(text: string): Promise<void> | undefined {
    if (this.#isLost || text === '') return undefined
    this.#pending += text
    if (this.#pending.length >= MOST_PENDING) this.push()
    else this.#timer ??= setImmediate(() => this.push())
    return this.#waiting
  }

  /** Hands over what was gathered, now. */
  push(): void {
    clearImmediate(this.#timer)
    this.#timer = undefined
    const text = this.#pending
    this.#pending = ''
    if (this.#isLost || text === '' || this.#stream.write(text)) return
    this.#waiting ??= new Promise(resolve => {
      const done = (): void => {
        this.#waiting = undefined
        this.#stream.off('drain', done)
        resolve()
      }
      this.#release = done
      this.#stream.once('drain', done)
    })
  }

  /** Nothing more is written, and nobody waits any longer. */
  abandon(): void {
    this.#isLost = true
    this.#release()
  }

  /** Resolves when everything was taken, or after so many milliseconds, and then gives up what was not. */
  async flush(milliseconds: number): Promise<void> {
    this.push()
    if (this.#stream.writableLength === 0) return
    await new Promise<void>(resolve => {
      if (this.#isLost) return resolve()
      const timer = setTimeout(resolve, milliseconds)
      const done = (): void => {
        clearTimeout(timer)
        resolve()
      }
      this.#stream.once('drain', done)
      this.#stream.once('close', done)
      this.#stream.once('error', done)
    })
    if (this.#stream.writableLength > 0) this.#stream.destroy()
  }
}
