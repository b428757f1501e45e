import * as acp from '@agentclientprotocol/sdk'
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent } from '../../agent/index.js'
import { memoryJournal } from '../../store/index.js'
import { type Served, servingOf, start } from './served-agent.fixture.js'

const { methods } = acp

let served: Served
const updates: acp.SessionNotification[] = []

const ours = agent({
  name: 'asker',
  version: '1.0.0',
  sessions: memoryJournal(),
  async prompt(turn) {
    if (turn.text === 'wait') {
      turn.say('waiting')
      await new Promise<void>(resolve => turn.signal.addEventListener('abort', () => resolve()))
      return 'cancelled'
    }
    const tool = turn.tool({ title: 'Delete all', kind: 'delete' })
    const answer = await turn.ask(tool)
    tool.complete('done')
    turn.say(`You said ${turn.text}, and ${JSON.stringify(answer)}`)
    return 'end_turn'
  },
})

beforeAll(async () => {
  served = await start(servingOf(ours))
})

afterAll(() => served.server.close())

async function connect(): Promise<acp.ClientConnection> {
  const client = acp
    .client({ name: 'official' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => ({
      outcome: { outcome: 'selected', optionId: params.options[0]!.optionId },
    }))
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params)
    })
    .connect(createHttpStream(served.url))
  const greeting = await client.agent.request(methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: {},
  })
  expect(greeting.protocolVersion).toBe(1)
  return client
}

const text = (words: string): acp.ContentBlock[] => [{ type: 'text', text: words }]
const said = (): string => JSON.stringify(updates)

test("the official SDK's client has a turn with a permission in it, and a second one that it cancels", async () => {
  updates.length = 0
  const client = await connect()
  const { sessionId } = await client.agent.request(methods.agent.session.new, { cwd: '/', mcpServers: [] })
  const turn = await client.agent.request(methods.agent.session.prompt, { sessionId, prompt: text('hello') })
  expect(turn.stopReason).toBe('end_turn')
  await expect.poll(said).toContain('You said hello')
  const waiting = client.agent.request(methods.agent.session.prompt, { sessionId, prompt: text('wait') })
  await expect.poll(said).toContain('waiting')
  await client.agent.notify(methods.agent.session.cancel, { sessionId })
  expect((await waiting).stopReason).toBe('cancelled')
  client.close()
})

test('it comes back with a new connection, and loads the session that it had: its stream is there before', async () => {
  const first = await connect()
  const { sessionId } = await first.agent.request(methods.agent.session.new, { cwd: '/', mcpServers: [] })
  await first.agent.request(methods.agent.session.prompt, { sessionId, prompt: text('remember me') })
  first.close()
  await first.closed
  updates.length = 0
  const second = await connect()
  // The session is its writer's until the first connection is over on the server as well.
  await expect
    .poll(() =>
      second.agent
        .request(methods.agent.session.load, { sessionId, cwd: '/', mcpServers: [] })
        .then(() => 'ok', String),
    )
    .toBe('ok')
  await expect.poll(said).toContain('You said remember me')
  const turn = await second.agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: text('on we go'),
  })
  expect(turn.stopReason).toBe('end_turn')
  await expect.poll(said).toContain('You said on we go')
  second.close()
})
