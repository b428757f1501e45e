/**
 * Connections that wait, unread, to be let in: of one place after the other, so that nobody waits behind all of another place.
 * Where there is no room for one more, who has waited longest of the place where most wait gives way: a crowd that only sits
 * there keeps nobody out.
 */

import type { Socket } from 'node:net'

export interface Room {
  readonly all: number
  readonly ofPlace: number
}

// Of few the first goes first. Of many the last: by the time it were the first one's turn, whoever means it has given up and
// come again, and a crowd would make everybody else of its place wait behind it.
const FEW = 32
// A crowd that comes back as fast as it is let in would keep whoever is beneath it waiting for ever. So every fourth time it is
// the turn of the first of those who came lately: with it nobody in a steady flood waits longer than that, without it some do
// for half a minute.
const LATELY_MILLISECONDS = 500
const TURNS_OF_FIRST = 4

interface Waiting {
  readonly socket: Socket
  readonly since: number
}

export class WaitingRoom {
  readonly #room: Room
  readonly #giveWay: (socket: Socket) => void
  /** The place whose turn is next first, and of each who has waited longest first. */
  readonly #places = new Map<string, Waiting[]>()
  readonly #crowds = new Crowds()
  readonly #now: () => number
  #size = 0
  #turns = 0

  /** `giveWay` is told who must leave so that another one may wait. */
  constructor(room: Room, giveWay: (socket: Socket) => void, now = () => performance.now()) {
    this.#room = room
    this.#giveWay = giveWay
    this.#now = now
  }

  get size(): number {
    return this.#size
  }

  add(socket: Socket, place: string): void {
    const isFull = this.#size >= this.#room.all
    const crowd = this.#isFullOf(place) ? place : isFull ? this.#crowds.largest : undefined
    const leaving = crowd === undefined ? undefined : this.#takeOf(crowd, 0)
    if (leaving !== undefined) this.#giveWay(leaving)
    const neighbours = this.#places.get(place) ?? []
    neighbours.push({ socket, since: this.#now() })
    this.#places.set(place, neighbours)
    this.#crowds.note(place, neighbours.length)
    this.#size++
  }

  next(): Socket | undefined {
    const [place] = this.#places.keys()
    if (place === undefined) return undefined
    const socket = this.#takeOf(place, this.#turnOf(place))
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
    for (const place of [...this.#places.keys()])
      while (this.#places.has(place)) this.#takeOf(place, -1)?.destroy()
  }

  #isFullOf(place: string): boolean {
    return (this.#places.get(place)?.length ?? 0) >= this.#room.ofPlace
  }

  /** Whose turn it is in a place: the first one's is 0, the last one's is -1. */
  #turnOf(place: string): number {
    if (this.#size <= FEW) return 0
    if (++this.#turns % TURNS_OF_FIRST > 0) return -1
    const neighbours = this.#places.get(place) ?? []
    const first = firstSince(neighbours, this.#now() - LATELY_MILLISECONDS)
    return first < neighbours.length ? first : -1
  }

  #takeOf(place: string, turn: number): Socket | undefined {
    const neighbours = this.#places.get(place) ?? []
    const [taken] = neighbours.splice(turn, 1)
    if (taken !== undefined) this.#size--
    if (neighbours.length === 0) this.#places.delete(place)
    this.#crowds.note(place, neighbours.length)
    return taken?.socket
  }
}

/** Where those begin who have waited since then at most. */
function firstSince(waiting: readonly Waiting[], then: number): number {
  let [low, high] = [0, waiting.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((waiting[middle]?.since ?? then) < then) low = middle + 1
    else high = middle
  }
  return low
}

/** The places by how many wait there, which becomes one more or one less at a time: nobody is counted again. */
class Crowds {
  readonly #bySize: Set<string>[] = []
  #largest = 0

  /** The one that has been so large for longest. */
  get largest(): string | undefined {
    const [place] = this.#bySize[this.#largest] ?? []
    return place
  }

  note(place: string, size: number): void {
    this.#bySize[size - 1]?.delete(place)
    this.#bySize[size + 1]?.delete(place)
    if (size > 0) {
      this.#bySize[size] ??= new Set()
      this.#bySize[size]?.add(place)
    }
    if (size > this.#largest) this.#largest = size
    else if ((this.#bySize[this.#largest]?.size ?? 0) === 0) this.#largest = size
  }
}
