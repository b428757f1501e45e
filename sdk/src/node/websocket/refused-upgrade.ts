/** The answer to somebody who may not have a socket: a status and a word, and the end. */

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { correlationId } from '../../jsonrpc/error.js'
import { answerInLine, type Refusal, TOO_MUCH } from '../../transport/index.js'

const LEAVE_MILLISECONDS = 2_000
const LINE_BREAKS = /[\r\n]/g

/** Tells a stranger no more than the refusal says, and a name for the incident, which it returns. */
export function refuse(socket: Duplex, { status, headers, reason, correlationId: known }: Refusal): string {
  const incident = known ?? correlationId()
  const body = JSON.stringify({ error: reason, correlationId: incident })
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`.replace(LINE_BREAKS, ' '))
  const words = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body]
  socket.on('error', () => {})
  const answer = (): void => leave(socket, words.join('\r\n'))
  if (status === TOO_MUCH) socket.once('close', answerInLine(answer))
  else answer()
  return incident
}

/** Whoever does not hang up after that is hung up on. */
function leave(socket: Duplex, words: string): void {
  if (socket.destroyed) return
  socket.end(words)
  const timer = setTimeout(() => socket.destroy(), LEAVE_MILLISECONDS)
  socket.once('close', () => clearTimeout(timer))
}
