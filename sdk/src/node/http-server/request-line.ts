/**
 * Where requests wait before a server does anything for them: one for each turn of the event loop, of one connection after the
 * other. A piece of a stream may hold hundreds of them, and everybody would wait for all. Connections come one in a turn by
 * themselves. A connection of which some are not answered is not read: node:http would go on for as long as the answers are read.
 */

import type { Socket } from 'node:net'
import { FairLine } from '../fair-line.js'
import { isFull, isHandedOver, isParsed, readInSlices, type SliceReading } from './head-slices.js'
import type { RequestHandler } from './mount.js'
import type { NodeRequest, NodeResponse } from './node-exchange.js'

// Answers go out in the order of the requests: more at the same time help nobody. One connection of HTTP/2 has no more than its streams.
const FEW_UNANSWERED = 8

// Twice as many as there may be sockets: nobody who asks for one thing at a time is ever the one who has too many.
const MOST_WAITING = 8_192

/** Whose requests wait together. */
interface Origin {
  readonly destroyed: boolean
  destroy(): void
  once(event: 'close', listener: () => void): unknown
}

/** A connection of HTTP/1.1. */
interface Dialogue {
  unanswered: number
  /** With how many it is read on. */
  most: number
  /** Whether it is not read for now. */
  isHeld: boolean
  /** The one whose body may still be on its way. */
  last: NodeRequest | undefined
}

export class RequestLine {
  readonly #handler: RequestHandler
  readonly #line = new FairLine<Origin>()
  readonly #known = new WeakSet<Origin>()
  readonly #dialogues = new WeakMap<Origin, Dialogue>()

  constructor(handler: RequestHandler) {
    this.#handler = handler
  }

  /** How many wait. */
  get length(): number {
    return this.#line.length
  }

  /** For every connection, before anything came: of one that is never met node:http reads a whole piece at once. */
  readonly meet = (socket: Socket): void => {
    if (isParsed(socket)) readInSlices(socket, this.#reading)
  }

  readonly take: RequestHandler = (request, response) => {
    // Who leaves while it waits is no failure of ours.
    request.on('error', ignore)
    const origin = originOf(request)
    // The rest of the piece in which it was found to have too many.
    if (origin.destroyed) return
    this.#greet(origin)
    this.#line.join(origin, () => {
      if (!response.destroyed) this.#handler(request, response)
    })
    if (this.#line.length > MOST_WAITING) this.#dismiss(this.#line.longest)
    if (origin === request.socket) this.#note(request, response)
  }

  #greet(origin: Origin): void {
    if (this.#known.has(origin)) return
    this.#known.add(origin)
    origin.once('close', () => this.#line.leave(origin))
  }

  #note(request: NodeRequest, response: NodeResponse): void {
    const { socket } = request
    const dialogue = this.#dialogueOf(socket)
    dialogue.last = request
    dialogue.unanswered++
    response.once('close', () => {
      dialogue.unanswered--
      this.#goOn(socket)
    })
    if (dialogue.unanswered <= FEW_UNANSWERED || dialogue.isHeld) return
    dialogue.isHeld = true
    // Behind the whole piece: its last request may be the one that has the socket handed over.
    process.nextTick(this.#keep, socket)
  }

  #dialogueOf(socket: Socket): Dialogue {
    const known = this.#dialogues.get(socket)
    if (known !== undefined) return known
    const dialogue = { unanswered: 0, most: FEW_UNANSWERED, isHeld: false, last: undefined }
    this.#dialogues.set(socket, dialogue)
    // node:http lets a socket go on after each message that is whole.
    socket.on('resume', () => this.#keep(socket))
    return dialogue
  }

  readonly #reading: SliceReading = {
    isOwing: socket => this.#dialogueOf(socket).unanswered > 0,
    // There is more of it to be read, and others come first.
    onRest: (socket, isLast) => {
      const dialogue = this.#dialogueOf(socket)
      dialogue.isHeld = true
      if (isLast) dialogue.most = 0
      setImmediate(this.#goOn, socket)
    },
  }

  readonly #keep = (socket: Socket): void => {
    const dialogue = this.#dialogueOf(socket)
    if (!dialogue.isHeld) return
    if (isHandedOver(socket)) dialogue.isHeld = false
    else socket.pause()
  }

  readonly #goOn = (socket: Socket): void => {
    const dialogue = this.#dialogueOf(socket)
    if (dialogue.unanswered > dialogue.most || !dialogue.isHeld) return
    dialogue.isHeld = false
    dialogue.most = FEW_UNANSWERED
    // node:http has it go on itself when its client takes what it is told, or the body is wanted.
    if (!isHandedOver(socket) && !isFull(socket) && !isStopped(dialogue.last)) socket.resume()
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

/** Whether as much of its body waits to be read as may. */
function isStopped(request: NodeRequest | undefined): boolean {
  return request?.complete === false && request.readableLength >= request.readableHighWaterMark
}

function ignore(): void {}
