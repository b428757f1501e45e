/** The bench agent on `ws` and node:http alone. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import { announce } from '../announce.js'
import { agentHandlers } from './agent-peer.js'
import { Outbox } from './outbox.js'
import { RawPeer } from './peer.js'
import { WebSocketSender } from './web-socket-sender.js'

const events = { before: 'data: ', after: '\n\n' }
const connections = new Map<string, RawPeer>()

if (process.argv[2] === 'websocket') serveSockets()
else announce(createServer(answer), 'http')

function serveSockets(): void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
  const server = createServer()
  server.on('upgrade', (request, carrier, head) => {
    sockets.handleUpgrade(request, carrier, head, socket => {
      const peer: RawPeer = new RawPeer(
        new WebSocketSender(socket, carrier),
        agentHandlers(() => peer),
      )
      socket.on('message', data => peer.hear(String(data)))
    })
  })
  announce(server, 'ws')
}

/** A GET is the connection; whatever is posted is answered there. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const id = String(request.headers['acp-connection-id'])
  if (request.method === 'GET') return listen(id, response)
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    response.writeHead(202, { 'content-length': 0 }).end()
    const [only] = pieces
    connections
      .get(id)
      ?.hear(String(only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)))
  })
}

function listen(id: string, response: ServerResponse): void {
  const peer: RawPeer = new RawPeer(
    new Outbox(response, events),
    agentHandlers(() => peer),
  )
  connections.set(id, peer)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
}
