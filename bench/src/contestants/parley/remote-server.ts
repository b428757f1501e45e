/** The bench agent on Parley for clients that are elsewhere. Without a journal: nothing but the transport is compared. */
import { createServer } from 'node:http'
import { agent } from '@parley/acp/agent'
import { serveHttp, webSocketDoor } from '@parley/acp/node'
import { httpEndpoint, type Serving, servedChannel } from '@parley/acp/transport'
import { perform } from '../../scenario/agent-part.js'
import { announce } from '../announce.js'
import { toAgentTurn } from './turn.js'

const connections = 100_000

const benchAgent = agent({
  name: 'bench-agent',
  version: '1.0.0',
  async prompt(turn) {
    await perform(toAgentTurn(turn))
    return 'end_turn'
  },
})

const serving: Serving = { serve: port => void benchAgent.serve(servedChannel(port)) }

if (process.argv[2] === 'websocket') {
  const door = await webSocketDoor(serving)
  const server = createServer()
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  announce(server, 'ws')
} else {
  const limits = { connections, connectionsPerPrincipal: connections }
  const { url } = await serveHttp(httpEndpoint(serving, { path: '/acp', limits }))
  process.stdout.write(`${url}/acp\n`)
}
