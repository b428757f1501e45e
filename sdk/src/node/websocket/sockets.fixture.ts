/** Real sockets for tests: a server of Node with a door, and pairs of sockets without one. */

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Caller, Serving, WebSocketLike } from '../../transport/index.js'
import { openWebSocket, webSocketDoor } from '../websocket.js'
import { gatheringSocketClass, isGathering } from './gathering-socket.js'
import type { WebSocketDoor, WebSocketDoorOptions } from './options.js'
import { loadWsPackage } from './ws-package.js'

export interface Served extends AsyncDisposable {
  readonly url: string
  readonly door: WebSocketDoor
  readonly server: Server
}

export async function serve<WhoCalls extends Caller>(
  serving: Serving<WhoCalls>,
  options?: WebSocketDoorOptions,
): Promise<Served> {
  const door = await webSocketDoor(serving, options)
  const server = createServer()
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  const url = await listen(server)
  const dispose = async (): Promise<void> => {
    await door.close()
    await stop(server)
  }
  return { url, door, server, [Symbol.asyncDispose]: dispose }
}

const carriers = new WeakMap<Server | SecureServer, Set<Socket>>()

export async function listen(server: Server | SecureServer): Promise<string> {
  const all = new Set<Socket>()
  carriers.set(server, all)
  server.on('connection', (socket: Socket) => {
    all.add(socket)
    socket.once('close', () => all.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/acp`
}

export async function stop(server: Server | SecureServer): Promise<void> {
  server.close()
  // Those that have become sockets are no longer the server's.
  for (const carrier of carriers.get(server) ?? []) carrier.destroy()
  await once(server, 'close')
}

/** Both ends of one real socket. */
export async function socketPair(
  messageBytes: number,
): Promise<{ near: WebSocketLike; far: WebSocketLike; release: () => Promise<void> }> {
  const ws = await loadWsPackage()
  const server = createServer()
  const sockets = new WebSocketServer({
    noServer: true,
    WebSocket: gatheringSocketClass(ws),
    maxPayload: messageBytes,
  })
  const url = await listen(server)
  const accepted = new Promise<WebSocketLike>(resolve => {
    server.once('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, opened => {
        if (!isGathering(opened)) return
        opened.carriedBy(socket, 'server')
        opened.mostBytes = messageBytes
        resolve(opened)
      })
    })
  })
  const [near, far] = await Promise.all([openWebSocket(url, { limits: { messageBytes } }), accepted])
  return { near, far, release: () => stop(server) }
}
