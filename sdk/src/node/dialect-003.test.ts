/** The examples of document 003, end to end: our client and host, and an agent that knows nothing but that document. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Host, type SessionUpdate } from '../client/index.js'
import type { v1 } from '../schema/index.js'
import { openChannel } from './open-channel.js'
import { fixture } from './pairs.fixture.js'
import { hostIn, makePlace, userWho } from './permissions/office.fixture.js'
import { type SpawnOptions, spawnAgent } from './spawn-agent.js'

interface Noted {
  readonly method: string
  readonly answer: unknown
}

async function meet(host: Host = {}, dialect: SpawnOptions['dialect'] = '003') {
  const heard: string[] = []
  const agent = spawnAgent(process.execPath, [fixture('agent-003.mjs')], {
    dialect,
    onStderr: text => heard.push(text),
  })
  const client = await connect(agent, host)
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
  expect(answersTo('session/new')).toMatchObject([
    { answer: [{ transport: 'stdio', command: '/bin/true', args: [], env: { KEY: 'v' } }] },
  ])
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
  expect(answersTo('session/request_permission')).toMatchObject([{ answer: { selectedOptionId: 'allow' } }])
  expect(answersTo('fs/write_text_file')).toMatchObject([{ answer: null }])
  expect(answersTo('terminal/wait_for_exit')).toEqual([
    { method: 'terminal/wait_for_exit', answer: { output: 'Hello Terminal\n', exitCode: 0 } },
  ])
  expect(answersTo('terminal/output')).toMatchObject([
    { answer: { output: 'Hello Terminal\n', exitCode: 0 } },
  ])
  expect(answersTo('terminal/release')).toMatchObject([{ answer: null }])
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
  expect(answersTo('terminal/wait_for_exit')).toMatchObject([
    { answer: { exitCode: null } },
    { answer: { output: 'begun\n', exitCode: expect.any(Number) } },
  ])
  expect(answersTo('terminal/kill')).toMatchObject([{ answer: null }])
  expect(answersTo('terminal/output')).toMatchObject([{ answer: { code: -32003 } }])
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
