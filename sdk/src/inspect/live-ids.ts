/** Which ids of a recording stand for which of the talk that goes on now. */

import { idKindOf } from './part-names.js'

const MOST_LEVELS = 120

export class LiveIds {
  readonly #live = new Map<string, string>()

  /** What an id of a recording is called now; nothing where nobody has said so yet. */
  of(kind: string, recorded: string): string | undefined {
    return this.#live.get(`${kind} ${recorded}`)
  }

  /** Learns from a message and the one that stands in its place now. */
  learn(recorded: unknown, live: unknown, depth = 0): void {
    if (!isObject(recorded) || !isObject(live) || depth > MOST_LEVELS) return
    const now = new Map<string, unknown>(Object.entries(live))
    for (const [name, before] of Object.entries(recorded)) {
      const after = now.get(name)
      const kind = idKindOf(name)
      if (kind !== undefined && typeof before === 'string' && typeof after === 'string') {
        const key = `${kind} ${before}`
        if (!this.#live.has(key)) this.#live.set(key, after)
      } else this.learn(before, after, depth + 1)
    }
  }

  /** The value of a recording as it is said now. */
  translate(value: unknown, depth = 0): unknown {
    if (!isObject(value) || depth > MOST_LEVELS) return value
    if (Array.isArray(value)) return value.map(each => this.translate(each, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const kind = idKindOf(name)
        return kind !== undefined && typeof each === 'string'
          ? [name, this.of(kind, each) ?? each]
          : [name, this.translate(each, depth + 1)]
      }),
    )
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
