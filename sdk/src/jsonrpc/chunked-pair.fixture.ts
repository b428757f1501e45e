/** Two byte streams joined in memory that cut what passes into pieces of given sizes, slow down, and can be killed. */
import type { ByteStream } from '../transport/index.js'

const ROOM_BYTES = 2_000

class Direction implements AsyncIterable<Uint8Array> {
  readonly #sizes: readonly number[]
  #next = 0
  #queue: Uint8Array[] = []
  #bytes = 0
  #isEnded = false
  #failure: Error | undefined
  #wake = (): void => {}
  #room: { promise: Promise<void>; open: () => void } | undefined

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes
  }

  write(text: string): Promise<void> | undefined {
    if (this.#isEnded) throw new Error('the stream is over')
    let rest: Uint8Array = Buffer.from(text)
    while (rest.length > 0) {
      const size = this.#sizes[this.#next++ % this.#sizes.length] ?? rest.length
      this.#queue.push(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
    this.#bytes += text.length
    this.#wake()
    if (this.#bytes < ROOM_BYTES) return undefined
    if (this.#room === undefined) {
      let open = (): void => {}
      const promise = new Promise<void>(resolve => {
        open = resolve
      })
      this.#room = { promise, open }
    }
    return this.#room.promise
  }

  end(failure?: Error): void {
    this.#isEnded = true
    this.#failure ??= failure
    if (failure !== undefined) this.#queue = []
    this.#openRoom()
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#queue.shift()
      if (chunk !== undefined) {
        this.#bytes -= chunk.length
        if (this.#queue.length === 0) this.#openRoom()
        yield chunk
      } else if (this.#failure !== undefined) throw this.#failure
      else if (this.#isEnded) return
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }

  #openRoom(): void {
    this.#bytes = 0
    this.#room?.open()
    this.#room = undefined
  }
}

export interface ChunkedPair {
  readonly streams: readonly [ByteStream, ByteStream]
  /** Ends both directions at once, with a failure; what was under way is lost. */
  kill(): void
}

export function chunkedPair(sizes: readonly number[]): ChunkedPair {
  const [there, back] = [new Direction(sizes), new Direction(sizes)]
  const stream = (from: Direction, to: Direction): ByteStream => ({
    input: from,
    write: text => to.write(text),
    whenIdle: callback => process.nextTick(callback),
    end: async () => {
      to.end()
      from.end()
    },
  })
  return {
    streams: [stream(back, there), stream(there, back)],
    kill: () => {
      for (const direction of [there, back]) direction.end(new Error('the cable was cut'))
    },
  }
}
