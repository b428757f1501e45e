/**
 * Gives node:http what came on a connection with a few heads of requests at a time. By itself it makes requests of all that one
 * read has brought, thousands of them, and everybody waits for that. The rest goes back into the stream, ahead of what comes next.
 * A body goes through whole: whatever stands in it, it is no head, and each cut would cost more than what it lets through.
 */

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { takeListener } from '../taken-listener.js'

const HEAD_END = Buffer.from('\r\n\r\n')
const [RETURN, NEWLINE] = [13, 10]
// Most come alone, with their body: one for the head, and one for a body that comes in chunks.
const FEW_SLICES = 2
// Where the end of a body is not known, what looks like that of a head may be anything.
const LEAST_BYTES = 4_096
const OTHER_PROTOCOL = /^\s*connect |\nupgrade:/i

export interface SliceReading {
  /** Whether an answer is still to be sent. */
  isOwing(socket: Socket): boolean
  /** Something went back; with `isLast` because it has to wait until no answer is owed. */
  onRest(socket: Socket, isLast: boolean): void
}

/** To be called when node:http listens to the socket, and before anything came. */
export function readInSlices(socket: Socket, reading: SliceReading): void {
  const parse = takeListener(socket, 'data')
  const body = new BodyUnderWay(socket)
  // Whoever takes it over would write ahead of the answers, and these into the middle of what it says.
  const isTooEarly = (slice: Buffer): boolean =>
    !body.isOpen && reading.isOwing(socket) && asksForAnother(slice)
  const take = (piece: Buffer): void => {
    let at = 0
    let isLast = false
    for (let slices = 0; at < piece.length && canParse(socket); ) {
      if (body.left === 0 && slices++ === FEW_SLICES) break
      const slice = piece.subarray(at, body.nextCut(piece, at))
      isLast = isTooEarly(slice)
      if (isLast) break
      parse.call(socket, slice)
      body.went(slice.length)
      at += slice.length
    }
    const rest = piece.subarray(at)
    if (isHandedOver(socket)) {
      // Right behind the head with which that was done: of what follows, whoever took it has been given nothing yet.
      socket.off('data', take).unshift(rest)
      // Its head was not seen in time: it came in two pieces, or right behind a body in chunks.
      if (reading.isOwing(socket)) socket.destroy()
    } else if (rest.length > 0) {
      // node:http lets a socket flow behind each message that is whole, and of one that flows all is read in this turn.
      socket.pause().unshift(rest)
      reading.onRest(socket, isLast)
    }
  }
  socket.on('data', take)
}

/** The body that node:http reads at the moment. */
class BodyUnderWay {
  /** How much of it is still to come; 0 where that is not known. */
  left = 0
  readonly #socket: Socket
  #message: IncomingMessage | undefined

  constructor(socket: Socket) {
    this.#socket = socket
  }

  get isOpen(): boolean {
    return this.#message?.complete === false
  }

  /** Up to where node:http may read on. */
  nextCut(piece: Buffer, at: number): number {
    if (this.left > 0) return Math.min(at + this.left, piece.length)
    return this.isOpen ? endBehind(piece, at + LEAST_BYTES) : endOfHead(piece, at)
  }

  /** To be called when node:http has read so much more. */
  went(bytes: number): void {
    const message = messageOf(this.#socket)
    if (message === undefined || message.complete) this.left = 0
    else if (message === this.#message) this.left -= Math.min(this.left, bytes)
    else this.left = hasBegun(message) ? 0 : lengthOf(message)
    this.#message = message
  }
}

/** Whether it speaks HTTP/1.1: not what is inside HTTP/2, and nothing else any more. */
export function isParsed(socket: Socket): boolean {
  return (Reflect.get(socket, 'parser') ?? null) !== null
}

/** It speaks something else by now, and who took it over decides when it is read. */
export function isHandedOver(socket: Socket): boolean {
  return Reflect.get(socket, 'parser') === null
}

/** Its client does not take its answers. node:http has it read again when it does, and must not be given anything before. */
export function isFull(socket: Socket): boolean {
  return Reflect.get(socket, '_paused') === true
}

function canParse(socket: Socket): boolean {
  return !isFull(socket) && !isHandedOver(socket)
}

function asksForAnother(head: Buffer): boolean {
  return OTHER_PROTOCOL.test(head.toString('latin1'))
}

function messageOf(socket: Socket): IncomingMessage | undefined {
  const parser: object | null | undefined = Reflect.get(socket, 'parser')
  return (parser && Reflect.get(parser, 'incoming')) ?? undefined
}

/** Its head had an end that was not seen, because it came in two pieces: where the body began is not known. */
function hasBegun(message: IncomingMessage): boolean {
  return message.readableLength > 0 || message.readableDidRead
}

function lengthOf({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0
}

function endOfHead(piece: Buffer, at: number): number {
  let start = at
  // Empty lines ahead of a head are no heads.
  while (piece[start] === RETURN || piece[start] === NEWLINE) start++
  return endBehind(piece, start)
}

function endBehind(piece: Buffer, start: number): number {
  const found = piece.indexOf(HEAD_END, start)
  return found < 0 ? piece.length : found + HEAD_END.length
}
