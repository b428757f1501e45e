/**
 * Keeps entries in their files, one write per session and batch. Safe from the end of the process, not from a loss of
 * power: for who speaks to a client on the same machine, which ends with it.
 */

import { Batch, refused } from './batch.js'
import type { Failure } from './failure.js'
import type { Keeper } from './keeper.js'
import type { Tail } from './tail.js'

const BATCH_CHARACTERS = 64 * 1024

export class WriteBatch implements Keeper {
  readonly #failure: Failure
  readonly #tails = new Set<Tail>()
  #batch: Batch | undefined
  #characters = 0

  constructor(failure: Failure) {
    this.#failure = failure
  }

  keep(tail: Tail, line: string): Promise<void> {
    if (this.#failure.error !== undefined) return refused(this.#failure.error)
    const batch = this.#batch ?? this.#begin()
    if (tail.waiting === 0) this.#tails.add(tail)
    tail.push(line, 1)
    this.#characters += line.length
    if (this.#characters >= BATCH_CHARACTERS) this.#flush()
    return batch.promise
  }

  hasten(): void {
    this.#flush()
  }

  async show(): Promise<void> {
    this.#flush()
    this.#failure.demandAlive()
  }

  settle(): Promise<void> {
    return this.show()
  }

  close(): Promise<void> {
    return this.show()
  }

  #begin(): Batch {
    this.#batch = new Batch()
    // Not a microtask: an author who waits after each update would make each of them a write of its own.
    setImmediate(this.#flushLater, this.#batch)
    return this.#batch
  }

  readonly #flushLater = (batch: Batch): void => {
    if (batch === this.#batch) this.#flush()
  }

  #flush(): void {
    const batch = this.#batch
    if (batch === undefined) return
    this.#batch = undefined
    this.#characters = 0
    try {
      for (const tail of this.#tails) tail.write()
      batch.resolve()
    } catch (cause) {
      batch.reject(this.#failure.stop(cause))
    } finally {
      this.#tails.clear()
    }
  }
}
