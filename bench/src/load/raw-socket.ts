/** A WebSocket of as little as it takes: text frames in, text frames out, and an answer to pings. */
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

const TEXT = 0x1
const PING = 0x9
const PONG = 0xa
const MASKED = 0x80
const HEAD_END = '\r\n\r\n'

export interface Door {
  readonly port: number
  readonly token: string
}

/** Opens one; whole frames go to `onFrame`, without a copy. */
export async function openRawSocket(
  { port, token }: Door,
  onFrame: (payload: Buffer) => void,
): Promise<(text: string) => void> {
  const socket = createConnection({ host: '127.0.0.1', port })
  socket.setNoDelay(true)
  await once(socket, 'connect')
  socket.write(
    `GET /acp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${token}${HEAD_END}`,
  )
  let rest = await headOf(socket)
  const read = (piece: Buffer): void => {
    rest = takeFrames(rest.length === 0 ? piece : Buffer.concat([rest, piece]), (code, payload) => {
      if (code === TEXT) onFrame(payload)
      else if (code === PING) socket.write(framed(PONG, payload))
    })
  }
  socket.on('data', read)
  return text => void socket.write(framed(TEXT, Buffer.from(text)))
}

/** Reads the answer to the opening; what came behind it. */
async function headOf(socket: Socket): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (!head.includes(HEAD_END)) {
    const [piece] = await once(socket, 'data')
    head = Buffer.concat([head, piece])
  }
  if (!head.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(head.toString('latin1'))
  return head.subarray(head.indexOf(HEAD_END) + HEAD_END.length)
}

/** Hands on all whole frames; what is left of the last one. */
function takeFrames(bytes: Buffer, take: (code: number, payload: Buffer) => void): Buffer {
  let at = 0
  for (;;) {
    if (bytes.length < at + 2) return bytes.subarray(at)
    const short = bytes.readUInt8(at + 1)
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (bytes.length < at + head) return bytes.subarray(at)
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
    const end = at + head + length
    if (bytes.length < end) return bytes.subarray(at)
    take(bytes.readUInt8(at) & 0xf, bytes.subarray(at + head, end))
    at = end
  }
}

/** Masked, as clients must, with a mask that changes nothing. */
function framed(code: number, payload: Buffer): Buffer {
  const { length } = payload
  const isShort = length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head.writeUInt8(0x80 | code, 0)
  head.writeUInt8(MASKED | (isShort ? length : 126), 1)
  if (!isShort) head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}
