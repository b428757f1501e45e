/** Everything that passed between two peers, in order, as it was on the wire. */

export type Direction = 'sent' | 'received'

/** A message as the tests look at it. */
export interface WireMessage {
  readonly id?: unknown
  readonly method?: string
  readonly params?: Record<string, never>
  readonly result?: Record<string, never>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

interface Passed {
  readonly direction: Direction
  readonly message: WireMessage
}

export class Wire {
  readonly #passed: Passed[] = []

  note(direction: Direction, message: unknown): void {
    this.#passed.push({ direction, message: message as WireMessage })
  }

  /** The messages of one method, requests and notifications alike. */
  of(direction: Direction, method: string): readonly WireMessage[] {
    return this.#all(direction).filter(message => message.method === method)
  }

  /** The answer to the last request of a method that we sent, if it has come. */
  answerTo(method: string): WireMessage | undefined {
    const request = this.of('sent', method).at(-1)
    return this.#all('received').find(({ id, method: called }) => called === undefined && id === request?.id)
  }

  /** Where in the order of everything a message passed. */
  placeOf(message: WireMessage | undefined): number {
    return this.#passed.findIndex(passed => passed.message === message)
  }

  /** How many messages have passed. */
  get length(): number {
    return this.#passed.length
  }

  /** What passed one way since the given place. */
  since(place: number, direction: Direction): readonly WireMessage[] {
    return this.#passed
      .slice(place)
      .flatMap(passed => (passed.direction === direction ? [passed.message] : []))
  }

  #all(direction: Direction): readonly WireMessage[] {
    return this.since(0, direction)
  }
}
