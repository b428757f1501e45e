/** The right to write one session file. Refuses a new prompt when the disk is nearly full; what is under way goes on. */

import { type Entry, JournalError, type SessionLog } from '../../store/index.js'
import { refused } from './batch.js'
import type { Keeper } from './keeper.js'
import { toTime } from './line.js'
import type { Tail } from './tail.js'

/** What a log needs of its journal. */
export interface LogPlace {
  readonly tail: Tail
  readonly keeper: Keeper
  /** The error with which a prompt is refused, when there is no room for one. */
  lacksRoom(): JournalError | undefined
  /** The session changed in a way that a list shows. */
  changed(tail: Tail): void
  /** The session is given back. */
  released(tail: Tail): Promise<void>
}

export class DiskLog implements SessionLog {
  readonly id: string
  readonly #place: LogPlace
  #releasing: Promise<void> | undefined
  #isGivenBack = false

  constructor(id: string, place: LogPlace) {
    this.id = id
    this.#place = place
  }

  get tail(): Tail {
    return this.#place.tail
  }

  append(entry: Entry, at = Date.now(), written?: string): Promise<void> | undefined {
    if (this.#isGivenBack) return refused(new JournalError('session_locked', 'The session was given back'))
    const { tail, keeper } = this.#place
    if (entry.kind === 'prompt') {
      const error = this.#place.lacksRoom()
      if (error !== undefined) return refused(error)
    }
    // Its place is known to whoever appends only if a refused one takes none.
    if (entry.kind === 'event' && entry.opensTurn) {
      const error = this.#place.lacksRoom()
      if (error !== undefined) throw error
    }
    const promise = keeper.keep(tail, tail.next(entry, toTime(at), written))
    if (entry.kind !== 'update' && entry.kind !== 'event') this.#note(promise)
    return promise
  }

  hasten(): void {
    this.#place.keeper.hasten?.()
  }

  /** It was to be given back, and could not be. */
  get isStranded(): boolean {
    return this.#isGivenBack && this.#releasing === undefined
  }

  release(): Promise<void> {
    this.#isGivenBack = true
    this.#releasing ??= this.#place.released(this.#place.tail).catch((error: unknown) => {
      // Where only a file could not be opened, it can be the next time.
      this.#releasing = undefined
      throw error
    })
    return this.#releasing
  }

  /** A list shows it at once, and no longer when it was refused. */
  #note(promise: Promise<void>): void {
    const { tail } = this.#place
    this.#place.changed(tail)
    promise.catch(() => this.#place.changed(tail))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release()
  }
}
