/** Streamable HTTP of as little as it takes: posts by Node's own client, streams as bytes off the socket. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createConnection } from 'node:net'
import type { Door } from './raw-socket.js'

const posts = new Agent({ keepAlive: true, maxSockets: 64 })

interface Reply {
  readonly header: (name: string) => string
  readonly text: string
}

export async function post(
  { port, token }: Door,
  headers: Readonly<Record<string, string>>,
  message: object,
): Promise<Reply> {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message })
  const asking = request({
    ...{ host: '127.0.0.1', port, path: '/acp', method: 'POST', agent: posts },
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...{ accept: 'application/json', 'content-length': Buffer.byteLength(text) },
    },
  })
  asking.end(text)
  const [response] = await once(asking, 'response')
  let body = ''
  for await (const piece of response.setEncoding('utf8')) body += piece
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${body}`)
  return { header: name => String(response.headers[name]), text: body }
}

/** Opens a stream; its bytes go to `onPiece` as they come. */
export async function listen(
  { port, token }: Door,
  headers: Readonly<Record<string, string>>,
  onPiece: (piece: Buffer) => void,
): Promise<void> {
  const socket = createConnection({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `GET /acp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n${lines.join('')}\r\n`,
  )
  const [piece] = await once(socket, 'data')
  if (!piece.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(piece.toString('latin1'))
  onPiece(piece)
  socket.on('data', onPiece)
}
