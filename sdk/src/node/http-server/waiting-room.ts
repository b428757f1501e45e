/**
 * Connections that wait, unread, to be let in: of one place after the other, so that nobody waits behind all of another place.
 * Where there is no room for one more, the one who has waited longest gives way: a crowd that only sits there keeps nobody out.
 */

import type { Socket } from 'node:net'

export interface Room {
  readonly all: number
  readonly ofPlace: number
}

// Of few the first goes first. Of many the last: by the time it were the first one's turn, whoever means it has given up and
// come again, and a crowd would make everybody else of its place wait behind it.
const FEW = 32

export class WaitingRoom {
  readonly #room: Room
  /** Who has waited longest first. */
  readonly #all = new Map<Socket, string>()
  /** The place whose turn is next first, and of each who has waited longest first. */
  readonly #places = new Map<string, Socket[]>()

  constructor(room: Room) {
    this.#room = room
  }

  get size(): number {
    return this.#all.size
  }

  /** Whoever gives way is hung up on. */
  add(socket: Socket, place: string): void {
    if ((this.#places.get(place)?.length ?? 0) >= this.#room.ofPlace) this.#takeOf(place, false)?.destroy()
    else if (this.#all.size >= this.#room.all) {
      // Of all who has waited longest has of its place, too.
      const [oldest] = this.#all.values()
      if (oldest !== undefined) this.#takeOf(oldest, false)?.destroy()
    }
    this.#all.set(socket, place)
    const neighbours = this.#places.get(place)
    if (neighbours === undefined) this.#places.set(place, [socket])
    else neighbours.push(socket)
  }

  next(): Socket | undefined {
    const [place] = this.#places.keys()
    if (place === undefined) return undefined
    const isLong = this.#all.size > FEW
    const socket = this.#takeOf(place, isLong)
    const rest = this.#places.get(place)
    if (rest !== undefined) {
      // The others' turn comes first.
      this.#places.delete(place)
      this.#places.set(place, rest)
    }
    return socket
  }

  /** Hangs up on everybody. */
  clear(): void {
    for (const socket of this.#all.keys()) socket.destroy()
    this.#all.clear()
    this.#places.clear()
  }

  #takeOf(place: string, isLast: boolean): Socket | undefined {
    const neighbours = this.#places.get(place)
    const socket = isLast ? neighbours?.pop() : neighbours?.shift()
    if (socket !== undefined) this.#all.delete(socket)
    if (neighbours?.length === 0) this.#places.delete(place)
    return socket
  }
}
