/**
 * The pieces of a body until it is whole. Those of a large one are copied into room that is used again, by this body or the
 * next: what came from the socket is let go while it is young, and tidied up at once. Left where it came, half a body that was
 * refused stays in memory until the collector looks at all there is, and in a flood most of the memory is such halves.
 */

const SLAB_BYTES = 64 * 1024
const MOST_FREE_SLABS = 256
const KEPT_MILLISECONDS = 10_000

/** Room that nobody uses now. What nobody has needed for a while is given back. */
class Room {
  readonly #free: Buffer[] = []
  /** That were free all the time since it was last tidied. */
  #fewest = 0
  #timer: NodeJS.Timeout | undefined

  take(): Buffer {
    const slab = this.#free.pop()
    this.#fewest = Math.min(this.#fewest, this.#free.length)
    return slab ?? Buffer.allocUnsafeSlow(SLAB_BYTES)
  }

  give(slabs: readonly Buffer[]): void {
    this.#free.push(...slabs.slice(0, MOST_FREE_SLABS - this.#free.length))
    this.#timer ??= this.#plan()
  }

  #plan(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#free.length -= this.#fewest
      this.#fewest = this.#free.length
      this.#timer = this.#fewest > 0 ? this.#plan() : undefined
    }, KEPT_MILLISECONDS).unref()
  }
}

const NO_ROOM: Buffer = Buffer.alloc(0)
const room = new Room()

export class Gathering {
  /** As they came, while they are fewer bytes than the room for one more would take. */
  #pieces: Buffer[] = []
  #slabs: Buffer[] = []
  #last: Buffer = NO_ROOM
  #size = 0

  get size(): number {
    return this.#size
  }

  add(piece: Buffer): void {
    this.#size += piece.length
    this.#pieces.push(piece)
    // One piece alone may be the whole body, and need not be copied.
    if (this.#size > SLAB_BYTES && this.#size > piece.length) this.#move()
  }

  /** All of it; nothing of it is kept here then. */
  take(): Buffer {
    const [first] = this.#pieces
    const isOne = first !== undefined && first.length === this.#size
    const whole = isOne ? first : Buffer.concat([...this.#slabs, ...this.#pieces], this.#size)
    this.letGo()
    return whole
  }

  letGo(): void {
    if (this.#slabs.length > 0) room.give(this.#slabs)
    this.#slabs = []
    this.#last = NO_ROOM
    this.#pieces = []
    this.#size = 0
  }

  #move(): void {
    let behind = this.#size
    for (const piece of this.#pieces) behind -= piece.length
    for (const piece of this.#pieces) {
      this.#copy(piece, behind)
      behind += piece.length
    }
    this.#pieces = []
  }

  /** The piece, behind so many bytes that are there already. */
  #copy(piece: Buffer, behind: number): void {
    let copied = 0
    while (copied < piece.length) {
      const at = (behind + copied) % SLAB_BYTES
      if (at === 0) this.#addRoom()
      copied += piece.copy(this.#last, at, copied)
    }
  }

  #addRoom(): void {
    this.#last = room.take()
    this.#slabs.push(this.#last)
  }
}
