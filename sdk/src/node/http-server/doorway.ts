/**
 * Where connections wait before a server does anything for them: each costs it a hundred times what it costs to hang up. So they
 * come in at a pace at which whoever is inside has the server's time.
 */

import { createServer, type Server, type Socket } from 'node:net'
import { WaitingRoom } from './waiting-room.js'

export interface DoorwayLimits {
  /** Whoever is inside costs some kilobytes before having said a word. */
  readonly inside: number
  /** Whoever waits costs four. To be hung up on is worse than to wait, for both: who is comes again, and again. */
  readonly waiting: number
  readonly ofPlace: number
}

const LIMITS: DoorwayLimits = { inside: 4_096, waiting: 4_096, ofPlace: 3_072 }
// A page comes with half a dozen at once, a team with a few dozen.
const AT_ONCE = 32
const EACH_MILLISECONDS = 2

/** Where somebody comes from: connections of one place wait for each other. Nothing for those who need not wait. */
export type PlaceOf = (address: string | undefined) => string | undefined

export interface DoorwayOptions {
  /** Lets one in. */
  readonly enter: (socket: Socket) => void
  readonly placeOf?: PlaceOf | undefined
  readonly most?: DoorwayLimits | undefined
  /** Whether whoever has said all can still be told something. */
  readonly allowHalfOpen: boolean
}

export class Doorway {
  readonly server: Server
  readonly #enter: (socket: Socket) => void
  readonly #placeOf: PlaceOf
  readonly #most: DoorwayLimits
  readonly #waiting: WaitingRoom
  readonly #pace = new Pace(() => this.#move())
  #inside = 0
  #isClosed = false

  constructor({ enter, placeOf = itself, most = LIMITS, allowHalfOpen }: DoorwayOptions) {
    this.#enter = enter
    this.#placeOf = placeOf
    this.#most = most
    this.#waiting = new WaitingRoom({ all: most.waiting, ofPlace: most.ofPlace })
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

  #admit(socket: Socket): void {
    if (this.#isClosed || this.#inside >= this.#most.inside) socket.destroy()
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
  readonly #go: () => void
  #credit = AT_ONCE
  #counted = performance.now()
  #isPlanned = false

  constructor(go: () => void) {
    this.#go = go
  }

  plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    const now = performance.now()
    this.#credit = Math.min(AT_ONCE, this.#credit + (now - this.#counted) / EACH_MILLISECONDS)
    this.#counted = now
    if (this.#credit >= 1) setImmediate(this.#step)
    else setTimeout(this.#again, EACH_MILLISECONDS)
  }

  readonly #again = (): void => {
    this.#isPlanned = false
    this.plan()
  }

  // What is planned for a turn comes after everything that the network has brought.
  readonly #step = (): void => {
    this.#isPlanned = false
    this.#credit--
    this.#go()
  }
}

function itself(address: string | undefined): string {
  return address ?? ''
}
