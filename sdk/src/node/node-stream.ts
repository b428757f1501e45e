/** A pair of Node streams as a carrier of bytes. A peer that goes away while we write is an end, not a crash. */

import type { Readable, Writable } from 'node:stream'
import { ConnectionError } from '../jsonrpc/index.js'
import type { ByteStream } from '../transport/index.js'
import { ChunkReader } from './chunk-reader.js'

/** How to write to the output, where its own `write` has been given to somebody else. */
export type Write = (text: string) => boolean

const FLUSH_MILLISECONDS = 2_000

/** Bytes from `input`, text to `output`. */
export function nodeStream(input: Readable, output: Writable, write?: Write): ByteStream {
  return new NodeStream(input, output, write ?? (text => output.write(text)))
}

class NodeStream implements ByteStream {
  readonly input: AsyncIterable<Uint8Array>
  readonly #input: Readable
  readonly #output: Writable
  readonly #write: Write
  #room: Promise<void> | undefined
  #isBroken = false

  constructor(input: Readable, output: Writable, write: Write) {
    this.#input = input
    this.#output = output
    this.#write = write
    this.input = new ChunkReader(input)
    // EPIPE and its kin: the next one who writes is told. Remembered, because stdout comes back to life after an error.
    output.on('error', () => {
      this.#isBroken = true
    })
  }

  write(text: string): Promise<void> | undefined {
    if (this.#isBroken || !this.#output.writable) throw peerGone()
    if (this.#write(text)) return undefined
    this.#room ??= this.#untilDrained()
    return this.#room
  }

  whenIdle(callback: () => void): void {
    // A tick queued in a microtask runs after the last microtask: a loop of awaited sends is gathered into one write.
    process.nextTick(callback)
  }

  async end(): Promise<void> {
    await this.#flushed()
    this.#input.destroy()
  }

  #untilDrained(): Promise<void> {
    const output = this.#output
    return new Promise((resolve, reject) => {
      const drained = (): void => settle(resolve)
      const gone = (): void => settle(() => reject(peerGone()))
      const settle = (how: () => void): void => {
        this.#room = undefined
        output.off('drain', drained).off('close', gone).off('error', gone)
        how()
      }
      output.on('drain', drained).on('close', gone).on('error', gone)
    })
  }

  /** Ends the output when the peer has taken everything, or gives up on a peer that does not read. */
  #flushed(): Promise<void> {
    const output = this.#output
    if (this.#isBroken || output.destroyed || output.writableFinished) return Promise.resolve()
    return new Promise(resolve => {
      let left = output.writableLength
      // As long as the peer takes something it is worth waiting for; one that takes nothing is not.
      const timer = setInterval(() => {
        if (output.writableLength === left) output.destroy()
        left = output.writableLength
      }, FLUSH_MILLISECONDS)
      const finish = (): void => {
        clearInterval(timer)
        resolve()
      }
      output.once('finish', finish)
      output.once('close', finish)
      output.once('error', finish)
      output.end()
    })
  }
}

function peerGone(): ConnectionError {
  return new ConnectionError('transport', 'the peer no longer reads')
}
