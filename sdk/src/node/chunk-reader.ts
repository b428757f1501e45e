/** The chunks of a Node stream, pulled one by one. The stream's own iterator costs several turns of the queue per chunk. */

import type { Readable } from 'node:stream'
import { ConnectionError } from '../jsonrpc/index.js'

type Result = IteratorResult<Uint8Array, undefined>

const END: Result = { done: true, value: undefined }

export class ChunkReader implements AsyncIterableIterator<Uint8Array> {
  readonly #input: Readable
  readonly #waiting: Uint8Array[] = []
  #wanted:
    | { readonly resolve: (result: Result) => void; readonly reject: (error: unknown) => void }
    | undefined
  #failure: unknown
  #isEnded = false
  #isQuiet = false

  constructor(input: Readable) {
    this.#input = input
    // A paused stream reads nothing before the first pull, and one chunk beyond the last.
    input.pause()
    input.on('data', (chunk: Uint8Array) => this.#take(chunk))
    input.on('end', () => this.#end(undefined))
    // A stream destroyed by our own end has not failed; whoever destroyed it otherwise gave the reason before.
    input.on('close', () => this.#end(undefined))
    input.on('error', cause =>
      this.#end(new ConnectionError('transport', 'reading from the peer failed', { cause })),
    )
    input.pause()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Result> {
    const value = this.#waiting.shift()
    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#isEnded) return Promise.resolve(END)
    return new Promise((resolve, reject) => {
      this.#wanted = { resolve, reject }
      this.#input.resume()
    })
  }

  async return(): Promise<Result> {
    this.#end(undefined)
    return END
  }

  /** What has been sent can still be read; when nothing more comes for so long, reading fails with this error. */
  endWhenQuiet(milliseconds: number, error: Error): void {
    const timer = setInterval(() => {
      if (this.#isQuiet && this.#wanted !== undefined) this.#end(error)
      if (this.#isEnded) clearInterval(timer)
      this.#isQuiet = true
    }, milliseconds)
    timer.unref()
  }

  #take(value: Uint8Array): void {
    this.#isQuiet = false
    const wanted = this.#wanted
    if (wanted === undefined) {
      this.#waiting.push(value)
      this.#input.pause()
      return
    }
    this.#wanted = undefined
    wanted.resolve({ done: false, value })
  }

  #end(failure: unknown): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#failure = failure
    if (failure === undefined) this.#wanted?.resolve(END)
    else this.#wanted?.reject(failure)
    this.#wanted = undefined
  }
}
