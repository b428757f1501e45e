import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RemoteState } from '@parley/acp/transport'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { USUAL_LIMITS } from './config/config.js'
import { gateway } from './gateway.js'
import { configIn, TOKENS } from './guard/gate.fixture.js'
import { rotateOwnerToken } from './guard/token-store.js'
import { selfSigned } from './serving/certificate.fixture.js'
import { come, hear, openGateway, tryRequest, trySocket } from './serving/gate.fixture.js'

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
  const opened = await openGateway()
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
  const sockets: WebSocket[] = []
  const closed: string[] = []
  for (const _ of four)
    void trySocket(opened, headers, socket => void sockets.push(socket)).then(({ code, reason }) =>
      closed.push(`${code} ${reason}`),
    )
  // All are let in before one of them has said a word.
  await expect.poll(() => sockets.length).toBe(4)
  for (const socket of sockets) socket.send(HELLO)
  const crowded = '1008 too_many_connections'
  await expect.poll(() => closed).toEqual([crowded, crowded])
  for (const socket of sockets) socket.close()
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
