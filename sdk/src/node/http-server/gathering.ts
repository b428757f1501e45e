/**
 * The pieces of a large body until it is whole. They are copied into room that is used again, by this body or the next one:
 * what came from the socket is let go while it is young, and tidied up at once. Left where it came, half a body that was
 * refused stays in memory until the collector looks at all there is, and in a flood most of the memory is such halves.
 */

const SLAB_BYTES = 64 * 1024
const KEPT_MILLISECONDS = 10_000

/** Room that nobody uses now. After a while without a large body it is given back. */
class Room {
  #free: Buffer[] = []
  #timer: NodeJS.Timeout | undefined

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(SLAB_BYTES)
  }

  give(slabs: readonly Buffer[]): void {
    for (const slab of slabs) this.#free.push(slab)
    this.#timer ??= setTimeout(this.#empty, KEPT_MILLISECONDS).unref()
    this.#timer.refresh()
  }

  readonly #empty = (): void => {
    this.#free = []
    this.#timer = undefined
  }
}

const NO_ROOM: Buffer = Buffer.alloc(0)
const room = new Room()

export class Gathering {
  /** The only piece so far: most bodies have no other, and it is not copied. */
  #sole: Buffer | undefined
  #slabs: Buffer[] = []
  #last: Buffer = NO_ROOM
  #size = 0

  get size(): number {
    return this.#size
  }

  add(piece: Buffer): void {
    if (this.#size === 0) this.#sole = piece
    else this.#copySole()
    if (this.#sole === undefined) this.#copy(piece, this.#size)
    this.#size += piece.length
  }

  /** All of it; nothing of it is kept here then. */
  take(): Buffer {
    const whole = this.#sole ?? Buffer.concat(this.#slabs, this.#size)
    this.letGo()
    return whole
  }

  letGo(): void {
    if (this.#slabs.length > 0) room.give(this.#slabs)
    this.#slabs = []
    this.#last = NO_ROOM
    this.#sole = undefined
    this.#size = 0
  }

  #copySole(): void {
    const sole = this.#sole
    this.#sole = undefined
    if (sole !== undefined) this.#copy(sole, 0)
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
