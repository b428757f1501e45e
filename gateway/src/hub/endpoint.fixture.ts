/** A hub behind a real server of both kinds. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { httpHandler, webSocketDoor } from '@parley/acp/node'
import { httpEndpoint } from '@parley/acp/transport'
import { onTestFinished } from 'vitest'
import { callerOf } from '../seat/client.fixture.js'
import type { Place } from './place.fixture.js'

export interface Endpoint {
  readonly url: string
  /** Breaks every connection of the network. */
  cut(): void
}

export async function serve({ hub }: Place): Promise<Endpoint> {
  const serving = {
    authorize: () => callerOf(),
    serve: hub.serve.bind(hub),
    knowsSession: hub.knowsSession.bind(hub),
  }
  const endpoint = httpEndpoint(serving)
  const door = await webSocketDoor(serving)
  const server: Server = createServer(httpHandler(endpoint))
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket.once('close', () => sockets.delete(socket))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  onTestFinished(async () => {
    await Promise.race([
      Promise.all([endpoint.close(), door.close()]),
      new Promise(done => setTimeout(done, 2_000)),
    ])
    cut()
    server.close()
  })
  return { url: `://127.0.0.1:${(server.address() as AddressInfo).port}/acp`, cut }
}
