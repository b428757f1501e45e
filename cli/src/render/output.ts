/** A stream that is written to no faster than it is read. Whoever stops reading is told of once; knows nothing of what is said. */

// Small pieces are gathered for one turn of the loop: a write for each would cost more than all the rest.
const MOST_PENDING = 16 * 1024

type Stream = Pick<NodeJS.WritableStream, 'write' | 'on' | 'once' | 'off'> & {
  readonly writableLength: number
  readonly destroyed: boolean
  destroy(): unknown
}

export class Output {
  readonly #stream: Stream
  #waiting: Promise<void> | undefined
  #release: () => void = () => {}
  #isLost = false
  #pending = ''
  #timer: NodeJS.Immediate | undefined
  /** Set while something else is on the screen. */
  #pause: { readonly over: Promise<void>; end(): void } | undefined

  constructor(stream: Stream, onLost: () => void) {
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

  /** Nothing when there is room for more; else a promise that waits for it. */
  write(text: string): Promise<void> | undefined {
    if (this.#isLost || text === '') return undefined
    this.#pending += text
    if (this.#pause !== undefined) return this.#pause.over
    if (this.#pending.length >= MOST_PENDING) this.push()
    else this.#timer ??= setImmediate(() => this.push())
    return this.#waiting
  }

  /** Hands over what was gathered, now. */
  push(): void {
    if (this.#pause !== undefined) return
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

  /** What was written is handed over; what comes now waits until it is resumed. */
  pause(): void {
    if (this.#pause !== undefined) return
    this.push()
    let end = (): void => {}
    const over = new Promise<void>(resolve => {
      end = resolve
    })
    this.#pause = { over, end }
  }

  resume(): void {
    const pause = this.#pause
    this.#pause = undefined
    this.push()
    pause?.end()
  }

  /** Nothing more is written, and nobody waits any longer. */
  abandon(): void {
    this.#isLost = true
    this.resume()
    this.#release()
  }

  /** Resolves when everything was taken, or after so many milliseconds, and then gives up what was not. */
  async flush(milliseconds: number): Promise<void> {
    this.resume()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, milliseconds)
    })
    if (!this.#isLost) await Promise.race([whenTaken(this.#stream), late])
    clearTimeout(timer)
    if (this.#stream.writableLength > 0) this.#stream.destroy()
  }
}

/** Resolves when a stream has handed everything over, or nobody takes it any more. */
export async function whenTaken(stream: Stream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return
  // Not `drain`: it is told only to who was told before that there is no room.
  await new Promise<void>(resolve => {
    stream.once('close', resolve)
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })
}
