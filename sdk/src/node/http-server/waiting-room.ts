/**
 * Connections that wait, unread, to be let in: of one place after the other, so that nobody waits behind all of another place.
 * Where there is no room for one more, who has waited longest of the place where most wait gives way: a crowd that only sits
 * there keeps nobody out.
 */

import type { Socket } from 'node:net'

export interface Room {
  readonly all: number
  readonly ofPlace: number
  /** Who has come within these has come lately. */
  readonly latelyMilliseconds: number
}

// Of few the first goes first. Of many the last: by the time it were the first one's turn, whoever means it has given up and
// come again, and a crowd would make everybody else of its place wait behind it.
const FEW = 32
// A crowd that comes back as fast as it is let in would bury for good whoever comes just before some of it. So every fourth turn
// of a place is that of the first of those who came lately: whoever goes at all goes soon. Who came before that waits until
// fewer come.
const TURNS_OF_FIRST = 4

interface Waiting {
  readonly socket: Socket
  readonly since: number
}

interface Line {
  readonly waiting: Waiting[]
  /** How many have gone from it while many waited. */
  turns: number
}

export class WaitingRoom {
  readonly #room: Room
  readonly #giveWay: (socket: Socket) => void
  /** The place whose turn is next first, and of each who has waited longest first. */
  readonly #places = new Map<string, Line>()
  readonly #crowds = new Crowds()
  readonly #now: () => number
  #size = 0

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
    const line = this.#places.get(place) ?? { waiting: [], turns: 0 }
    line.waiting.push({ socket, since: this.#now() })
    this.#places.set(place, line)
    this.#crowds.note(place, line.waiting.length)
    this.#size++
  }

  next(): Socket | undefined {
    const [first] = this.#places
    if (first === undefined) return undefined
    const [place, line] = first
    const socket = this.#takeOf(place, this.#turnOf(line))
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
    return (this.#places.get(place)?.waiting.length ?? 0) >= this.#room.ofPlace
  }

  /** Whose turn it is in a line: the first one's is 0, the last one's is -1. */
  #turnOf(line: Line): number {
    if (this.#size <= FEW) return 0
    // Counted by each line: where places take turns, every fourth turn of all may always be the same one's.
    if (++line.turns % TURNS_OF_FIRST > 0) return -1
    const first = firstSince(line.waiting, this.#now() - this.#room.latelyMilliseconds)
    return first < line.waiting.length ? first : -1
  }

  #takeOf(place: string, turn: number): Socket | undefined {
    const { waiting } = this.#places.get(place) ?? { waiting: [] }
    const taken = takeAt(waiting, turn)
    if (taken !== undefined) this.#size--
    if (waiting.length === 0) this.#places.delete(place)
    this.#crowds.note(place, waiting.length)
    return taken?.socket
  }
}

// At its ends an array is cut without moving what is between.
function takeAt(waiting: Waiting[], turn: number): Waiting | undefined {
  if (turn === 0) return waiting.shift()
  return turn === -1 ? waiting.pop() : waiting.splice(turn, 1)[0]
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
