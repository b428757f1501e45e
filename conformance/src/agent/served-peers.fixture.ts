/** Real servers for tests: scout behind the library's server, and an agent on the official SDK's server. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createNodeHttpHandler,
  createNodeWebSocketUpgradeHandler,
} from '@agentclientprotocol/sdk/experimental/node'
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server'
import type { Agent } from '@parley/acp/agent'
import { serveHttp, webSocketDoor } from '@parley/acp/node'
import { httpEndpoint, type Serving, servedChannel } from '@parley/acp/transport'
import { WebSocketServer } from 'ws'

export interface Served {
  readonly urls: { readonly http: string; readonly websocket: string }
  close(): Promise<void>
}

/** What scout's door has, as far as it is used here: the kit does not depend on it. */
interface ScoutDoor {
  scout(options: { readonly directory: string; readonly models: readonly [] }): Agent
}

/** Lets this process live in a home of its own, and gives what puts everything back. */
function moveTo(home: string): () => void {
  const own = {
    SCOUT_DISCOVERY: 'off',
    HOME: home,
    XDG_STATE_HOME: '',
    XDG_CONFIG_HOME: '',
    XDG_DATA_HOME: '',
  }
  const before = Object.keys(own).map(name => [name, process.env[name]] as const)
  Object.assign(process.env, own)
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

/** A scout for every connection; they share a home, so that sessions can be loaded. It is that of the process until the end. */
export async function serveScout(directory: string): Promise<Served> {
  const moveBack = moveTo(directory)
  const door: ScoutDoor = await import(new URL('../../../scout/dist/index.js', import.meta.url).href)
  const serving: Serving = {
    serve: port => void door.scout({ directory, models: [] }).serve(servedChannel(port)),
  }
  const endpoint = httpEndpoint(serving, { path: '/acp' })
  const sockets = await webSocketDoor(serving, { drainMilliseconds: 100 })
  const { server, port, close } = await serveHttp(endpoint)
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head))
  return {
    urls: { http: `http://127.0.0.1:${port}/acp`, websocket: `ws://127.0.0.1:${port}/acp` },
    async close() {
      await sockets.close()
      await close()
      moveBack()
    },
  }
}

/** The server of the official SDK, with the agent of the fixtures. */
export async function serveOfficial(): Promise<Served> {
  // Typed by nobody: it is plain JavaScript, as its authors would write it.
  const { officialAgent } = await import(new URL('../fixtures/official-agent.mjs', import.meta.url).href)
  const acp = new AcpServer({ createAgent: officialAgent })
  const server = createServer(createNodeHttpHandler(acp))
  server.on('upgrade', createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true })))
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    urls: { http: `http://127.0.0.1:${port}/acp`, websocket: `ws://127.0.0.1:${port}/acp` },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
