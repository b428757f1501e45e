/**
 * Gives node:http what came on a connection with a few heads of requests at a time. By itself it makes requests of all that one
 * read has brought, thousands of them, and everybody waits for that. The rest goes back into the stream, ahead of what comes next.
 */

import type { Socket } from 'node:net'
import { takeListener } from '../taken-listener.js'

const HEAD_END = Buffer.from('\r\n\r\n')
// Most come alone, with their body. One that comes in chunks has an end that looks like that of a head.
const FEW_HEADS = 2

/** To be called when node:http listens to the socket, and before anything came. `onRest` is told that something went back. */
export function readInSlices(socket: Socket, onRest: (socket: Socket) => void): void {
  const parse = takeListener(socket, 'data')
  const take = (piece: Buffer): void => {
    const end = isFull(socket) ? 0 : endOfHeads(piece)
    if (end < piece.length) {
      // Before the first part is read: a socket that is handed over with it has the rest in the right place.
      socket.pause()
      socket.unshift(piece.subarray(end))
      onRest(socket)
    }
    if (end > 0) parse.call(socket, end === piece.length ? piece : piece.subarray(0, end))
    if (isHandedOver(socket)) socket.off('data', take)
    // It lets a socket flow behind each message that is whole, and of one that flows all is read in this turn.
    else if (end < piece.length) socket.pause()
  }
  socket.on('data', take)
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

function endOfHeads(piece: Buffer): number {
  let at = 0
  for (let heads = 0; heads < FEW_HEADS; heads++) {
    const found = piece.indexOf(HEAD_END, at)
    if (found < 0) return piece.length
    at = found + HEAD_END.length
  }
  return at
}
