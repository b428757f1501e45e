import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RemoteState } from '@parley/acp/transport'
import { expect, onTestFinished, test } from 'vitest'
import type { WebSocket } from 'ws'
import { USUAL_LIMITS, USUAL_STRANGER_LIMITS } from './config/config.js'
import { readGatewayConfig } from './config/read-config.js'
import { gateway } from './gateway.js'
import { agentNamed, configIn, makeFolder, sha256, TOKENS } from './guard/gate.fixture.js'
import { rotateOwnerToken } from './guard/token-store.js'
import { selfSigned } from './serving/certificate.fixture.js'
import { AGENT, come, hear, openGateway, tryRequest, trySocket } from './serving/gate.fixture.js'

const HELLO = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: 1, clientCapabilities: {} },
})
const JSON_TYPE = { 'content-type': 'application/json' }
const limitsOf = (more: Partial<typeof USUAL_LIMITS>, folder = '/nowhere') =>
  new Map(
    [...configIn(folder).principals].map(([name, each]) => [
      name,
      { ...each, roots: ['/'], limits: { ...USUAL_LIMITS, ...more } },
    ]),
  )

test('whoever may not come is told so in the same words on both transports, and nobody else is disturbed', async () => {
  const strangers = { ...USUAL_STRANGER_LIMITS, unauthenticatedPerMinute: 100 }
  const opened = await openGateway({ strangers })
  const {
    token,
    gateway: { port },
  } = opened
  const right = { authorization: `Bearer ${token}` }
  const cases: readonly (readonly [Record<string, string>, number, string])[] = [
    [{}, 401, 'unauthorized'],
    [{ authorization: 'Bearer parley_wrong' }, 401, 'unauthorized'],
    [{ ...right, host: 'evil.example' }, 421, 'wrong_host'],
    [{ ...right, host: `evil.example:${port}` }, 421, 'wrong_host'],
    [{ ...right, origin: 'https://evil.example' }, 403, 'bad_origin'],
    [{ ...right, origin: 'null' }, 403, 'bad_origin'],
    [{ ...right, 'sec-fetch-site': 'cross-site' }, 403, 'cross_site'],
  ]
  for (const [headers, status, error] of cases) {
    const reply = await tryRequest(opened, { ...JSON_TYPE, ...headers }, { body: HELLO })
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      status,
      { error, correlationId: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ])
    expect(Object.keys(reply.headers)).not.toContain('server')
    expect((await trySocket(opened, headers)).status).toBe(status)
  }
  expect(await tryRequest(opened, {}, { method: 'GET', path: '/healthz' })).toMatchObject({
    status: 200,
    text: 'ok',
  })
  expect((await tryRequest(opened, right, { path: '/acp/nobody' })).status).toBe(404)
  const client = await come(opened)
  const session = await client.newSession({ cwd: opened.folder })
  expect((await session.prompt('say hello').outcome).stopReason).toBe('end_turn')
})

test('each path is another agent, and its sessions are not the sessions of the others', async () => {
  const opened = await openGateway()
  const [main, other] = [await come(opened), await come(opened, { path: '/acp/other', transport: 'http' })]
  const session = await main.newSession({ cwd: opened.folder })
  await expect(other.loadSession({ sessionId: session.id, cwd: opened.folder })).rejects.toThrow()
  const alice = await come(opened, { token: TOKENS.alice })
  await expect(alice.loadSession({ sessionId: session.id, cwd: opened.folder })).rejects.toMatchObject({
    code: -32002,
  })
  await expect(come(opened, { token: TOKENS.bob })).rejects.toThrow(/404/)
})

test('an agent is added by a name that a config could give it, and by no other', async () => {
  const opened = await openGateway()
  const program = { ...agentNamed(''), command: process.execPath, args: [AGENT] }
  for (const name of ['__proto__', 'a/b', '..', 'x y', '%2e', '', 'x'.repeat(65)])
    expect(() => opened.gateway.addAgent({ ...program, name })).toThrow(
      /^the name of an agent: expected a name of at most 64 letters/,
    )
  const right = { authorization: `Bearer ${opened.token}` }
  expect((await tryRequest(opened, right, { path: '/acp/constructor' })).status).toBe(404)
  opened.gateway.addAgent({ ...program, name: 'constructor' })
  const client = await come(opened, { path: '/acp/constructor' })
  const session = await client.newSession({ cwd: opened.folder })
  expect((await session.prompt('say hello').outcome).stopReason).toBe('end_turn')
})

test('a config that was put together by a program is held to the names that a file could have', async () => {
  const config = configIn(await makeFolder())
  const [main] = config.agents.values()
  const [alice] = config.principals.values()
  if (main === undefined || alice === undefined) throw new Error('somebody is missing')
  const token = { sha256: sha256('x'), scopes: alice.scopes, expiresAt: undefined }
  const agentCalled = (name: string, key = name) => ({
    agents: new Map([...config.agents, [key, { ...main, name }]]),
  })
  const principalWith = (more: Partial<typeof alice>, key = alice.name) => ({
    principals: new Map([...config.principals, [key, { ...alice, ...more }]]),
  })
  const wrong: readonly (readonly [Partial<typeof config>, RegExp])[] = [
    ...['__proto__', 'a/b', '..', 'x y', '', 'x'.repeat(65)].flatMap(name => [
      [agentCalled(name), /^\$\.agents\..*: expected a name of at most 64 letters/] as const,
      [principalWith({ name }, name), /^\$\.principals\..*: expected a name of at most 64/] as const,
      [
        principalWith({ tokens: [{ ...token, name }] }),
        /\.tokens\..*: expected a name of at most 64/,
      ] as const,
    ]),
    [agentCalled('one', 'two'), /^\$\.agents\.two\.name: expected "two", found another name$/],
    [{ defaultAgent: 'nobody' }, /^\$\.defaultAgent: expected one of /],
    [{ owner: 'nobody' }, /^\$\.owner: expected one of /],
    [principalWith({ agents: ['a/b'] }), /\.agents\[0\]: expected a name of at most 64/],
    [
      principalWith({ tokens: [1, 2].map(() => ({ ...token, name: 'same' })) }),
      /\.tokens: expected each name once/,
    ],
  ]
  for (const [more, words] of wrong)
    await expect(gateway({ config: { ...config, ...more } })).rejects.toThrow(words)
})

const writePrincipals = async (path: string, folder: string, principals: object): Promise<void> =>
  await writeFile(
    path,
    JSON.stringify({
      ...{ version: 1, roots: [folder], stateFolder: join(folder, 'other-state'), principals },
      agents: { main: { command: process.execPath, args: [AGENT], env: { PLACE: folder, KEEPS: 'yes' } } },
      listen: { address: '127.0.0.1', port: 0 },
    }),
    { mode: 0o600 },
  )

test('who may come since today sees nothing of those who came before, though there was only one', async () => {
  const { folder } = await openGateway()
  const path = join(folder, 'gateway.json')
  const principal = (token: string) => ({ role: 'editor', tokens: { key: { sha256: sha256(token) } } })
  const write = (principals: object): Promise<void> => writePrincipals(path, folder, principals)
  const alice = principal(TOKENS.alice)
  await write({ alice })
  const opened = await gateway({ config: readGatewayConfig({ path }) })
  onTestFinished(() => opened.close(0))
  const place = { gateway: opened, folder, token: TOKENS.alice, audit: async () => [] }
  const first = await come(place)
  const session = await first.newSession({ cwd: folder })
  await session.prompt('say mine').outcome
  await write({ alice, bob: principal(TOKENS.bob) })
  const bob = await come(place, { token: TOKENS.bob })
  expect((await bob.listSessionsPage()).sessions).toEqual([])
  await expect(bob.loadSession({ sessionId: session.id, cwd: folder })).rejects.toMatchObject({
    code: -32002,
  })
  expect((await first.listSessionsPage()).sessions).toMatchObject([{ sessionId: session.id }])
})

test('whoever is removed leaves nothing that works for it, and finds that said when it comes back', async () => {
  const { folder } = await openGateway()
  const path = join(folder, 'gateway.json')
  const principal = (token: string) => ({ role: 'editor', tokens: { key: { sha256: sha256(token) } } })
  const everybody = { alice: principal(TOKENS.alice), bob: principal(TOKENS.bob) }
  const write = (principals: object): Promise<void> => writePrincipals(path, folder, principals)
  await write(everybody)
  const went: string[] = []
  const opened = await gateway({
    config: readGatewayConfig({ path }),
    onAgent: ({ what }) => void went.push(what),
  })
  onTestFinished(() => opened.close(0))
  const place = { gateway: opened, folder, token: TOKENS.alice, audit: async () => [] }
  const session = await (await come(place)).newSession({ cwd: folder })
  const said = hear(session)
  session.prompt('work').outcome.catch(() => {})
  await expect.poll(said, { timeout: 5_000 }).toContain('working')
  const bob = await come(place, { token: TOKENS.bob })
  await write({ bob: everybody.bob })
  await expect.poll(() => went, { timeout: 10_000 }).toEqual(['started', 'started', 'ended'])
  await write(everybody)
  const again = await come(place)
  const loaded = await again.loadSession({ sessionId: session.id, cwd: folder })
  const updates: unknown[] = []
  loaded.onUpdate(update => updates.push(update))
  await expect
    .poll(() => updates)
    .toContainEqual(expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'failed' }))
  expect((await loaded.prompt('say back').outcome).stopReason).toBe('end_turn')
  expect((await bob.listSessionsPage()).sessions).toEqual([])
})

test('a session that only the agent knows is loaded over both transports, and one that never was is 404', async () => {
  const principals = new Map([...limitsOf({})].filter(([name]) => name === 'owner'))
  const opened = await openGateway({ principals })
  const main = await come(opened)
  // Both agents have the same store.
  for (const transport of ['websocket', 'http'] as const) {
    const session = await main.newSession({ cwd: opened.folder })
    await session.prompt(`say ${transport}`).outcome
    await session.close()
    const other = await come(opened, { path: '/acp/other', transport })
    const seen = hear(await other.loadSession({ sessionId: session.id, cwd: opened.folder }))
    await expect.poll(seen).toContain(transport)
    await expect(other.loadSession({ sessionId: 'never-was', cwd: opened.folder })).rejects.toThrow()
  }
  const bearer = { ...JSON_TYPE, authorization: `Bearer ${opened.token}` }
  const greeted = await tryRequest(opened, bearer, { body: HELLO })
  const connection = (greeted.headers as Record<string, string>)['acp-connection-id'] ?? ''
  const headers = { ...bearer, 'acp-connection-id': connection, accept: 'text/event-stream' }
  const never = { ...headers, 'acp-session-id': 'never-was' }
  expect((await tryRequest(opened, never, { method: 'GET' })).status).toBe(404)
})

test('a guest has the session of the agent that it was asked to, and reaches no other agent', async () => {
  const opened = await openGateway()
  const owner = await come(opened, { path: '/acp/other' })
  const session = await owner.newSession({ cwd: opened.folder })
  const exchange = async (wish: object): Promise<string> => {
    const ticket = opened.gateway.makeTicket({ session: session.id, role: 'editor', ...wish })
    const body = JSON.stringify({ ticket })
    return JSON.parse((await tryRequest(opened, JSON_TYPE, { path: '/auth/exchange', body })).text).token
  }
  const token = await exchange({ agent: 'other' })
  const guest = await come(opened, { token, path: '/acp/other' })
  await guest.loadSession({ sessionId: session.id, cwd: opened.folder })
  await expect(come(opened, { token })).rejects.toThrow(/404/)
  await expect(come(opened, { token: await exchange({}), path: '/acp/other' })).rejects.toThrow(/404/)
})

test('what opened a session that was deleted does not open the next one of its id', async () => {
  const stubborn = fileURLToPath(new URL('fixtures/stubborn.mjs', import.meta.url))
  const program = { name: 'main', command: process.execPath, args: [stubborn], env: {}, inherit: [] }
  const opened = await openGateway({
    agents: new Map([['main', { ...program, cwd: undefined, roots: undefined }]]),
  })
  const headers = { ...JSON_TYPE, authorization: `Bearer ${opened.token}` }
  const ticketFor = async (session: string): Promise<{ status: number; ticket: string }> => {
    const body = JSON.stringify({ session, role: 'editor' })
    const { status, text } = await tryRequest(opened, headers, { path: '/auth/ticket', body })
    return { status, ticket: JSON.parse(text).ticket }
  }
  const exchange = (ticket: string) =>
    tryRequest(opened, JSON_TYPE, { path: '/auth/exchange', body: JSON.stringify({ ticket }) })
  const owner = await come(opened)
  expect((await ticketFor('s')).status).toBe(404)
  const { id } = await owner.newSession({ cwd: opened.folder })
  expect(id).toBe('s')
  const [used, kept] = [await ticketFor(id), await ticketFor(id)]
  const { token } = JSON.parse((await exchange(used.ticket)).text)
  const guest = await come(opened, { token })
  await guest.loadSession({ sessionId: id, cwd: opened.folder })
  await owner.deleteSession(id)
  expect((await owner.newSession({ cwd: opened.folder })).id).toBe(id)
  await expect(come(opened, { token })).rejects.toThrow(/401/)
  expect((await exchange(kept.ticket)).status).toBe(401)
  await guest.closed
})

test("a connection is its opener's: another token of the same principal cannot go on with it", async () => {
  const opened = await openGateway()
  const bearer = (token: string) => ({ ...JSON_TYPE, authorization: `Bearer ${token}` })
  const greeted = await tryRequest(opened, bearer(TOKENS.alice), { body: HELLO })
  const connection = {
    'acp-connection-id': String((greeted.headers as Record<string, unknown>)['acp-connection-id']),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'session/list', params: {} })
  const statusWith = async (token: string, path?: string): Promise<number> =>
    (await tryRequest(opened, { ...bearer(token), ...connection }, { body, path })).status
  expect(await statusWith(TOKENS.viewer)).toBe(404)
  expect(await statusWith(TOKENS.alice, '/acp/other')).toBe(404)
  expect(await statusWith(TOKENS.alice)).toBe(202)
})

test('a guest of one session sees that one over both transports, and no other', async () => {
  const opened = await openGateway()
  const owner = await come(opened)
  const [shown, hidden] = [
    await owner.newSession({ cwd: opened.folder }),
    await owner.newSession({ cwd: opened.folder }),
  ]
  await shown.prompt('say shown').outcome
  const ticket = opened.gateway.makeTicket({ session: shown.id, name: 'Gus' })
  const exchanged = await tryRequest(opened, JSON_TYPE, {
    path: '/auth/exchange',
    body: JSON.stringify({ ticket, as: 'token' }),
  })
  const { token } = JSON.parse(exchanged.text)
  for (const transport of ['websocket', 'http'] as const) {
    const guest = await come(opened, { token, transport })
    const seen = hear(await guest.loadSession({ sessionId: shown.id, cwd: opened.folder }))
    await expect.poll(seen).toContain('shown')
    await expect(guest.loadSession({ sessionId: hidden.id, cwd: opened.folder })).rejects.toThrow()
    await expect(guest.newSession({ cwd: opened.folder })).rejects.toThrow()
    await shown.prompt(`say ${transport}`).outcome
    await expect.poll(seen).toContain(transport)
  }
  const noted = (await opened.audit()).filter(({ event }) => event.startsWith('session_'))
  expect(noted.map(({ event, credential }) => `${event} ${credential}`)).toEqual([
    ...['session_opened owner', 'session_opened owner'],
    ...['session_attached Gus', 'session_attached Gus'],
  ])
})

test('a token that is taken back closes what it had open, at once, on both transports', async () => {
  const opened = await openGateway()
  const states: Record<string, RemoteState> = {}
  for (const transport of ['websocket', 'http'] as const) {
    const onState = (state: RemoteState): void => {
      states[transport] = state
    }
    await (await come(opened, { transport, onState })).newSession({ cwd: opened.folder })
  }
  await rotateOwnerToken(join(opened.folder, 'state'))
  await expect
    .poll(() => states, { timeout: 8_000 })
    .toMatchObject({
      websocket: { status: 'closed' },
      http: { status: 'closed' },
    })
})

test('who opens too many connections is told why, and has room again when one ends', async () => {
  const opened = await openGateway({ principals: limitsOf({ connections: 2 }) })
  const first = await come(opened)
  await come(opened, { transport: 'http' })
  const headers = { ...JSON_TYPE, authorization: `Bearer ${opened.token}` }
  expect(await tryRequest(opened, headers, { body: HELLO })).toMatchObject({
    status: 429,
    text: expect.stringContaining('too_many_connections'),
  })
  expect((await trySocket(opened, headers)).status).toBe(429)
  await first.close()
  await expect.poll(async () => (await trySocket(opened, headers)).status).toBe(101)
})

test('of those who come at the same time no more are served than may be, and the others are told why', async () => {
  const opened = await openGateway({ principals: limitsOf({ connections: 2 }) })
  const headers = { ...JSON_TYPE, authorization: `Bearer ${opened.token}` }
  const four = [1, 2, 3, 4]
  const statuses: number[] = []
  const sockets: WebSocket[] = []
  for (const _ of four)
    void trySocket(opened, headers, socket => void sockets.push(socket)).then(({ status }) =>
      statuses.push(status),
    )
  // They count before they have said a word, also those who say that they go on with a connection.
  await expect.poll(() => [sockets.length, statuses]).toEqual([2, [429, 429]])
  expect((await trySocket(opened, { ...headers, 'acp-connection-id': 'made-up' })).status).toBe(429)
  for (const socket of sockets) socket.close()
  await expect.poll(async () => (await trySocket(opened, headers)).status).toBe(101)
  const others = { ...JSON_TYPE, authorization: `Bearer ${TOKENS.alice}` }
  const replies = await Promise.all(four.map(() => tryRequest(opened, others, { body: HELLO })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
  const refused = replies.filter(({ status }) => status === 429).map(({ text }) => JSON.parse(text).error)
  expect(refused).toEqual(['too_many_connections', 'too_many_connections'])
})

test('who floods a socket is slowed down, then closed and told why; others go on', async () => {
  const limits = limitsOf({ requestsPerSecond: 20, requestBurst: 30 })
  const opened = await openGateway({ principals: limits })
  const alice = await come(opened, { token: TOKENS.alice })
  const session = await alice.newSession({ cwd: opened.folder })
  const flood = trySocket(opened, { authorization: `Bearer ${opened.token}` }, socket => {
    socket.send(HELLO)
    for (let id = 2; id < 2_000; id++)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: '_fixture/echo', params: {} }))
  })
  expect((await session.prompt('say calm').outcome).stopReason).toBe('end_turn')
  expect(await flood).toEqual({ status: 101, code: 1008, reason: 'too_many_requests' })
})

test('a principal has no more sessions than it may', async () => {
  const opened = await openGateway({ principals: limitsOf({ sessions: 1 }) })
  const client = await come(opened)
  await client.newSession({ cwd: opened.folder })
  await expect(client.newSession({ cwd: opened.folder })).rejects.toMatchObject({
    data: { reason: 'rate_limited' },
  })
})

test('with a certificate both transports are encrypted, HTTP/2 among them', async () => {
  const { key, cert } = selfSigned()
  const plain = await openGateway()
  const files = { key: join(plain.folder, 'key.pem'), certificate: join(plain.folder, 'cert.pem') }
  await writeFile(files.key, key)
  await writeFile(files.certificate, cert)
  const opened = await openGateway({ tls: files })
  expect(opened.gateway.url).toMatch(/^https:/)
  for (const transport of ['websocket', 'http'] as const) {
    const client = await come(opened, { transport, ca: cert })
    const session = await client.newSession({ cwd: opened.folder })
    expect((await session.prompt('ask').outcome).stopReason).toBe('end_turn')
  }
  const wrong = { key: files.certificate, certificate: files.key }
  await expect(gateway({ config: configIn(plain.folder, { tls: wrong }) })).rejects.toMatchObject({
    reason: 'bad_certificate',
  })
})

test('a gateway does not start where others could read along', async () => {
  const { folder } = await openGateway()
  await expect(gateway({ config: configIn(folder, { address: '0.0.0.0' }) })).rejects.toMatchObject({
    reason: 'unsafe_binding',
  })
})
