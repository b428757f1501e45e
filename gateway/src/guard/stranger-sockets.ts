/**
 * Connections over which nobody has shown a good token yet, or whose token counts no more: of one place only so many, and of
 * all places. Of more the oldest gives way: whoever is about to show one does so soon, and whoever only sits there must not
 * keep others out.
 */

import type { Socket } from 'node:net'
import { type Asking, onRevoked } from '@parley/acp/transport'
import { toNeighbourhood, toPlainAddress } from '../config/address.js'
import type { Release } from './allowance.js'

// They come in one every two milliseconds, and whoever comes too often waits at least 200 to be told so: of a short crowd nobody
// gives way before. Of a flood many do.
const MOST_OF_PLACE = 256
const MOST_OF_ALL = 1_024

type Sockets = Map<string, Socket>

/** By what a connection is a stranger's no more. */
export interface Introduction {
  /** Aborted when the token counts no more. */
  readonly end: AbortSignal
  /** Of those whose token it is; nothing where they have as many as they may. */
  readonly takeRoom: () => Release | undefined
}

interface Acquaintance {
  readonly socket: Socket
  readonly release: Release
}

export class StrangerSockets {
  readonly #proxies: ReadonlySet<string>
  /** The oldest first, of all and of each place. */
  readonly #all: Sockets = new Map()
  readonly #places = new Map<string, Sockets>()
  readonly #known = new Map<string, Acquaintance>()

  /** Over these addresses everybody comes, and others watch over them. */
  constructor(proxies: ReadonlySet<string>) {
    this.#proxies = proxies
  }

  /** Where a connection waits to be let in; nothing for one of a proxy, which need not wait. */
  placeOf(address: string | undefined): string | undefined {
    const isProxy = address !== undefined && this.#proxies.has(toPlainAddress(address) ?? address)
    return isProxy ? undefined : toNeighbourhood(address)
  }

  meet(socket: Socket): void {
    const { remoteAddress, remotePort } = socket
    if (this.placeOf(remoteAddress) === undefined) return
    const name = nameOf(remoteAddress, remotePort)
    // The one that had this name may be over, and not have said so yet.
    this.#forget(name)
    this.#add(name, socket)
    socket.once('close', () => this.#socketOf(name) === socket && this.#forget(name))
  }

  /** Whoever came over this connection has shown a good token: where there is room, it is a stranger's no more. */
  know({ address, port }: Asking, { end, takeRoom }: Introduction): void {
    const name = nameOf(address, port)
    const socket = this.#all.get(name)
    const giveBack = socket && takeRoom()
    if (socket === undefined || giveBack === undefined) return
    this.#forget(name)
    let unwatch = (): void => {}
    const release = (): void => {
      unwatch()
      giveBack()
    }
    this.#known.set(name, { socket, release })
    unwatch = onRevoked(end, () => this.#doubt(name))
  }

  /** Whoever came over this connection has shown no good token this time: until one comes again it is a stranger's. */
  doubt({ address, port }: Asking): void {
    this.#doubt(nameOf(address, port))
  }

  #doubt(name: string): void {
    const known = this.#known.get(name)
    if (known === undefined) return
    this.#forget(name)
    this.#add(name, known.socket)
  }

  #add(name: string, socket: Socket): void {
    const place = toNeighbourhood(socket.remoteAddress)
    const neighbours = this.#places.get(place) ?? new Map()
    if (neighbours.size >= MOST_OF_PLACE) this.#drop(neighbours)
    else if (this.#all.size >= MOST_OF_ALL) this.#drop(this.#all)
    this.#places.set(place, neighbours.set(name, socket))
    this.#all.set(name, socket)
  }

  #drop(sockets: Sockets): void {
    for (const [name, socket] of sockets) {
      this.#forget(name)
      socket.destroy()
      return
    }
  }

  #socketOf(name: string): Socket | undefined {
    return this.#all.get(name) ?? this.#known.get(name)?.socket
  }

  #forget(name: string): void {
    this.#known.get(name)?.release()
    this.#known.delete(name)
    const socket = this.#all.get(name)
    if (socket === undefined) return
    this.#all.delete(name)
    const place = toNeighbourhood(socket.remoteAddress)
    const neighbours = this.#places.get(place)
    neighbours?.delete(name)
    if (neighbours?.size === 0) this.#places.delete(place)
  }
}

function nameOf(address: string | undefined, port: number | undefined): string {
  return `${address} ${port}`
}
