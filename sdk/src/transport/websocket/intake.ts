/** What arrived and was not read yet. Slows the sender down while it is too much, where that is possible. */

import type { Freight } from '../remote/serving.js'

/** Whoever can be asked to stop and to go on. */
export interface Tap {
  pause(): void
  resume(): void
}

const ROOM_BYTES = 256 * 1024

/** Filled by one side, pulled by one reader, who gets everything that has gathered since. */
export class Intake<Batch> implements AsyncIterableIterator<Batch> {
  /** The peer's end; another one takes its place when a connection goes on with a new socket. */
  tap: Tap | undefined
  readonly #make: () => Batch
  readonly #freight: Freight | undefined
  #batch: Batch
  #size = 0
  #isFilled = false
  #isOver = false
  #failure: Error | undefined
  #wake: (() => void) | undefined

  constructor(make: () => Batch, freight?: Freight) {
    this.#make = make
    this.#freight = freight
    this.#batch = make()
  }

  /** To be filled; whoever has put something in says so with `filled`. */
  get batch(): Batch {
    return this.#batch
  }

  /** Bytes that wait. */
  get size(): number {
    return this.#size
  }

  filled(size: number): void {
    this.#isFilled = true
    this.#size += size
    this.#freight?.keep(size)
    if (this.#size > ROOM_BYTES) this.tap?.pause()
    this.#rouse()
  }

  /** What waits can still be read; then it is over, with a failure where there is one. */
  end(failure?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failure = failure
    this.#rouse()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Batch, undefined>> {
    for (;;) {
      if (this.#isFilled) return { done: false, value: this.#take() }
      if (this.#failure !== undefined) throw this.#forget(this.#failure)
      if (this.#isOver) return { done: true, value: undefined }
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  async return(): Promise<IteratorResult<Batch, undefined>> {
    this.#isOver = true
    this.#isFilled = false
    this.#failure = undefined
    this.#batch = this.#make()
    this.#letGo()
    this.tap?.resume()
    return { done: true, value: undefined }
  }

  #take(): Batch {
    const taken = this.#batch
    this.#batch = this.#make()
    this.#isFilled = false
    if (this.#size > ROOM_BYTES) this.tap?.resume()
    this.#letGo()
    return taken
  }

  #letGo(): void {
    this.#freight?.gone(this.#size)
    this.#size = 0
  }

  #forget(failure: Error): Error {
    this.#failure = undefined
    return failure
  }

  #rouse(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }
}
