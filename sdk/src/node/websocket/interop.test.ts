import { createServer } from 'node:http'
import * as acp from '@agentclientprotocol/sdk'
import { createNodeWebSocketUpgradeHandler } from '@agentclientprotocol/sdk/experimental/node'
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server'
import {
  createWebSocketStream,
  type WebSocketConstructor,
} from '@agentclientprotocol/sdk/experimental/ws-client'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { agent } from '../../agent/index.js'
import { connect } from '../../client/index.js'
import { servedChannel, webSocketChannel } from '../../transport/index.js'
import { openWebSocket } from '../websocket.js'
import { listen, serve, stop } from './sockets.fixture.js'

const { methods } = acp

const ours = agent({
  name: 'ours',
  version: '1.0.0',
  async prompt(turn) {
    const call = turn.tool({ title: 'Ask', kind: 'other' })
    const chosen = await turn.ask(call, {
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    })
    call.complete()
    for (let index = 0; index < 500; index++) await turn.say(`${index} `)
    turn.say(`${turn.text} ${chosen?.optionId}`)
    return 'end_turn'
  },
})

test("the official SDK's socket client takes a turn with our agent behind our door", async () => {
  await using served = await serve({ serve: port => void ours.serve(servedChannel(port)) })
  const said: string[] = []
  const client = acp
    .client({ name: 'official' })
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: 'selected', optionId: 'yes' },
    }))
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        said.push(update.content.text)
    })
    .connect(createWebSocketStream(served.url, { WebSocket: WebSocket as unknown as WebSocketConstructor }))
  const params = { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} }
  const greeting: acp.InitializeResponse = await client.agent.request(methods.agent.initialize, params)
  expect(greeting.agentInfo?.name).toBe('ours')
  expect(greeting._meta).toBeUndefined()
  const { sessionId } = await client.agent.request(methods.agent.session.new, { cwd: '/', mcpServers: [] })
  const prompt = [{ type: 'text' as const, text: 'hello' }]
  const answer: acp.PromptResponse = await client.agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt,
  })
  // The official SDK hands an answer over before the notifications that came ahead of it.
  await expect.poll(() => said.length).toBe(501)
  expect(answer.stopReason).toBe('end_turn')
  expect(said.at(-1)).toBe('hello yes')
  expect(said[499]).toBe('499 ')
})

test("our client takes a turn with an agent behind the official SDK's socket server", async () => {
  const official = acp
    .agent({ name: 'official' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: acp.PROTOCOL_VERSION,
      agentCapabilities: {},
      agentInfo: { name: 'official', version: '1' },
    }))
    .onRequest(methods.agent.session.new, () => ({ sessionId: 's1' }))
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const { sessionId } = params
      for (let index = 0; index < 500; index++)
        await client.notify(methods.client.session.update, {
          sessionId,
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${index} ` } },
        })
      return { stopReason: 'end_turn' as const }
    })
  const acpServer = new AcpServer({ agent: official })
  const server = createServer()
  server.on(
    'upgrade',
    createNodeWebSocketUpgradeHandler(acpServer, new WebSocketServer({ noServer: true }) as never),
  )
  const url = await listen(server)
  const client = await connect(webSocketChannel(await openWebSocket(url)))
  const session = await client.newSession({ cwd: '/' })
  const turn = session.prompt('hello')
  let said = ''
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      said += update.content.text
  expect((await turn.outcome).stopReason).toBe('end_turn')
  expect(said.split(' ').length).toBe(501)
  await client.close()
  await acpServer.close()
  await stop(server)
})

test('our client takes a turn with our agent, and nothing of numbers is on the wire', async () => {
  await using served = await serve({ serve: port => void ours.serve(servedChannel(port)) })
  const socket = await openWebSocket(served.url)
  const texts: string[] = []
  socket.addEventListener('message', ({ data }) => texts.push(String(data)))
  const client = await connect(webSocketChannel(socket), {
    permission: ({ options }) => options[0],
  })
  const session = await client.newSession({ cwd: '/' })
  const turn = session.prompt('hello')
  const chunks: unknown[] = []
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'agent_message_chunk') chunks.push(update)
  expect((await turn.outcome).stopReason).toBe('end_turn')
  expect(chunks.length).toBe(501)
  expect(texts.filter(text => /_event|parley/.test(text))).toEqual([])
  await client.close()
})
