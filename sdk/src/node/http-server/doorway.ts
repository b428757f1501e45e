/**
 * Where connections wait before a server does anything for them: each costs it a hundred times what it costs to hang up. So they
 * come in at a pace at which whoever is inside has the server's time.
 */

import { createServer, type Server, type Socket } from 'node:net'
import { mostOpenFiles } from './file-room.js'
import { WaitingRoom } from './waiting-room.js'

export interface DoorwayLimits {
  /** Whoever is inside costs some kilobytes before having said a word. */
  readonly inside: number
  /**
   * Whoever waits costs four, and the system up to 128 of what it has sent. To be hung up on is worse than to wait, for both:
   * who is comes again, and again.
   */
  readonly waiting: number
  readonly ofPlace: number
}

const LIMITS: DoorwayLimits = { inside: 4_096, waiting: 4_096, ofPlace: 3_072 }
// A page comes with half a dozen at once, a team with a few dozen.
const AT_ONCE = 32
// Half a second for plain text: longer than a person waits before thinking that something is wrong.
const LATELY_TURNS = 250
// Of what a process may open sockets have at most so much.
const SOCKETS_OF_FILES = 0.75

/** Where somebody comes from: connections of one place wait for each other. Nothing for those who need not wait. */
export type PlaceOf = (address: string | undefined) => string | undefined

/** Why somebody is hung up on: too many wait, or too many are inside. */
export type TurnedAway = 'waiting_full' | 'inside_full'

export interface DoorwayOptions {
  /** Lets one in. */
  readonly enter: (socket: Socket) => void
  readonly placeOf?: PlaceOf | undefined
  readonly most?: DoorwayLimits | undefined
  /** How long it takes until the next one comes in, where many wait. */
  readonly eachMilliseconds: number
  readonly onTurnedAway?: ((address: string | undefined, why: TurnedAway) => void) | undefined
  /** Whether whoever has said all can still be told something. */
  readonly allowHalfOpen: boolean
}

export class Doorway {
  readonly server: Server
  readonly #enter: (socket: Socket) => void
  readonly #placeOf: PlaceOf
  readonly #most: DoorwayLimits
  readonly #waiting: WaitingRoom
  readonly #onTurnedAway: (address: string | undefined, why: TurnedAway) => void
  readonly #pace: Pace
  #inside = 0
  #isClosed = false

  constructor(options: DoorwayOptions) {
    const { enter, placeOf = itself, most = sparing(LIMITS), eachMilliseconds, allowHalfOpen } = options
    this.#pace = new Pace(eachMilliseconds, () => this.#move())
    this.#enter = enter
    this.#placeOf = placeOf
    this.#most = most
    this.#onTurnedAway = options.onTurnedAway ?? (() => {})
    const room = {
      ...{ all: most.waiting, ofPlace: most.ofPlace },
      latelyMilliseconds: LATELY_TURNS * eachMilliseconds,
    }
    this.#waiting = new WaitingRoom(room, socket => this.#turnAway(socket, 'waiting_full'))
    this.server = createServer({ pauseOnConnect: true, allowHalfOpen }, this.#meet)
    // One more than there is room for, so that it is the oldest who gives way.
    this.server.maxConnections = most.inside + most.waiting + 1
  }

  /** Resolves when nobody is left: those who wait are hung up on, and whoever is inside is asked to leave by somebody else. */
  close(): Promise<void> {
    this.#isClosed = true
    const closed = new Promise<void>(resolve => this.server.close(() => resolve()))
    this.#waiting.clear()
    return closed
  }

  readonly #meet = (socket: Socket): void => {
    // Whoever has left before it was met has no address any more.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const place = this.#placeOf(socket.remoteAddress)
    if (place === undefined) return this.#admit(socket)
    this.#waiting.add(socket, place)
    this.#pace.plan()
  }

  #move(): void {
    const socket = this.#waiting.next()
    if (socket === undefined) return
    this.#admit(socket)
    if (this.#waiting.size > 0) this.#pace.plan()
  }

  #turnAway(socket: Socket, why: TurnedAway): void {
    this.#onTurnedAway(socket.remoteAddress, why)
    socket.destroy()
  }

  #admit(socket: Socket): void {
    if (this.#isClosed) return void socket.destroy()
    if (this.#inside >= this.#most.inside) return this.#turnAway(socket, 'inside_full')
    if (socket.destroyed) return
    this.#inside++
    socket.once('close', () => {
      this.#inside--
    })
    this.#enter(socket)
  }
}

/** Some at once, one for each turn of the event loop, and then one after the other. */
class Pace {
  readonly #each: number
  readonly #go: () => void
  #credit = AT_ONCE
  #counted = performance.now()
  #isPlanned = false

  constructor(eachMilliseconds: number, go: () => void) {
    this.#each = eachMilliseconds
    this.#go = go
  }

  plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    const now = performance.now()
    this.#credit = Math.min(AT_ONCE, this.#credit + (now - this.#counted) / this.#each)
    this.#counted = now
    if (this.#credit >= 1) setImmediate(this.#step)
    else setTimeout(this.#again, this.#each)
  }

  readonly #again = (): void => {
    this.#isPlanned = false
    this.plan()
  }

  // One for each turn of the event loop: whoever is inside is served in between.
  readonly #step = (): void => {
    this.#isPlanned = false
    this.#credit--
    this.#go()
  }
}

/** The same in proportion, where the process may not have so many sockets: other things need files, too. */
export function sparing(limits: DoorwayLimits, mostFiles = mostOpenFiles()): DoorwayLimits {
  const share = Math.min(1, (mostFiles * SOCKETS_OF_FILES) / (limits.inside + limits.waiting))
  const part = (count: number): number => Math.max(1, Math.floor(count * share))
  return { inside: part(limits.inside), waiting: part(limits.waiting), ofPlace: part(limits.ofPlace) }
}

function itself(address: string | undefined): string {
  return address ?? ''
}
