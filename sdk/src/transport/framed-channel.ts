/** A channel made of a stream of bytes and a way to tell messages apart on it. */

import type { WritingChannel } from '../jsonrpc/channel.js'
import {
  type Channel,
  ConnectionError,
  type Delivery,
  type Limits,
  type Outgoing,
  withDefaults,
} from '../jsonrpc/index.js'
import type { ByteStream } from './byte-stream.js'
import { contentLengthFraming } from './content-length-framing.js'
import { detectedFraming } from './detected-framing.js'
import { FrameWriter } from './frame-writer.js'
import { Arrivals, type Framing } from './framing.js'
import { lineFraming } from './line-framing.js'

/** What every framing takes. */
export interface FramedOptions {
  readonly limits?: Partial<Limits> | undefined
}

/** One JSON message per line, the framing every peer speaks. */
export function lines(stream: ByteStream, options: FramedOptions = {}): Channel {
  return new FramedChannel(stream, lineFraming(withDefaults(options.limits)))
}

/** Messages behind `Content-Length` headers, for peers that ask for it. */
export function contentLength(stream: ByteStream, options: FramedOptions = {}): Channel {
  return new FramedChannel(stream, contentLengthFraming(withDefaults(options.limits)))
}

/** Lines, or `Content-Length` once the first bytes received are in it. */
export function detected(stream: ByteStream, options: FramedOptions = {}): Channel {
  return new FramedChannel(stream, detectedFraming(withDefaults(options.limits)))
}

class FramedChannel implements WritingChannel {
  readonly incoming: AsyncIterable<Delivery>
  readonly keepsNoText = true
  readonly #stream: ByteStream
  readonly #framing: Framing
  readonly #writer: FrameWriter
  #closing: Promise<void> | undefined

  constructor(stream: ByteStream, framing: Framing) {
    this.#stream = stream
    this.#framing = framing
    this.#writer = new FrameWriter(stream)
    this.incoming = new Deliveries(stream.input, framing)
  }

  send(_message: Outgoing, text: string): Promise<void> | undefined {
    return this.sendText(text)
  }

  sendText(text: string): Promise<void> | undefined {
    if (this.#closing !== undefined) throw new ConnectionError('closed', 'the channel is closed')
    const { before, after } = this.#framing.frame(text)
    return this.#writer.write(before, text, after)
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  async #finish(): Promise<void> {
    this.#writer.flush()
    await this.#stream.end()
  }
}

type Pulled = IteratorResult<Delivery, undefined>

const OVER: Pulled = { done: true, value: undefined }

/**
 * The messages of a stream, chunk by chunk; written out because a generator costs more per chunk than it saves in lines.
 * Nearly every chunk brings a message, so only what follows one that does not is worth a function that awaits.
 */
class Deliveries implements AsyncIterableIterator<Delivery> {
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #framing: Framing
  readonly #take: (chunk: IteratorResult<Uint8Array>) => Pulled | Promise<Pulled>
  /** Still empty: a chunk that completes no message leaves it to the next. */
  #arrivals: Arrivals | undefined
  #isOver = false

  constructor(chunks: AsyncIterable<Uint8Array>, framing: Framing) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#framing = framing
    this.#take = chunk => this.#read(chunk) ?? this.#readOn()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Pulled> {
    if (this.#isOver) return Promise.resolve(OVER)
    try {
      return this.#chunks.next().then(this.#take)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async return(): Promise<Pulled> {
    this.#isOver = true
    await this.#chunks.return?.()
    return OVER
  }

  async #readOn(): Promise<Pulled> {
    while (!this.#isOver) {
      const pulled = this.#read(await this.#chunks.next())
      if (pulled !== undefined) return pulled
    }
    return OVER
  }

  #read(chunk: IteratorResult<Uint8Array>): Pulled | undefined {
    this.#arrivals ??= new Arrivals()
    const arrivals = this.#arrivals
    if (chunk.done) {
      this.#isOver = true
      this.#framing.reader.end(arrivals)
    } else this.#framing.reader.push(chunk.value, arrivals)
    if (arrivals.sizes.length === 0) return undefined
    this.#arrivals = undefined
    return { done: false, value: arrivals }
  }
}
