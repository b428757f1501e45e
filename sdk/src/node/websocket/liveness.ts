/** Finds out which peers are gone without having said so: they are asked, and end when they do not answer twice. */

import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'

const MOST_MISSES = 2
const WORD_BYTES = 8

export class Liveness {
  readonly #misses = new Map<WebSocket, number>()
  readonly #milliseconds: number
  #timer: NodeJS.Timeout | undefined
  /** What was asked last: an answer that does not repeat it shows only that somebody can write, not that they read. */
  #word = Buffer.alloc(0)

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  watch(socket: WebSocket): void {
    const hear = (word: Buffer): void => {
      if (this.#misses.has(socket) && this.#word.equals(word)) this.#misses.set(socket, 0)
    }
    this.#misses.set(socket, 0)
    socket.on('pong', hear).once('close', () => this.#forget(socket))
    this.#timer ??= setInterval(() => this.#ask(), this.#milliseconds).unref()
  }

  #ask(): void {
    this.#word = randomBytes(WORD_BYTES)
    for (const [socket, misses] of this.#misses) {
      // We do not read what it may have answered.
      if (socket.isPaused) continue
      if (misses >= MOST_MISSES) socket.terminate()
      else if (socket.readyState === socket.OPEN) {
        this.#misses.set(socket, misses + 1)
        socket.ping(this.#word)
      }
    }
  }

  #forget(socket: WebSocket): void {
    this.#misses.delete(socket)
    if (this.#misses.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
