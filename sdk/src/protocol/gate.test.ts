import { expect, test } from 'vitest'
import { isAdvertised } from './gate.js'
import { connected, serve, text } from './parties.fixture.js'
import type { Peer } from './peer.js'
import { shutBy } from './shut-gate.js'

test('true and any object advertise a capability; absent, null and false do not', () => {
  for (const yes of [true, {}, { more: 1 }]) expect(isAdvertised({ a: { b: yes } }, 'a.b')).toBe(true)
  for (const no of [undefined, null, false]) expect(isAdvertised({ a: { b: no } }, 'a.b')).toBe(false)
  expect(isAdvertised({}, 'toString')).toBe(false)
  expect(isAdvertised({ a: {} }, 'a.constructor')).toBe(false)
})

test('a gate names the capability that keeps it shut', () => {
  const agreed = { agent: { loadSession: true }, client: {}, authMethods: [] }
  expect(shutBy('always', agreed)).toBeUndefined()
  expect(shutBy({ agent: 'loadSession' }, agreed)).toBeUndefined()
  expect(shutBy({ client: 'fs.readTextFile' }, agreed)).toBe('client fs.readTextFile')
  expect(shutBy({ authMethods: true }, agreed)).toBe('authMethods')
  expect(shutBy({ authMethods: true }, { ...agreed, authMethods: [{}] })).toBeUndefined()
})

test('calling what the agent did not advertise fails locally with capability_missing and sends nothing', async () => {
  const { far, client } = await connected()
  const peer = client.peer as unknown as Peer<'v1', 'client'>
  const before = far.heard.length
  const calls = [
    () => peer.request('session/load', { sessionId: 's', cwd: '/', mcpServers: [] }),
    () => peer.request('session/list', {}),
    () => peer.request('authenticate', { methodId: 'x' }),
    () =>
      peer.request('session/new', {
        cwd: '/',
        mcpServers: [{ type: 'http', name: 'm', url: 'http://x', headers: [] }],
      }),
    () =>
      peer.request('session/prompt', {
        sessionId: 's',
        prompt: [{ type: 'image', data: '', mimeType: 'image/png' }],
      }),
    () => peer.request('session/new', { cwd: '/', mcpServers: [], additionalDirectories: ['/x'] }),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ name: 'AcpError', reason: 'capability_missing' })
  expect(far.heard).toHaveLength(before)
  await client.close()
})

test('calling what the agent did advertise is sent', async () => {
  const { far, client } = await connected({}, {}, { agentCapabilities: { loadSession: true } })
  const peer = client.peer as unknown as Peer<'v1', 'client'>
  const call = peer.request('session/load', { sessionId: 's', cwd: '/', mcpServers: [] })
  const { id } = await far.nextOf('session/load')
  far.answer(id, {})
  expect(await call).toEqual({})
  await client.close()
})

test('an agent is told that a method it has not advertised is not there', async () => {
  const { far, served } = serve()
  await far.begin()
  expect((await far.ask('session/load', { sessionId: 's', cwd: '/', mcpServers: [] })).error).toMatchObject({
    code: -32601,
    data: { reason: 'capability_not_supported', capability: 'agent loadSession' },
  })
  expect((await far.ask('session/list', {})).error).toMatchObject({ code: -32601 })
  expect((await far.ask('authenticate', { methodId: 'x' })).error).toMatchObject({ code: -32601 })
  await served.close()
})

test.each([1, 2] as const)(
  'version %i: a kind of MCP server that nobody knows is refused where it stands, and not repeated',
  async version => {
    const { far, served, log } = serve()
    await far.initialize(version)
    const server = { type: 'secret words', name: 'm', url: 'http://x', headers: [] }
    const { error } = await far.ask('session/new', { cwd: '/', mcpServers: [server] })
    expect(error).toMatchObject({ code: -32602 })
    expect(JSON.stringify([error, log])).toContain('/mcpServers/0')
    expect(JSON.stringify([error, log])).not.toContain('secret')
    await served.close()
  },
)

test('a client answers -32601 to what it did not lend', async () => {
  const { far, client } = await connected()
  const asked = { sessionId: 's', path: '/x' }
  expect((await far.ask('fs/read_text_file', asked)).error).toMatchObject({
    code: -32601,
    data: { reason: 'capability_not_supported', capability: 'client fs.readTextFile' },
  })
  expect((await far.ask('terminal/create', { sessionId: 's', command: 'x' })).error).toMatchObject({
    code: -32601,
  })
  await client.close()
})

test('a parameter that needs a capability is refused as a parameter', async () => {
  const { far, served } = serve()
  const sessionId = await far.begin()
  const prompt = [{ type: 'image', data: '', mimeType: 'image/png' }]
  expect((await far.ask('session/prompt', { sessionId, prompt })).error).toMatchObject({
    code: -32602,
    data: { reason: 'capability_not_supported', capability: 'agent promptCapabilities.image' },
  })
  await served.close()
})

test('an ability of the client that is not lent is absent for the agent, and its method refuses locally', async () => {
  const seen: unknown[] = []
  const { far, served } = serve({
    async prompt(turn) {
      seen.push(turn.files, turn.terminal)
    },
  })
  const sessionId = await far.begin()
  await far.ask('session/prompt', { sessionId, prompt: text('go') })
  expect(seen).toEqual([undefined, undefined])
  expect(far.heard.some(({ method }) => method?.startsWith('fs/'))).toBe(false)
  await served.close()
})

test('version 2 has gates of its own', async () => {
  const { far, client } = await connected({}, { version: 2 }, { capabilities: {} })
  const before = far.heard.length
  await expect(client.newSession({ cwd: '/' })).rejects.toMatchObject({ reason: 'capability_missing' })
  expect(far.heard).toHaveLength(before)
  await client.close()
})

test('a method of the other version is no method', async () => {
  const { far, served } = serve()
  await far.begin(2)
  expect((await far.ask('session/load', { sessionId: 's', cwd: '/', mcpServers: [] })).error).toMatchObject({
    code: -32601,
    data: { reason: 'method_not_found', method: 'session/load' },
  })
  await served.close()
})

test('an MCP server on a transport that was not advertised is refused, also one of somebody’s own', async () => {
  const { far, served } = serve()
  await far.begin(2)
  for (const type of ['_carrier_pigeon', '__proto__', 'http'])
    expect(
      (await far.ask('session/new', { cwd: '/', mcpServers: [{ type, name: 'm', url: 'http://x' }] })).error,
    ).toMatchObject({ code: -32602 })
  await served.close()
})
