/**
 * Connections over which nobody has shown a good token yet: of one place only so many, and of all places. Of more the
 * oldest gives way: whoever is about to show one does so soon, and whoever only sits there must not keep others out.
 */

import type { Socket } from 'node:net'
import type { Asking } from '@parley/acp/transport'
import { toNeighbourhood, toPlainAddress } from '../config/address.js'

// They come in one every two milliseconds, and whoever comes too often waits 200 to be told so: they must not give way before.
const MOST_OF_PLACE = 256
const MOST_OF_ALL = 1_024

type Sockets = Map<string, Socket>

export class StrangerSockets {
  readonly #proxies: ReadonlySet<string>
  /** The oldest first, of all and of each place. */
  readonly #all: Sockets = new Map()
  readonly #places = new Map<string, Sockets>()

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
    const place = this.placeOf(remoteAddress)
    if (place === undefined) return
    const name = nameOf(remoteAddress, remotePort)
    const neighbours = this.#places.get(place) ?? new Map()
    if (neighbours.size >= MOST_OF_PLACE) this.#drop(neighbours)
    else if (this.#all.size >= MOST_OF_ALL) this.#drop(this.#all)
    this.#places.set(place, neighbours.set(name, socket))
    this.#all.set(name, socket)
    // By then another one may have the same name.
    socket.once('close', () => this.#all.get(name) === socket && this.#forget(name, place))
  }

  /** Whoever came over this connection has shown a good token: it is a stranger's no more. */
  know({ address, port }: Asking): void {
    this.#forget(nameOf(address, port), toNeighbourhood(address))
  }

  #drop(sockets: Sockets): void {
    for (const [name, socket] of sockets) {
      this.#forget(name, toNeighbourhood(socket.remoteAddress))
      socket.destroy()
      return
    }
  }

  #forget(name: string, place: string): void {
    if (!this.#all.delete(name)) return
    const neighbours = this.#places.get(place)
    neighbours?.delete(name)
    if (neighbours?.size === 0) this.#places.delete(place)
  }
}

function nameOf(address: string | undefined, port: number | undefined): string {
  return `${address} ${port}`
}
