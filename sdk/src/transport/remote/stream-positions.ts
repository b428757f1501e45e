/** How far each stream was heard, and so which of its events are new. */

import { fromEventId } from './event-id.js'

const MOST_STREAMS = 4_096

interface Position {
  readonly stream: string | undefined
  readonly epoch: string
  number: number
}

export class StreamPositions {
  // An epoch belongs to one stream: once it is known, that is how its events are told from those of others.
  readonly #byEpoch = new Map<string, Position>()
  readonly #byStream = new Map<string | undefined, Position>()

  /** Whether the event was not heard before. `streamOf` is asked when its epoch is a new one. */
  isNew(event: string, streamOf: () => string | undefined): boolean {
    const dot = event.lastIndexOf('.')
    const known = this.#byEpoch.get(event.slice(0, dot))
    if (known === undefined) return this.#begin(event, streamOf)
    const number = Number(event.slice(dot + 1))
    if (!(number > known.number)) return false
    known.number = number
    return true
  }

  /** To go on with: the last event of every stream. */
  toMap(): ReadonlyMap<string | undefined, string> {
    const positions = new Map<string | undefined, string>()
    for (const [stream, { epoch, number }] of this.#byStream) positions.set(stream, `${epoch}.${number}`)
    return positions
  }

  /** A new connection tells what belongs to no session from its own beginning. */
  forgetOwn(): void {
    const own = this.#byStream.get(undefined)
    if (own === undefined) return
    this.#byStream.delete(undefined)
    this.#byEpoch.delete(own.epoch)
  }

  #begin(event: string, streamOf: () => string | undefined): boolean {
    const id = fromEventId(event)
    // No event of ours: a message like any other.
    if (id === undefined) return true
    const stream = streamOf()
    const last = this.#byStream.get(stream)
    if (last !== undefined) this.#byEpoch.delete(last.epoch)
    // Set anew at the end: the first of the map is what was begun longest ago.
    this.#byStream.delete(stream)
    const position = { stream, ...id }
    this.#byStream.set(stream, position)
    this.#byEpoch.set(id.epoch, position)
    if (this.#byStream.size > MOST_STREAMS) this.#forgetOldest()
    return true
  }

  #forgetOldest(): void {
    for (const [stream, { epoch }] of this.#byStream) {
      if (stream === undefined) continue
      this.#byStream.delete(stream)
      this.#byEpoch.delete(epoch)
      return
    }
  }
}
