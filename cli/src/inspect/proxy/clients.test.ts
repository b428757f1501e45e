/** Clients that know nothing of a proxy, with one before their agent: in both versions, ours and the official SDK's. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import * as official from '@agentclientprotocol/sdk'
import * as officialV2 from '@agentclientprotocol/sdk/experimental/v2'
import { connect } from '@parley/acp/client'
import { type MessageEntry, readRecording } from '@parley/acp/inspect'
import { nodeHost, spawnAgent } from '@parley/acp/node'
import { expect, test } from 'vitest'
import { MAIN, makeHome } from '../wire.fixture.js'

const methodsIn = (file: string): readonly unknown[] => {
  const recording = readRecording(readFileSync(file, 'utf8'))
  if (!('entries' in recording)) throw new Error('it is no recording')
  expect(recording.flaws).toEqual([])
  const messages = recording.entries.filter((entry): entry is MessageEntry => 'message' in entry)
  return messages.flatMap(({ message }) => (message as { method?: string }).method ?? [])
}

test.each([1, 2] as const)(
  'our client talks with scout in version %i as if nobody stood between them',
  async version => {
    const { env, home } = makeHome()
    const file = join(home, 'wire.ndjson')
    const words = [MAIN, 'inspect', '--record', file, '--', process.execPath, MAIN, 'agent']
    const channel = spawnAgent(process.execPath, words, { env, cwd: home })
    const host = nodeHost({ permission: () => undefined })
    const agent = await connect(channel, host, { version })
    const session = await agent.newSession({ cwd: home })
    const turn = session.prompt('hello')
    let updates = 0
    for await (const _ of turn.updates) updates++
    expect((await turn.outcome).stopReason).toBe('end_turn')
    expect(updates).toBeGreaterThan(0)
    await agent.close()
    expect(await channel.exited).toEqual({ code: 0, signal: null })
    expect(methodsIn(file).slice(0, 2)).toEqual(['initialize', 'session/new'])
    expect(methodsIn(file)).toContain('session/update')
  },
)

function start(env: NodeJS.ProcessEnv, home: string) {
  const child = spawn(process.execPath, [MAIN, 'inspect', '--', process.execPath, MAIN, 'agent'], {
    env,
    cwd: home,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const input = Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>
  return { child, stream: official.ndJsonStream(Writable.toWeb(child.stdin), input) }
}

test('the official client of version 1 does the same', async () => {
  const { env, home } = makeHome()
  const { child, stream } = start(env, home)
  const heard: string[] = []
  const client = official
    .client({ name: 'official' })
    .onNotification(
      official.methods.client.session.update,
      ({ params }) => void heard.push(params.update.sessionUpdate),
    )
    .connect(stream)
  const { methods } = official
  await client.agent.request(methods.agent.initialize, {
    protocolVersion: official.PROTOCOL_VERSION,
    clientCapabilities: {},
  })
  const { sessionId } = await client.agent.request(methods.agent.session.new, { cwd: home, mcpServers: [] })
  const prompt = [{ type: 'text' as const, text: 'hello' }]
  expect(await client.agent.request(methods.agent.session.prompt, { sessionId, prompt })).toMatchObject({
    stopReason: 'end_turn',
  })
  expect(heard).toContain('agent_message_chunk')
  const closed = once(child, 'close')
  child.stdin.end()
  expect(await closed).toEqual([0, null])
})

test('and so does the official client of version 2', async () => {
  const { env, home } = makeHome()
  const { child, stream } = start(env, home)
  const { methods } = officialV2
  let end: () => void = () => {}
  const idle = new Promise<void>(resolve => {
    end = resolve
  })
  const client = officialV2
    .client({ name: 'official' })
    .onNotification(methods.client.session.update, ({ params }) => {
      const update = params.update as { sessionUpdate: string; state?: string; stopReason?: string }
      if (update.sessionUpdate === 'state_update' && update.stopReason === 'end_turn') end()
    })
    .connect(stream as never)
  const info = { name: 'official', version: '1' }
  const greeting = await client.agent.request(methods.agent.initialize, {
    protocolVersion: officialV2.PROTOCOL_VERSION,
    info,
    capabilities: {},
  })
  expect(greeting.protocolVersion).toBe(2)
  const { sessionId } = await client.agent.request(methods.agent.session.new, { cwd: home })
  await client.agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: 'text', text: 'hello' }],
  })
  await idle
  const closed = once(child, 'close')
  child.stdin.end()
  expect(await closed).toEqual([0, null])
})
