/**
 * Where requests wait before a server does anything for them: one for each turn of the event loop, of one connection after the
 * other. A piece of a stream may hold hundreds of them, and everybody would wait for all. Connections come one in a turn by
 * themselves. A connection of which some wait is not read: node:http would go on for as long as the answers are read.
 */

import type { Socket } from 'node:net'
import { FairLine } from '../fair-line.js'
import type { RequestHandler } from './mount.js'
import type { NodeRequest } from './node-exchange.js'

// One connection of HTTP/2 has no more than its streams.
const FEW_WAITING = 16

// Twice as many as there may be sockets: nobody who asks for one thing at a time is ever the one who has too many.
const MOST_WAITING = 8_192

/** Whose requests wait together. */
interface Origin {
  readonly destroyed: boolean
  destroy(): void
  once(event: 'close', listener: () => void): unknown
}

export class RequestLine {
  readonly #handler: RequestHandler
  readonly #line = new FairLine<Origin>()
  readonly #known = new WeakSet<Origin>()
  /** Those that are not read for now. */
  readonly #held = new WeakSet<Origin>()

  constructor(handler: RequestHandler) {
    this.#handler = handler
  }

  /** How many wait. */
  get length(): number {
    return this.#line.length
  }

  readonly take: RequestHandler = (request, response) => {
    // Who leaves while it waits is no failure of ours.
    request.on('error', ignore)
    const origin = originOf(request)
    // The rest of the piece in which it was found to have too many.
    if (origin.destroyed) return
    this.#meet(origin, request)
    this.#line.join(origin, () => {
      this.#goOn(origin)
      if (!response.destroyed) this.#handler(request, response)
    })
    if (this.#line.length > MOST_WAITING) this.#dismiss(this.#line.longest)
    const { socket } = request
    if (origin !== socket || this.#held.has(socket) || this.#line.lengthOf(socket) <= FEW_WAITING) return
    this.#held.add(socket)
    // Behind the whole piece: its last request may be the one that has the socket handed over.
    process.nextTick(this.#keep, socket)
  }

  #meet(origin: Origin, { socket }: NodeRequest): void {
    if (this.#known.has(origin)) return
    this.#known.add(origin)
    origin.once('close', () => this.#line.leave(origin))
    // node:http lets a socket go on after each message that is whole.
    if (origin === socket) socket.on('resume', () => this.#keep(socket))
  }

  readonly #keep = (socket: Socket): void => {
    if (!this.#held.has(socket)) return
    if (isHandedOver(socket)) this.#held.delete(socket)
    else socket.pause()
  }

  #goOn(origin: Origin): void {
    if (this.#line.lengthOf(origin) > FEW_WAITING || !this.#held.delete(origin)) return
    const socket = origin as Socket
    if (!isHandedOver(socket)) socket.resume()
  }

  #dismiss(origin: Origin | undefined): void {
    if (origin === undefined) return
    this.#line.leave(origin)
    origin.destroy()
  }
}

function originOf(request: NodeRequest): Origin {
  return 'stream' in request ? (request.stream.session ?? request.stream) : request.socket
}

/** It speaks something else by now, and who took it over decides when it is read. */
function isHandedOver(socket: Socket): boolean {
  return Reflect.get(socket, 'parser') === null
}

function ignore(): void {}
