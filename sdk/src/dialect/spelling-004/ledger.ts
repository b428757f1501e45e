/** What a conversation remembers by name, up to a bound: where it is full the oldest is forgotten. */

export interface Book<Key, Value> extends ReadonlyMap<Key, Value> {
  /** The same book with one entry more, or another one under that name. */
  with(key: Key, value: Value): Book<Key, Value>
  without(key: Key): Book<Key, Value>
}

/**
 * Written into, not copied: whoever has the state after a step has no use for the one before, and a copy for each of the
 * peer's words would cost the more the more there is. So what was before must be read before it is changed.
 */
export class Ledger<Key, Value> extends Map<Key, Value> implements Book<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  with(key: Key, value: Value): this {
    this.set(key, value)
    if (this.size > this.#most) for (const oldest of this.keys()) return this.without(oldest)
    return this
  }

  without(key: Key): this {
    this.delete(key)
    return this
  }
}
