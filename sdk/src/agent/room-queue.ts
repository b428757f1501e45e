/**
 * Lets those who wait for room on the wire go on in the order they came, one by one, until it is full again. If all went on
 * at once, thousands of sessions would add a message each to a wire that has room for some hundreds, and speak in turns of one
 * message, so that neither side ever had at hand what belongs to the next. Knows no wires.
 */

// So many turns of the microtask queue is each ahead of the next: enough for a dozen messages in a row, which both sides handle
// faster than those of many sessions mixed, and a microsecond lost on one that has nothing more to say.
const AHEAD_TURNS = 16

interface Waiting {
  readonly promise: Promise<void>
  readonly open: () => void
  readonly fail: (error: unknown) => void
}

export class RoomQueue {
  /** By author, in the order they came. */
  readonly #waiting = new Map<string, Waiting>()
  #room: Promise<void> | undefined
  #isAdmitting = false

  /** Resolves when `room` has, and all who waited before this author have gone on. The same promise for all that it sends meanwhile. */
  wait(author: string, room: Promise<void>): Promise<void> {
    if (this.#room !== room) this.#expect(room)
    let waiting = this.#waiting.get(author)
    if (waiting === undefined) {
      waiting = beginWaiting()
      this.#waiting.set(author, waiting)
    }
    return waiting.promise
  }

  #expect(room: Promise<void>): void {
    this.#room = room
    room.then(
      () => {
        if (this.#room !== room) return
        this.#room = undefined
        if (!this.#isAdmitting) void this.#admit()
      },
      error => this.#fail(error),
    )
  }

  async #admit(): Promise<void> {
    this.#isAdmitting = true
    for (const [author, { open }] of this.#waiting) {
      if (this.#room !== undefined) break
      this.#waiting.delete(author)
      open()
      // What it says now may fill the wire again.
      for (let turn = 0; turn < AHEAD_TURNS && this.#room === undefined; turn++) await undefined
    }
    this.#isAdmitting = false
  }

  #fail(error: unknown): void {
    for (const { fail } of this.#waiting.values()) fail(error)
    this.#waiting.clear()
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
