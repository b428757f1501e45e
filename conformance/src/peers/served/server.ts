/** The reference agent behind a server of this machine, over HTTP and WebSockets: honest, or with one fault. */

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { httpHandler } from '@parley/acp/node'
import { memoryJournal } from '@parley/acp/store'
import {
  httpEndpoint,
  newConnectionId,
  type Serving,
  servedChannel,
  webSocketPorts,
} from '@parley/acp/transport'
import { RawWebSocket } from '../../wire/raw-web-socket.js'
import { acceptanceOf } from '../../wire/upgrade.js'
import { referenceAgent } from '../reference/definition.js'
import { ServedSocket } from './served-socket.js'
import type { ServerFault } from './server-fault.js'

export interface RunningServer {
  /** The address for each transport. */
  readonly urls: { readonly http: string; readonly websocket: string }
  close(): Promise<void>
}

const HONEST: ServerFault = { sin: 'none' }

/** Listens on a port that is free, for this machine only. */
export async function startServer(fault: ServerFault = HONEST): Promise<RunningServer> {
  const agent = referenceAgent({ isSignedOut: false, sessions: memoryJournal() })
  const serving: Serving = {
    serve: port => void agent.serve(servedChannel(fault.port?.(port) ?? port)),
  }
  const endpoint = httpEndpoint(serving, { path: '/acp' })
  const ports = webSocketPorts(serving)
  const honest = httpHandler(endpoint)
  const server = createServer((request, response) => {
    const answer = (): void => honest(request, response)
    if (fault.visit === undefined) answer()
    else fault.visit({ request, response, answer })
  })
  server.on('upgrade', (request, carrier, head) => {
    const connectionId = newConnectionId()
    agree(request, carrier, { connectionId, fault })
    const socket = new RawWebSocket(carrier, { isClient: false, head })
    ports.accept({
      socket: new ServedSocket(socket, fault.socket ?? {}),
      caller: { principal: '' },
      connectionId,
    })
  })
  const address = await listening(server)
  return {
    urls: { http: `http://${address}/acp`, websocket: `ws://${address}/acp` },
    async close() {
      server.close()
      server.closeAllConnections()
      await Promise.all([endpoint.close(), ports.close()])
    },
  }
}

interface Agreement {
  readonly connectionId: string
  readonly fault: ServerFault
}

function agree({ headers }: IncomingMessage, carrier: Duplex, { connectionId, fault }: Agreement): void {
  const honest = {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Accept': acceptanceOf(headers['sec-websocket-key'] ?? ''),
    'Acp-Connection-Id': connectionId,
  }
  const lines = Object.entries(fault.upgradeHeaders?.(honest) ?? honest).map(pair => pair.join(': '))
  carrier.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
