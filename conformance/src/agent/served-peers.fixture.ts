/** Real servers for tests: scout's own process behind the library's server, and an agent on the official SDK's server. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Channel, Outgoing } from '@parley/acp/jsonrpc'
import { launchAgent, serveHttp, webSocketDoor } from '@parley/acp/node'
import { httpEndpoint, type Port, type Serving, servedChannel } from '@parley/acp/transport'

export interface Served {
  readonly urls: { readonly http: string; readonly websocket: string }
  close(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))

/** A process of scout for every connection; they share a home, so that sessions can be loaded. */
export async function serveScout(home: string): Promise<Served> {
  const env = { SCOUT_DISCOVERY: 'off', HOME: home, XDG_STATE_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' }
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
      for await (const { messages } of from.incoming)
        for (const message of messages) await to.send(message as Outgoing, JSON.stringify(message))
    } catch {
      // One of them has left; the other one follows.
    }
    await Promise.all([near.close(), far.close()])
  }
  await Promise.all([pass(near, far), pass(far, near)])
}

/** The port of this machine that a server listens on. */
export async function listening(server: Server = createServer()): Promise<number> {
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}
