/** How far each stream was heard, and so which of its events are new. */

import { fromEventId } from './event-id.js'

const MOST_STREAMS = 4_096

interface Position {
  readonly epoch: string
  /** What the ids of its events begin with. */
  readonly prefix: string
  number: number
}

export class StreamPositions {
  // An epoch belongs to one stream: once it is known, that is how its events are told from those of others.
  readonly #byEpoch = new Map<string, Position>()
  readonly #byStream = new Map<string | undefined, Position>()
  /** Sessions of which nothing was heard yet: what they tell may be lost on the way. */
  readonly #silent = new Set<string>()
  #last: Position | undefined

  /** Whether the event was not heard before; nothing where its epoch is a new one, and `begin` is to be told. */
  isNew(event: string): boolean | undefined {
    const last = this.#last
    const position = last !== undefined && event.startsWith(last.prefix) ? last : this.#find(event)
    if (position === undefined) return undefined
    const number = Number(event.slice(position.prefix.length))
    if (!(number > position.number)) return false
    position.number = number
    return true
  }

  /** A session is to be heard from now on. */
  enter(session: string): void {
    if (!this.#byStream.has(session) && this.#silent.size < MOST_STREAMS) this.#silent.add(session)
  }

  /** To go on with: the last event of every stream, where there was one. */
  toMap(): ReadonlyMap<string | undefined, string | undefined> {
    const positions = new Map<string | undefined, string | undefined>()
    for (const session of this.#silent) positions.set(session, undefined)
    for (const [stream, { epoch, number }] of this.#byStream) positions.set(stream, `${epoch}.${number}`)
    return positions
  }

  /** A new connection tells what belongs to no session from its own beginning. */
  forgetOwn(): void {
    this.#forget(undefined)
  }

  /** The first event of an epoch, and the stream that it counts in. */
  begin(event: string, stream: string | undefined): true {
    const id = fromEventId(event)
    // No event of ours: a message like any other.
    if (id === undefined) return true
    this.#forget(stream)
    if (stream !== undefined) this.#silent.delete(stream)
    const position = { prefix: `${id.epoch}.`, epoch: id.epoch, number: id.number }
    this.#byStream.set(stream, position)
    this.#byEpoch.set(id.epoch, position)
    if (this.#byStream.size > MOST_STREAMS) this.#forgetOldest()
    return true
  }

  #find(event: string): Position | undefined {
    this.#last = this.#byEpoch.get(event.slice(0, event.lastIndexOf('.')))
    return this.#last
  }

  #forget(stream: string | undefined): void {
    const position = this.#byStream.get(stream)
    if (position === undefined) return
    this.#byStream.delete(stream)
    this.#byEpoch.delete(position.epoch)
    this.#last = undefined
  }

  /** The first of the map is what was begun longest ago. */
  #forgetOldest(): void {
    for (const stream of this.#byStream.keys()) if (stream !== undefined) return this.#forget(stream)
  }
}
