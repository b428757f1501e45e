/** What a round knows of the conversation so far: which sessions exist, which ids were used, what to write where. */
import { MARKER } from './marker.js'
import type { Random } from './random.js'

const ABSOLUTE = new Set(['cwd', 'path', 'additionalDirectories', 'root', 'oldPath', 'newPath'])
// biome-ignore format: a list of words reads best as a block
const DEEDS = [
  'say', 'echo', 'think', 'plan', 'usage', 'pause', 'left', 'ask', 'read', 'write', 'unawaited', 'many', 'bug', 'refuse',
  'flood', 'tool', 'terminal',
]
const MOST_REMEMBERED = 50

export class Pool {
  readonly sessions: string[] = []
  readonly #random: Random
  readonly #ids: (string | number)[] = []
  #next = 0

  constructor(random: Random) {
    this.#random = random
  }

  addSession(id: string): void {
    this.sessions.push(id)
    if (this.sessions.length > MOST_REMEMBERED) this.sessions.shift()
  }

  takeId(): string | number {
    const number = ++this.#next
    // Numbers far above those that the target gives its own calls.
    const id = this.#random.chance(0.5) ? `q${number}` : 1_000_000 + number
    this.#ids.push(id)
    if (this.#ids.length > MOST_REMEMBERED) this.#ids.shift()
    return id
  }

  recentId(): string | number {
    return this.#ids.length === 0 ? 'none' : this.#random.pick(this.#ids)
  }

  /** An id that no session has; now and then one that some session has. */
  freshSession(): string {
    return this.#random.chance(0.1) ? this.#sessionId() : `session-${++this.#next}`
  }

  /** What to write under a key. */
  word(key: string): string {
    if (key === 'sessionId') return this.#sessionId()
    if (ABSOLUTE.has(key)) return `/tmp/${MARKER}`
    if (key !== 'text') return `${MARKER} text`
    const deeds = Array.from({ length: this.#random.between(1, 4) }, () => this.#random.pick(DEEDS))
    return `do:${deeds.join()} ${MARKER}`
  }

  #sessionId(): string {
    if (this.sessions.length === 0 || this.#random.chance(0.2)) return `unknown-${this.#random.below(200)}`
    return this.#random.pick(this.sessions)
  }
}
