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
  #batches: Map<Tail, Batch> | undefined
  #characters = 0

  constructor(failure: Failure) {
    this.#failure = failure
  }

  keep(tail: Tail, line: string): Promise<void> {
    if (this.#failure.error !== undefined) return refused(this.#failure.error)
    const batches = this.#batches ?? this.#begin()
    // One for each session: the file of another may be open already.
    const batch = batches.get(tail) ?? new Batch()
    batches.set(tail, batch)
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

  #begin(): Map<Tail, Batch> {
    this.#batches = new Map()
    // Not a microtask: an author who waits after each update would make each of them a write of its own.
    setImmediate(this.#flushLater, this.#batches)
    return this.#batches
  }

  readonly #flushLater = (batches: Map<Tail, Batch>): void => {
    if (batches === this.#batches) this.#flush()
  }

  #flush(): void {
    const batches = this.#batches
    if (batches === undefined) return
    this.#batches = undefined
    this.#characters = 0
    for (const [tail, batch] of batches) this.#write(tail, batch)
  }

  #write(tail: Tail, batch: Batch): void {
    const { error } = this.#failure
    if (error !== undefined) return batch.reject(error)
    try {
      tail.write()
      tail.confirm(tail.record)
      batch.resolve()
    } catch (cause) {
      batch.reject(this.#failure.refuse(cause))
      if (this.#failure.error === undefined) tail.retract()
    }
  }
}
