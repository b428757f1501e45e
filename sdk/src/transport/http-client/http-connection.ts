/** What is known of one connection, over all links that carry it: its name, who asked what, what the server has. */

import { DELIVERY_META } from '../../protocol/remote.js'
import { BEGINNING, fromEventId } from '../remote/event-id.js'
import type { Resumption } from '../remote/link.js'
import { Belonging } from './belonging.js'
import type { HeaderRecord } from './endpoint.js'

export class HttpConnection {
  readonly id: string
  readonly belonging = new Belonging()
  #isNumbered = false
  // The opening was the first.
  #confirmed = 1
  readonly #listened = new Set<string | undefined>()
  readonly #early = new Set<number>()

  constructor(id: string) {
    this.id = id
  }

  /** Whether the server numbers what it tells, so that a lost stream is no lost message. */
  get isNumbered(): boolean {
    return this.#isNumbered
  }

  /** How many of our messages, from the first on, the server has. */
  get confirmed(): number {
    return this.#confirmed
  }

  /** Learns from the id of an event. */
  hasEvent(id: string): void {
    if (!this.#isNumbered && fromEventId(id) !== undefined) this.#isNumbered = true
  }

  /** Learns from what whoever comes back remembers. */
  hasPositions({ positions }: Resumption): void {
    for (const event of positions.values()) if (event !== undefined) this.hasEvent(event)
  }

  /** Learns from the answer to the opening, where a server of ours says that it numbers. */
  hasAnswer(answer: unknown): void {
    const meta = member(member(answer, 'result'), '_meta')
    if (member(meta, DELIVERY_META) !== undefined) this.#isNumbered = true
  }

  /** Messages are taken in any order; what counts is up to where none is missing. Tells whether that has moved. */
  confirm(number: number): boolean {
    const before = this.#confirmed
    this.#early.add(number)
    while (this.#early.delete(this.#confirmed + 1)) this.#confirmed++
    return this.#confirmed > before
  }

  /** The sessions whose streams were asked for. */
  get sessions(): readonly string[] {
    return [...this.#listened].filter(session => session !== undefined)
  }

  /**
   * Where to begin with a stream of which no event is known. The first time that is for the server to say; later its
   * first events may have been on the way when the network broke, so it is asked for all.
   */
  beginning(session: string | undefined): string | undefined {
    if (this.#listened.has(session)) return this.#isNumbered ? BEGINNING : undefined
    this.#listened.add(session)
    return undefined
  }

  /** This stream is no more. */
  forget(session: string | undefined): void {
    this.#listened.delete(session)
  }

  headers(session: string | undefined): HeaderRecord {
    return session === undefined
      ? { 'acp-connection-id': this.id }
      : { 'acp-connection-id': this.id, 'acp-session-id': session }
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
