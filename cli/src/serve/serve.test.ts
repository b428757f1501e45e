import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk'
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client'
import {
  createWebSocketStream,
  type WebSocketConstructor,
} from '@agentclientprotocol/sdk/experimental/ws-client'
import { openChannel } from '@parley/acp/node'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { isGone, makePlace } from '../run/command.fixture.js'
import { bridge, comeTo, configOf, hear, type Served, serve } from './serving.fixture.js'

const { methods } = acp

test.each(['ws', 'http'] as const)(
  'scout is served, and looks like an agent on stdin and stdout through parley connect %s',
  async scheme => {
    const place = makePlace()
    const served = await serve(place)
    expect(served.defaultAgent).toBe('scout')
    expect(served.endpoint).toBe(`${served.url}/acp`)
    const { channel, said } = bridge(place, served, scheme)
    const client = await comeTo(channel)
    const session = await client.newSession({ cwd: place.cwd })
    const { stopReason } = await session.prompt('/write notes.txt hello').outcome
    expect(stopReason).toBe('end_turn')
    expect(readFileSync(join(place.cwd, 'notes.txt'), 'utf8')).toContain('hello')
    await client.close()
    expect(await channel.exited).toEqual({ code: 0, signal: null })
    expect(said()).toBe('parley: connected\n')
    const audit = readFileSync(join(place.home, '.local/state/parley/gateway/audit/audit.ndjson'), 'utf8')
    const events = audit
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['started', 'came', 'session_opened', 'permission_answered']),
    )
    expect(audit).not.toContain(served.token)
    expect(audit).not.toContain(session.id)
    expect(await served.end('SIGTERM')).toBe(0)
  },
)

function streamTo(kind: 'ws' | 'http', { url, token }: Served) {
  const headers = { authorization: `Bearer ${token}` }
  if (kind === 'http') return createHttpStream(`${url}/acp`, { headers })
  class Socket extends WebSocket {
    constructor(address: string | URL, protocols?: string[]) {
      super(address, protocols, { headers })
    }
  }
  return createWebSocketStream(`${url.replace('http', 'ws')}/acp`, {
    WebSocket: Socket as unknown as WebSocketConstructor,
  })
}

test.each(['ws', 'http'] as const)(
  "the official SDK's %s client takes a turn with a permission",
  async kind => {
    const place = makePlace()
    const served = await serve(place, [...configOf(place), '--port', '0'])
    let said = ''
    let asked = 0
    const client = acp
      .client({ name: 'official' })
      .onRequest(methods.client.session.requestPermission, ({ params }) => {
        asked++
        return { outcome: { outcome: 'selected', optionId: String(params.options[0]?.optionId) } }
      })
      .onNotification(methods.client.session.update, ({ params: { update } }) => {
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          said += update.content.text
      })
      .connect(streamTo(kind, served))
    const greeting = await client.agent.request(methods.agent.initialize, {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientCapabilities: {},
    })
    expect(greeting._meta).toBeUndefined()
    const { sessionId } = await client.agent.request(methods.agent.session.new, {
      cwd: place.cwd,
      mcpServers: [],
    })
    const prompt = [{ type: 'text' as const, text: 'ask' }]
    const turn: acp.PromptResponse = await client.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt,
    })
    expect(turn.stopReason).toBe('end_turn')
    await expect.poll(() => said).toMatch(/^chosen: (?!nothing)/)
    expect(asked).toBe(1)
    client.close()
  },
)

test('a turn under way is finished before the gateway ends, its client is told, and no process is left', async () => {
  const place = makePlace()
  const served = await serve(place, [...configOf(place), '--port', '0'])
  const headers = { authorization: `Bearer ${served.token}` }
  const near = await comeTo(
    await openChannel({ transport: 'websocket', url: `${served.url.replace('http', 'ws')}/acp`, headers }),
  )
  const far = await comeTo(await openChannel({ transport: 'http', url: `${served.url}/acp`, headers }))
  const session = await near.newSession({ cwd: place.cwd })
  const same = await far.loadSession({ sessionId: session.id, cwd: place.cwd })
  const [here, there] = [hear(session), hear(same)]
  const turn = session.prompt('slowly 150')
  await expect.poll(here).toContain('3 ')
  const ended = served.end('SIGTERM')
  // Nobody new is let in meanwhile.
  await expect
    .poll(() =>
      fetch(`${served.url}/acp`, { method: 'POST', headers }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(503)
  expect((await turn.outcome).stopReason).toBe('end_turn')
  expect(here()).toContain('150 ')
  await expect.poll(there).toContain('150 ')
  expect(await ended).toBe(0)
  expect(await isGone(place.mark)).toBe(true)
})

test('a second signal ends the gateway at once, and no process is left', async () => {
  const place = makePlace()
  const served = await serve(place, [...configOf(place), '--port', '0'])
  const client = await comeTo(bridge(place, served).channel)
  const session = await client.newSession({ cwd: place.cwd })
  const said = hear(session)
  session.prompt('hang').outcome.catch(() => {})
  await expect.poll(said).toContain('hanging')
  served.child.kill('SIGTERM')
  await expect.poll(served.said).toContain('once more ends at once')
  expect(await served.end('SIGINT')).toBe(130)
  expect(await isGone(place.mark)).toBe(true)
})

test('any program on stdin and stdout is served, and the token is not shown where no eyes are', async () => {
  const place = makePlace()
  const line = `${place.actor[1]}`
  const served = await serve(place, ['--port', '0', '--stdio-agent', line])
  expect(served.defaultAgent).toBe('node')
  const client = await comeTo(bridge(place, served).channel)
  const session = await client.newSession({ cwd: place.cwd })
  const said = hear(session)
  await session.prompt('say one two').outcome
  expect(said()).toBe('one two ')
  expect(served.said()).not.toContain(served.token)
})
