/** An agent behind HTTP and WebSockets on this machine, that only hears who knows its token. */

import { agent } from '@parley/acp/agent'
import { serveHttp, webSocketDoor } from '@parley/acp/node'
import { type Asking, httpEndpoint, type Serving, servedChannel } from '@parley/acp/transport'
import { onTestFinished } from 'vitest'

export const TOKEN = 'a-token-that-nobody-knows'

export async function serveGuarded(): Promise<{ readonly http: string; readonly ws: string }> {
  const ours = agent({
    name: 'guarded',
    version: '1.0.0',
    // Whoever is told a secret may say it again.
    prompt: async turn => void turn.say(`You said: ${turn.text}`),
  })
  const serving: Serving = {
    authorize: (asking: Asking) =>
      asking.header('authorization') === `Bearer ${TOKEN}`
        ? { principal: 'ann' }
        : { status: 401, reason: 'unauthorized' },
    serve: port => void ours.serve(servedChannel(port)),
  }
  const door = await webSocketDoor(serving, { drainMilliseconds: 100 })
  const server = await serveHttp(httpEndpoint(serving, { path: '/acp' }))
  server.server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  onTestFinished(async () => {
    await door.close()
    await server.close()
  })
  const host = `127.0.0.1:${server.port}/acp`
  return { http: `http://${host}`, ws: `ws://${host}` }
}
