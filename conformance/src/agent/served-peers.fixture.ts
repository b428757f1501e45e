/** Real servers for tests: scout's own process behind the library's server, and an agent on the official SDK's server. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  createNodeHttpHandler,
  createNodeWebSocketUpgradeHandler,
} from '@agentclientprotocol/sdk/experimental/node'
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server'
import { type Channel, Malformed, type Outgoing } from '@parley/acp/jsonrpc'
import { launchAgent, serveHttp, webSocketDoor } from '@parley/acp/node'
import { httpEndpoint, type Port, type Serving, servedChannel } from '@parley/acp/transport'
import { WebSocketServer } from 'ws'

export interface Served {
  readonly urls: { readonly http: string; readonly websocket: string }
  close(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))

/** A process of scout for every connection; they share a home, so that sessions can be loaded. */
export async function serveScout(home: string): Promise<Served> {
  const env = {
    SCOUT_DISCOVERY: 'off',
    HOME: home,
    XDG_STATE_HOME: '',
    XDG_CONFIG_HOME: '',
    XDG_DATA_HOME: '',
  }
  const processes = new Set<Promise<unknown>>()
  const serving: Serving = {
    serve(port) {
      const bridging = bridge(port, () => launchAgent(process.execPath, [MAIN, 'agent'], { env, cwd: home }))
      processes.add(bridging)
      void bridging.finally(() => processes.delete(bridging))
    },
  }
  const endpoint = httpEndpoint(serving, { path: '/acp' })
  const door = await webSocketDoor(serving, { drainMilliseconds: 100 })
  const { server, port, close } = await serveHttp(endpoint)
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  return {
    urls: { http: `http://127.0.0.1:${port}/acp`, websocket: `ws://127.0.0.1:${port}/acp` },
    async close() {
      await door.close()
      await close()
      await Promise.all(processes)
    },
  }
}

/** What is said on one side is heard on the other, until either ends. */
async function bridge(port: Port, launch: () => Promise<Channel>): Promise<void> {
  const near = servedChannel(port)
  const far = await launch()
  const pass = async (from: Channel, to: Channel): Promise<void> => {
    try {
      // What is no message is not for the agent.
      for await (const { messages } of from.incoming)
        for (const message of messages)
          if (!(message instanceof Malformed)) await to.send(message as Outgoing, JSON.stringify(message))
    } catch {
      // One of them has left; the other one follows.
    }
    await Promise.all([near.close(), far.close()])
  }
  await Promise.all([pass(near, far), pass(far, near)])
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
