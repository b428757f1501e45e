/** A WebSocket between a client and a server: bytes pass as they are, and the frames are read from a copy. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { FrameReader, opcodes } from '@parley/conformance'
import { askTarget, mayPass, type Passage, secretsOf } from './passage.js'
import type { Watch } from './watches.js'

export interface Upgrading {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/** Leads a socket through; a server that does not want one says so to the client itself. */
export function tunnel(passage: Passage, upgrading: Upgrading): void {
  const { request, socket } = upgrading
  socket.on('error', () => {})
  if (!mayPass(request, passage))
    return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
  const asking = askTarget(passage, request, { connection: 'Upgrade', upgrade: 'websocket' })
  asking.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'))
  asking.on('response', response => {
    socket.write(headOf(response))
    response.on('error', () => socket.destroy())
    response.pipe(socket)
  })
  asking.on('upgrade', (response, far, farHead) => {
    socket.write(headOf(response))
    join(passage, upgrading, { far, farHead })
  })
  socket.once('close', () => asking.destroy())
  asking.end()
}

/** As it came, but for what Node has already taken apart. */
function headOf({ statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!/^transfer-encoding$/i.test(rawHeaders[index] ?? ''))
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`
}

function join(
  passage: Passage,
  { request, socket, head }: Upgrading,
  { far, farHead }: { readonly far: Duplex; readonly farHead: Buffer },
): void {
  const watch = passage.watches.open(secretsOf(request, passage))
  watch.note('started', 'a socket')
  if (head.length > 0) socket.unshift(head)
  if (farHead.length > 0) far.unshift(farHead)
  const ends = [carry(socket, far, { watch, to: 'agent' }), carry(far, socket, { watch, to: 'client' })]
  void Promise.all(ends).then(() => {
    watch.note('exited', 'the socket is closed')
    return passage.watches.end(watch)
  })
}

interface Seen {
  readonly watch: Watch
  readonly to: 'agent' | 'client'
}

/** One direction, until it is over. */
function carry(from: Duplex, into: Duplex, { watch, to }: Seen): Promise<void> {
  const reader = new FrameReader()
  from.on('error', () => into.destroy())
  from.on('data', (chunk: Buffer) => {
    const isFull = !into.write(chunk)
    look(reader, chunk, { watch, to })
    if (isFull) wait(from, go => into.once('drain', go))
    if (!watch.hasRoom) wait(from, go => watch.onRoom(go))
  })
  from.on('end', () => into.end())
  return new Promise(resolve => {
    from.once('close', () => {
      into.end()
      resolve()
    })
  })
}

/** Two may ask to wait; whoever has room first may let it go on too early by one piece, which does no harm. */
function wait(from: Duplex, until: (go: () => void) => void): void {
  from.pause()
  until(() => from.resume())
}

function look(reader: FrameReader, chunk: Buffer, { watch, to }: Seen): void {
  if (reader.isSpoilt) return
  for (const { opcode, payload } of reader.push(chunk)) {
    if (opcode === opcodes.text || opcode === opcodes.binary) watch.see(to, payload)
    if (opcode !== opcodes.close) continue
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : 'no code'
    watch.note(to === 'agent' ? 'client_closed' : 'agent_closed', `closed with ${code}`)
  }
  if (reader.isSpoilt)
    watch.see('stderr', Buffer.from(`a frame to the ${to} is too long: no more of them are read`))
}
