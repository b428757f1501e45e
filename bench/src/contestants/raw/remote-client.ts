/** The bench client on `ws` and node:http alone. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { WebSocket } from 'ws'
import { playRemoteOrder } from '../../scenario/remote.js'
import type { AgentLink, ClientHandlers } from '../contestant.js'
import { clientHandlers, openLink } from './client-peer.js'
import { RawPeer } from './peer.js'
import { createSplitter } from './split.js'
import { WebSocketSender } from './web-socket-sender.js'

const settled = Promise.resolve()
const posts = new Agent({ keepAlive: true, maxSockets: 64 })

await playRemoteOrder((transport, url, handlers) =>
  transport === 'websocket' ? openSocket(url, handlers) : openHttp(url, handlers),
)

async function openSocket(url: string, handlers: ClientHandlers): Promise<AgentLink> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const upgraded: Promise<IncomingMessage[]> = once(socket, 'upgrade')
  await once(socket, 'open')
  const [response] = await upgraded
  if (response === undefined) throw new Error('there was no answer')
  const peer = new RawPeer(new WebSocketSender(socket, response.socket), clientHandlers(handlers))
  socket.on('message', data => peer.hear(String(data)))
  return openLink(peer, async () => socket.close())
}

async function openHttp(url: string, handlers: ClientHandlers): Promise<AgentLink> {
  const headers = { 'acp-connection-id': randomUUID() }
  const sender = {
    send(message: object): Promise<void> {
      const text = JSON.stringify(message)
      const body = {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }
      const asking = request(url, { method: 'POST', agent: posts, headers: body })
      asking.on('response', response => response.resume())
      asking.end(text)
      return settled
    },
  }
  const peer = new RawPeer(sender, clientHandlers(handlers))
  const listening = request(url, { headers, agent: false })
  listening.end()
  const [response]: IncomingMessage[] = await once(listening, 'response')
  response?.on(
    'data',
    createSplitter(line => {
      if (line !== '') peer.hear(line.slice('data: '.length))
    }),
  )
  return openLink(peer, async () => void listening.destroy())
}
