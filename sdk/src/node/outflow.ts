/** Text on its way into a Node stream, a piece at a time. Knows when whoever writes should wait, and for how long. */

import { Fifo } from '../jsonrpc/fifo.js'

/** Hands text to the stream; `done` is called when the stream is rid of it, or with what went wrong. */
export type Write = (text: string, done: (error?: Error | null) => void) => void

// What a pipe holds: more in one piece would have to be taken whole before the writer hears of it.
const PIECE_CHARACTERS = 64 * 1024

/** Text that waits until the stream has taken what is ahead of it, and those who wait for that. */
interface Piece {
  text: string
  room: Room | undefined
}

interface Room {
  readonly promise: Promise<void>
  readonly open: () => void
  readonly fail: (error: unknown) => void
}

/**
 * A stream that is given everything at once tells its writers to go on when all of it is gone, and then one side works
 * while the other waits. Given a piece at a time, it wakes those whose piece it takes, and both sides work at once.
 */
export class Outflow {
  readonly #write: Write
  readonly #waiting = new Fifo<Piece>()
  #last: Piece | undefined
  #isBusy = false

  constructor(write: Write) {
    this.#write = write
  }

  /** Takes text; a promise, shared by all who write the same piece, asks to wait. */
  push(text: string): Promise<void> | undefined {
    if (!this.#isBusy) {
      this.#send(text)
      return undefined
    }
    const piece = this.#append(text)
    // The piece that is next in line is no reason to wait: without it the stream would run dry.
    if (this.#waiting.length < 2) return undefined
    piece.room ??= makeRoom()
    return piece.room.promise
  }

  /** Hands over all that waits: the stream is about to be ended. */
  flush(): void {
    for (let piece = this.#shift(); piece !== undefined; piece = this.#shift()) this.#hand(piece)
  }

  /** Nobody will ever take what waits. */
  fail(error: unknown): void {
    for (let piece = this.#shift(); piece !== undefined; piece = this.#shift()) piece.room?.fail(error)
  }

  #append(text: string): Piece {
    if (this.#last !== undefined && this.#last.text.length < PIECE_CHARACTERS) this.#last.text += text
    else {
      this.#last = { text, room: undefined }
      this.#waiting.push(this.#last)
    }
    return this.#last
  }

  #shift(): Piece | undefined {
    const piece = this.#waiting.shift()
    if (piece === this.#last) this.#last = undefined
    return piece
  }

  #hand({ text, room }: Piece): void {
    this.#send(text)
    room?.open()
  }

  #send(text: string): void {
    this.#isBusy = true
    this.#write(text, this.#sent)
  }

  readonly #sent = (): void => {
    this.#isBusy = false
    const next = this.#shift()
    if (next !== undefined) this.#hand(next)
  }
}

function makeRoom(): Room {
  let room: Omit<Room, 'promise'> | undefined
  const promise = new Promise<void>((open, fail) => {
    room = { open, fail }
  })
  // Who waits is told; who does not wait must not bring the process down.
  promise.catch(() => {})
  return { promise, ...(room as Omit<Room, 'promise'>) }
}
