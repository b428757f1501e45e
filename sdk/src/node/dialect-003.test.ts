/** The examples of document 003, end to end: our client and host, and an agent that knows nothing but that document. */

import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agent } from '../agent/index.js'
import { connect, type Host, type SessionUpdate } from '../client/index.js'
import { dialect } from '../dialect/index.js'
import type { v1 } from '../schema/index.js'
import { servedChannel } from '../transport/index.js'
import { openChannel } from './open-channel.js'
import { fixture } from './pairs.fixture.js'
import { hostIn, makePlace, userWho } from './permissions/office.fixture.js'
import { type SpawnOptions, spawnAgent } from './spawn-agent.js'
import { webSocketDoor } from './websocket.js'

interface Noted {
  readonly method: string
  readonly answer: unknown
}

async function meet(host: Host = {}, options: SpawnOptions = {}) {
  const heard: string[] = []
  const channel = spawnAgent(process.execPath, [fixture('agent-003.mjs')], {
    dialect: '003',
    onStderr: text => heard.push(text),
    ...options,
  })
  const client = await connect(channel, host)
  onTestFinished(() => client.close())
  const noted = (): readonly Noted[] =>
    heard
      .join('')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Noted)
  return { client, noted, answersTo: (method: string) => noted().filter(each => each.method === method) }
}

async function updatesOf(turn: { readonly updates: AsyncIterable<SessionUpdate> }): Promise<SessionUpdate[]> {
  const updates: SessionUpdate[] = []
  for await (const update of turn.updates) updates.push(update)
  return updates
}

function project() {
  const place = makePlace()
  writeFileSync(join(place.work, 'config.json'), 'one\ntwo\nthree\n')
  return place
}

test('an agent of document 003 works for our client, with its files, its terminal and its user', async () => {
  const place = project()
  const { asked, permission } = userWho('allow_once')
  const { client, answersTo } = await meet(hostIn(place, { permission }))
  expect(client.capabilities).toMatchObject({
    loadSession: true,
    mcpCapabilities: { http: true, sse: false },
  })
  expect(client.authMethods).toMatchObject([{ id: 'api_key', name: 'API Key' }])
  const server = { name: 'tools', command: '/bin/true', args: [], env: [{ name: 'KEY', value: 'v' }] }
  const session = await client.newSession({ cwd: place.work, mcpServers: [server] })
  await expect
    .poll(() => answersTo('session/new'))
    .toMatchObject([{ answer: [{ transport: 'stdio', command: '/bin/true', args: [], env: { KEY: 'v' } }] }])
  expect(session.modes).toMatchObject([{ id: 'code', name: 'Code Mode' }, { id: 'architect' }])
  expect(session.mode).toBe('code')

  const turn = session.prompt('Create a HelloWorld class')
  const updates = await updatesOf(turn)
  expect((await turn.outcome).stopReason).toBe('end_turn')
  const said = updates.filter(
    ({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk',
  ) as v1.ContentChunk[]
  expect(said.map(({ content }) => content)).toMatchObject([
    { text: "I'll create a HelloWorld class for you." },
    { text: 'First I look around.' },
    { text: expect.stringMatching(/^two\n?$/) },
  ])
  expect(said[0]?.messageId).toBe(said[1]?.messageId)
  expect(said[2]?.messageId).not.toBe(said[1]?.messageId)
  const path = join(place.work, 'HelloWorld.class.st')
  expect(readFileSync(path, 'utf8')).toBe('Object subclass: #HelloWorld')
  expect(asked.map(({ title }) => title)).toContain('Write HelloWorld.class.st?')
  await expect
    .poll(() => answersTo('session/request_permission'))
    .toMatchObject([{ answer: { selectedOptionId: 'allow' } }])
  await expect.poll(() => answersTo('fs/write_text_file')).toMatchObject([{ answer: null }])
  await expect
    .poll(() => answersTo('terminal/wait_for_exit'))
    .toEqual([{ method: 'terminal/wait_for_exit', answer: { output: 'Hello Terminal\n', exitCode: 0 } }])
  await expect
    .poll(() => answersTo('terminal/output'))
    .toMatchObject([{ answer: { output: 'Hello Terminal\n', exitCode: 0 } }])
  await expect.poll(() => answersTo('terminal/release')).toMatchObject([{ answer: null }])
  expect(updates.at(-1)).toMatchObject({
    sessionUpdate: 'tool_call_update',
    status: 'completed',
    content: [
      { type: 'diff', path, oldText: '', newText: 'Object subclass: #HelloWorld' },
      { type: 'terminal', terminalId: expect.any(String) },
      { type: 'content', content: { type: 'text', text: 'Done' } },
    ],
  })
})

test('a wait that takes too long is answered with what there is, and output is gone after release', async () => {
  const place = project()
  const { permission } = userWho('allow_once')
  const { client, answersTo } = await meet(hostIn(place, { permission }))
  const session = await client.newSession({ cwd: place.work })
  const turn = session.prompt('wait')
  await updatesOf(turn)
  expect((await turn.outcome).stopReason).toBe('end_turn')
  await expect
    .poll(() => answersTo('terminal/wait_for_exit'))
    .toMatchObject([
      { answer: { exitCode: null } },
      { answer: { output: 'begun\n', exitCode: expect.any(Number) } },
    ])
  await expect.poll(() => answersTo('terminal/kill')).toMatchObject([{ answer: null }])
  await expect.poll(() => answersTo('terminal/output')).toMatchObject([{ answer: { code: -32003 } }])
})

test('modes and settings are set, a session is loaded, and a turn is called off', async () => {
  const { client } = await meet()
  const session = await client.newSession({ cwd: '/work' })
  await session.setMode('architect')
  expect(session.mode).toBe('architect')
  await expect(session.setMode('ask')).rejects.toMatchObject({ reason: 'not_offered' })
  const turn = session.prompt('hang')
  const updates = updatesOf(turn)
  await session.cancel()
  await updates
  expect((await turn.outcome).stopReason).toBe('cancelled')

  const told: SessionUpdate[] = []
  const loaded = await client.loadSession({
    sessionId: 'sess_abc123',
    cwd: '/work',
    onUpdate: update => void told.push(update),
  })
  expect(loaded.mode).toBe('architect')
  expect(told).toMatchObject([
    { sessionUpdate: 'user_message_chunk', content: { text: 'before' } },
    { sessionUpdate: 'current_mode_update', currentModeId: 'architect' },
  ])
  await expect(client.loadSession({ sessionId: 'other', cwd: '/work' })).rejects.toMatchObject({
    code: -32002,
    reason: 'session_not_found',
  })
})

test('a refused sign-in says so in our words, and nothing was sent along', async () => {
  const { client } = await meet()
  await expect(client.authenticate('api_key')).rejects.toMatchObject({ code: -32001, reason: 'auth_failed' })
})

test('an agent of document 003 is reached by its description, too', async () => {
  const channel = await openChannel({
    transport: 'stdio',
    command: process.execPath,
    args: [fixture('agent-003.mjs')],
    dialect: { name: '003' },
  })
  const client = await connect(channel)
  onTestFinished(() => client.close())
  expect((await client.newSession({ cwd: '/work' })).mode).toBe('code')
})

test('an agent that dies is mourned with its last words, whatever it spoke', async () => {
  const dying = (code: string) => spawnAgent(process.execPath, ['-e', code], { dialect: '003' })
  await expect(connect(dying('console.error("no disk"); process.exit(3)'))).rejects.toThrow(
    /exited with code 3.*no disk/s,
  )
  const { client } = await meet()
  const session = await client.newSession({ cwd: '/work' })
  const turn = session.prompt('die')
  await expect(updatesOf(turn).then(() => turn.outcome)).rejects.toThrow('exited with code 7')
})

test('far away it is the same: over a socket, with the dialect at both ends', async () => {
  const far = agent({
    name: 'far',
    version: '1.0.0',
    modes: [{ id: 'act', name: 'Act' }],
    async prompt(turn) {
      const choice = await turn.ask({ title: 'Sure?' })
      turn.say(`${choice?.kind}`)
    },
  })
  const heard: unknown[] = []
  const door = await webSocketDoor({
    serve: port => {
      const wire = servedChannel(port)
      far.serve(
        dialect(wire, '003', { modes: far.definition.modes, report: (_, report) => heard.push(report) }),
      )
    },
  })
  const server = createServer().on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    await door.close()
    server.close()
  })
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/acp`
  const channel = await openChannel({ transport: 'websocket', url, dialect: '003' })
  const client = await connect(channel, { permission: ({ options }) => options[0] })
  const session = await client.newSession({ cwd: '/work' })
  expect(session.mode).toBe('act')
  const turn = session.prompt('hello')
  expect(await updatesOf(turn)).toMatchObject([
    { sessionUpdate: 'agent_message_chunk', content: { text: 'allow_once' } },
  ])
  expect(channel.state.status).toBe('open')
  expect(heard).toEqual([])
  await client.close()
  expect(channel.state.status).toBe('closed')
})
