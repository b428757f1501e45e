/**
 * Where connections wait, unread, before a server does anything for them: each costs it a hundred times what it costs to hang up.
 * So they come in at a pace at which whoever is inside has the server's time, of one place after the other; and of one place only
 * so many wait. More are hung up on: who means it comes again.
 */

import { createServer, type Server, type Socket } from 'node:net'
import { FairLine } from '../fair-line.js'

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
  readonly #pace = new Pace()
  readonly #line = new FairLine<string>(move => this.#pace.plan(move))
  readonly #waiting = new Set<Socket>()
  #inside = 0
  #isClosed = false

  constructor({ enter, placeOf = itself, most = LIMITS, allowHalfOpen }: DoorwayOptions) {
    this.#enter = enter
    this.#placeOf = placeOf
    this.#most = most
    this.server = createServer({ pauseOnConnect: true, allowHalfOpen }, this.#meet)
    this.server.maxConnections = most.inside + most.waiting
  }

  /** Resolves when nobody is left: those who wait are hung up on, and whoever is inside is asked to leave by somebody else. */
  close(): Promise<void> {
    this.#isClosed = true
    const closed = new Promise<void>(resolve => this.server.close(() => resolve()))
    for (const socket of this.#waiting) socket.destroy()
    return closed
  }

  readonly #meet = (socket: Socket): void => {
    const place = this.#placeOf(socket.remoteAddress)
    if (place === undefined) return this.#admit(socket)
    const { waiting, ofPlace } = this.#most
    if (this.#line.length >= waiting || this.#line.lengthOf(place) >= ofPlace) return void socket.destroy()
    this.#waiting.add(socket)
    this.#line.join(place, () => {
      this.#waiting.delete(socket)
      this.#admit(socket)
    })
  }

  #admit(socket: Socket): void {
    if (this.#isClosed || this.#inside >= this.#most.inside) return void socket.destroy()
    this.#inside++
    socket.once('close', () => {
      this.#inside--
    })
    this.#enter(socket)
  }
}

/** Some at once, and then one after the other. */
class Pace {
  #credit = AT_ONCE
  #counted = performance.now()

  plan(go: () => void): void {
    const now = performance.now()
    this.#credit = Math.min(AT_ONCE, this.#credit + (now - this.#counted) / EACH_MILLISECONDS)
    this.#counted = now
    if (this.#credit < 1) return void setTimeout(() => this.plan(go), EACH_MILLISECONDS)
    this.#credit--
    setImmediate(go)
  }
}

function itself(address: string | undefined): string {
  return address ?? ''
}
