/** The terminal as this process holds it: taken, given back, and given back whatever happens. */

import { writeSync } from 'node:fs'
import type { Shell } from '../../shell.js'
import type { Size } from '../screen/frame.js'
import { askingBytes, releasingBytes, takingBytes } from './terminal-modes.js'

/** One write at most; between two of them signals are heard, however slow the terminal is. */
const PIECE_BYTES = 16 * 1024
const USUAL: Size = { columns: 80, rows: 24 }

export class HeldTerminal {
  readonly #shell: Shell
  #isHeld = false
  #isFull = false
  #isBroken = false
  #writing: Promise<void> = Promise.resolve()

  constructor(shell: Shell) {
    this.#shell = shell
    process.on('exit', () => this.release())
  }

  get size(): Size {
    const { columns, rows } = this.#shell.stdout
    return columns > 0 && rows > 0 ? { columns, rows } : USUAL
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  take({ isFirst = false } = {}): void {
    const { stdin, env } = this.#shell
    this.#isHeld = true
    this.#try(() => {
      // Whoever had it meanwhile may have changed its modes, and what is on already is not set again.
      stdin.setRawMode(false)
      stdin.setRawMode(true)
    })
    this.#writeNow(takingBytes(env) + (isFirst ? askingBytes(env) : ''))
    stdin.resume()
  }

  /** Also where nothing else works any longer: at once, and without an error. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    const { stdin, env } = this.#shell
    this.#writeNow(releasingBytes(env, this.#isFull))
    this.#isFull = false
    this.#try(() => {
      stdin.pause()
      stdin.setRawMode(false)
    })
  }

  /** Resolves when the terminal has it; what comes after it is broken is dropped. */
  write(bytes: Buffer, isFull: boolean): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      for (let at = 0; at < bytes.length && this.#isHeld; at += PIECE_BYTES)
        await this.#writePiece(bytes.subarray(at, at + PIECE_BYTES))
      if (this.#isHeld) this.#isFull = isFull
    })
    return this.#writing
  }

  /** Everything is with the terminal. */
  whenWritten(): Promise<void> {
    return this.#writing
  }

  #writePiece(piece: Buffer): Promise<void> {
    if (this.#isBroken) return Promise.resolve()
    return new Promise(resolve => {
      this.#shell.stdout.write(piece, error => {
        this.#isBroken ||= error !== undefined && error !== null
        setImmediate(resolve)
      })
    })
  }

  #writeNow(text: string): void {
    if (text !== '') this.#try(() => writeSync(process.stdout.fd, text))
  }

  #try(work: () => void): void {
    try {
      work()
    } catch {
      // The terminal is gone: there is nothing left to put in order.
    }
  }
}
