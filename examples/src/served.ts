/** An agent for clients elsewhere, over HTTP and over a WebSocket, and two clients of it. Who comes must know the token. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { agent } from '@parley/acp/agent'
import { connect } from '@parley/acp/client'
import { openChannel, serveHttp, webSocketDoor } from '@parley/acp/node'
import { httpEndpoint, type Serving, servedChannel } from '@parley/acp/transport'

const echo = agent({
  name: 'echo',
  version: '1.0.0',
  async prompt(turn) {
    turn.say(`You said: ${turn.text}`)
    return 'end_turn'
  },
})

const authorization = `Bearer ${randomBytes(32).toString('base64url')}`
const hash = (text: string) => createHash('sha256').update(text).digest()

const serving: Serving = {
  authorize: asking =>
    timingSafeEqual(hash(asking.header('authorization') ?? ''), hash(authorization))
      ? { principal: 'owner' }
      : { status: 401, reason: 'unauthorized' },
  serve: port => void echo.serve(servedChannel(port)),
}

const server = await serveHttp(httpEndpoint(serving, { path: '/acp' }))
const door = await webSocketDoor(serving)
server.server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))

for (const transport of ['http', 'websocket'] as const) {
  const url = `${transport === 'http' ? server.url : server.url.replace('http', 'ws')}/acp`
  await using client = await connect(await openChannel({ transport, url, headers: { authorization } }))
  const session = await client.newSession({ cwd: process.cwd() })
  for await (const update of session.prompt('hello').updates)
    if (update.sessionUpdate === 'agent_message_chunk') console.log(transport, update.content)
}
await door.close()
await server.close()
