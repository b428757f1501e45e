/**
 * Lets those who wait for the same room go on in the order they came, one by one, until it is full again. If all went on at
 * once, thousands of sessions would add a message each to a wire that has room for some hundreds, and speak in turns of one
 * message, so that neither side ever had at hand what belongs to the next. Those who wait for another room have nothing to do
 * with them. Knows no wires.
 */

import { nextTask } from '../jsonrpc/waiting.js'

// So many turns of the microtask queue is each ahead of the next: enough for a dozen messages in a row, which both sides handle
// faster than those of many sessions mixed, and a microsecond lost on one that has nothing more to say.
const AHEAD_TURNS = 16
// Who has to write down first what it says fills no wire meanwhile: then so many go on in one task, and others get a word in.
const MOST_IN_A_TASK = 64

interface Waiting {
  readonly promise: Promise<void>
  readonly open: () => void
  readonly fail: (error: unknown) => void
}

/** Authors by name, in the order they came. */
interface Line {
  readonly waiting: Map<string, Waiting>
  /** What it is being let in by; nothing while it waits. */
  pass: object | undefined
}

export class RoomQueue {
  readonly #lines = new Map<Promise<void>, Line>()
  /** Those who were let in just now, with the line behind them. */
  readonly #ahead = new Map<string, Line>()

  /** Resolves when `room` has, and those who waited for it before have gone on. The same for all that an author adds meanwhile. */
  wait(author: string, room: Promise<void>): Promise<void> {
    const { waiting } = this.#lineFor(author, room)
    const known = waiting.get(author)
    if (known !== undefined) return known.promise
    const own = beginWaiting()
    waiting.set(author, own)
    return own.promise
  }

  #lineFor(author: string, room: Promise<void>): Line {
    const known = this.#lines.get(room)
    const behind = this.#ahead.get(author)
    if (behind?.pass === undefined)
      return known ?? this.#expect(room, { waiting: new Map(), pass: undefined })
    // Full again, and so it is for those behind: they are the first to go on next time.
    behind.pass = undefined
    if (known === undefined) return this.#expect(room, behind)
    join(behind, known)
    this.#lines.set(room, behind)
    return behind
  }

  #expect(room: Promise<void>, line: Line): Line {
    this.#lines.set(room, line)
    room.then(
      () => void this.#admit(this.#take(room)),
      error => {
        for (const { fail } of this.#take(room).waiting.values()) fail(error)
      },
    )
    return line
  }

  #take(room: Promise<void>): Line {
    const line = this.#lines.get(room) as Line
    this.#lines.delete(room)
    return line
  }

  async #admit(line: Line): Promise<void> {
    const pass = {}
    line.pass = pass
    const admitted: string[] = []
    for (const [author, { open }] of line.waiting) {
      line.waiting.delete(author)
      this.#ahead.set(author, line)
      admitted.push(author)
      open()
      for (let turn = 0; turn < AHEAD_TURNS && line.pass === pass; turn++) await undefined
      if (admitted.length % MOST_IN_A_TASK === 0) await nextTask()
      if (line.pass !== pass) break
    }
    if (line.pass === pass) line.pass = undefined
    for (const author of admitted) if (this.#ahead.get(author) === line) this.#ahead.delete(author)
  }
}

/** Puts those of `other` behind those of `line`. Whoever stands in both goes on when it would in the first. */
function join({ waiting }: Line, other: Line): void {
  for (const [author, { open, fail, promise }] of other.waiting) {
    const known = waiting.get(author)
    if (known === undefined) waiting.set(author, { open, fail, promise })
    else known.promise.then(open, fail)
  }
}

function beginWaiting(): Waiting {
  let open: Waiting['open'] = () => {}
  let fail: Waiting['fail'] = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  // Not everybody waits who was asked to.
  promise.catch(() => {})
  return { promise, open, fail }
}
