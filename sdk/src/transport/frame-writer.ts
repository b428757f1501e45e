/** Gathers frames so that the carrier sees one write for all that was sent in one go. */

import type { ByteStream } from './byte-stream.js'

// Beyond this the text goes out without waiting for more company: the peer works on it while the rest is still being
// written, which serves many requests at once half as fast again as one write for all of them.
const ENOUGH_CHARACTERS = 8 * 1024
// Once the peer has something to work on, fewer and larger writes cost less: each is twice the one before, up to this.
const LARGE_CHARACTERS = 64 * 1024

export class FrameWriter {
  readonly #stream: Pick<ByteStream, 'write' | 'whenIdle'>
  readonly #flushScheduled: () => void
  #pending = ''
  #room: Promise<void> | undefined
  #isScheduled = false
  #enough = ENOUGH_CHARACTERS
  #failure: Error | undefined

  constructor(stream: Pick<ByteStream, 'write' | 'whenIdle'>) {
    this.#stream = stream
    this.#flushScheduled = () => {
      this.#isScheduled = false
      this.#enough = ENOUGH_CHARACTERS
      try {
        this.flush()
      } catch (error) {
        // Nobody is waiting here: the next one who sends is told.
        this.#failure = error instanceof Error ? error : new Error('writing failed', { cause: error })
      }
    }
  }

  write(before: string, text: string, after: string): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure
    if (text.length > LARGE_CHARACTERS) this.#writeLarge(before, text, after)
    else {
      this.#pending += before + text + after
      if (this.#pending.length > this.#enough) this.#flushEarly()
    }
    if (!this.#isScheduled) {
      this.#isScheduled = true
      this.#stream.whenIdle(this.#flushScheduled)
    }
    return this.#room
  }

  flush(): void {
    if (this.#pending === '') return
    const text = this.#pending
    this.#pending = ''
    // What is passed on as it came is cut from a chunk of input, and holds all of that in memory until it is made one
    // text with its neighbours. Whoever writes it would do so, but may have it wait first.
    text.charCodeAt(0)
    this.#send(text)
  }

  #flushEarly(): void {
    this.#enough = Math.min(2 * this.#enough, LARGE_CHARACTERS)
    this.flush()
  }

  // Gluing a frame to a text of many megabytes would copy it once more.
  #writeLarge(before: string, text: string, after: string): void {
    this.#pending += before
    this.flush()
    this.#send(text)
    this.#pending = after
  }

  #send(text: string): void {
    const room = this.#stream.write(text)
    if (room === undefined || room === this.#room) return
    this.#room = room
    const open = (): void => {
      if (this.#room === room) this.#room = undefined
    }
    room.then(open, open)
  }
}
