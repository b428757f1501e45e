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

  constructor(id: string, place: LogPlace) {
    this.id = id
    this.#place = place
  }

  get tail(): Tail {
    return this.#place.tail
  }

  append(entry: Entry, at = Date.now(), written?: string): Promise<void> | undefined {
    if (this.#releasing !== undefined)
      return refused(new JournalError('session_locked', 'The session was given back'))
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
    if (entry.kind !== 'update' && entry.kind !== 'event') this.#place.changed(tail)
    return promise
  }

  hasten(): void {
    this.#place.keeper.hasten?.()
  }

  release(): Promise<void> {
    this.#releasing ??= this.#place.released(this.#place.tail)
    return this.#releasing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release()
  }
}
