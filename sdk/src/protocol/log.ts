/** One hook for everything worth knowing: levelled, bounded, and free of payload. Knows no sink; the owner brings one. */

import { boundedLine } from '../text/index.js'

/** How much an entry matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One line of a log. Holds words, numbers and hashed ids; never parameters, environments or headers. */
export interface LogEntry {
  readonly level: LogLevel
  readonly event: string
  readonly message: string
  readonly method?: string
  readonly error?: unknown
  readonly correlationId?: string
  /** How many entries like this one were left out since the last. */
  readonly repeated?: number
}

/** Where the entries of a log go. */
export type LogHook = (entry: LogEntry) => void

const MAX_CHARACTERS = 256
const MAX_PER_MINUTE = 5
const MINUTE = 60_000
const MAX_REMEMBERED = 256

interface Tally {
  since: number
  count: number
}

/** Passes entries on to the hook, bounded in size and number. */
export class Log {
  readonly #hook: LogHook | undefined
  readonly #now: () => number
  #tallies: Map<string, Tally> | undefined

  constructor(hook: LogHook | undefined, now: () => number = Date.now) {
    this.#hook = hook
    this.#now = now
  }

  /** Passes an entry on, unless five like it were passed on within the minute: then it is only counted. */
  write(entry: LogEntry): void {
    if (this.#hook === undefined) return
    this.#tallies ??= new Map()
    const repeated = this.#countRepeats(this.#tallies, this.#keyOf(this.#tallies, entry))
    if (repeated === undefined) return
    const bounded = { ...entry, message: boundedLine(entry.message, MAX_CHARACTERS) }
    const method = entry.method === undefined ? {} : { method: boundedLine(entry.method, 128) }
    try {
      this.#hook(repeated === 0 ? { ...bounded, ...method } : { ...bounded, ...method, repeated })
    } catch {
      // A log that fails must not take the connection with it, and there is nowhere left to say so.
    }
  }

  /** A peer that makes up a new name each time is counted under the event alone once there are too many. */
  #keyOf(tallies: Map<string, Tally>, { event, method }: LogEntry): string {
    const key = `${event} ${boundedLine(method ?? '', 128)}`
    if (tallies.size >= MAX_REMEMBERED && !tallies.has(key)) this.#forgetOld(tallies)
    return tallies.size < MAX_REMEMBERED || tallies.has(key) ? key : event
  }

  #forgetOld(tallies: Map<string, Tally>): void {
    const now = this.#now()
    for (const [key, { since }] of tallies) if (now - since >= MINUTE) tallies.delete(key)
  }

  #countRepeats(tallies: Map<string, Tally>, key: string): number | undefined {
    const now = this.#now()
    const tally = tallies.get(key)
    if (tally === undefined || now - tally.since >= MINUTE) {
      tallies.set(key, { since: now, count: 1 })
      return Math.max(0, (tally?.count ?? 0) - MAX_PER_MINUTE)
    }
    tally.count++
    return tally.count > MAX_PER_MINUTE ? undefined : 0
  }
}

/** A short stand-in for an id: the same id gives the same word, the word does not give the id. */
export function hashed(id: unknown): string {
  let hash = 0x811c9dc5
  for (const character of String(id)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
