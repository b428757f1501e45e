/** A pair of Node streams as a carrier of bytes. A peer that goes away while we write is an end, not a crash. */

import type { Readable, Writable } from 'node:stream'
import { ConnectionError } from '../jsonrpc/index.js'
import type { ByteStream } from '../transport/index.js'
import { ChunkReader } from './chunk-reader.js'
import { Outflow, type Write } from './outflow.js'

const FLUSH_MILLISECONDS = 2_000
const QUIET_MILLISECONDS = 500

/** Bytes from `input`, text to `output`; `write` where the output's own has been given to somebody else. */
export function nodeStream(input: Readable, output: Writable, write?: Write): ByteStream {
  return new NodeStream(input, output, write ?? ((text, done) => void output.write(text, done)))
}

class NodeStream implements ByteStream {
  readonly input: ChunkReader
  readonly #input: Readable
  readonly #output: Writable
  readonly #outflow: Outflow
  #isBroken = false

  constructor(input: Readable, output: Writable, write: Write) {
    this.#input = input
    this.#output = output
    this.#outflow = new Outflow((text, done) => write(text, error => (error ? gone() : done())))
    this.input = new ChunkReader(input)
    // EPIPE and its kin: the next one who writes is told. Remembered, because stdout comes back to life after an error.
    const gone = (): void => {
      this.#isBroken = true
      this.#outflow.fail(peerGone())
    }
    output.on('close', gone).on('error', gone)
    // Whoever wrote last may not write again, and would never learn that nobody listens.
    output.once('error', () => this.input.endWhenQuiet(QUIET_MILLISECONDS, peerGone()))
  }

  write(text: string): Promise<void> | undefined {
    if (this.#isBroken || !this.#output.writable) throw peerGone()
    return this.#outflow.push(text)
  }

  whenIdle(callback: () => void): void {
    // A tick queued in a microtask runs after the last microtask: a loop of awaited sends is gathered into one write.
    process.nextTick(callback)
  }

  async end(): Promise<void> {
    await this.#flushed()
    this.#input.destroy()
  }

  /** Ends the output when the peer has taken everything, or gives up on a peer that does not read. */
  #flushed(): Promise<void> {
    const output = this.#output
    if (this.#isBroken || output.destroyed || output.writableFinished) return Promise.resolve()
    this.#outflow.flush()
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
