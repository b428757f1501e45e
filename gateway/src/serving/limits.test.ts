import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { USUAL_LIMITS } from '../config/config.js'
import { scopesOf } from '../config/scope.js'
import { Allowance, Load } from '../guard/allowance.js'
import { configIn, TOKENS } from '../guard/gate.fixture.js'
import { addToken, rotateOwnerToken } from '../guard/token-store.js'
import { MemoryPort } from '../seat/memory-port.fixture.js'
import { selfSigned } from './certificate.fixture.js'
import { come, type Opened, openGateway, tryRequest, trySocket } from './gate.fixture.js'
import { MeteredPort } from './metered-port.js'

const MEBIBYTE = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }
const call = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const HELLO = call(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} })
const bearer = (token: string) => ({ ...JSON_TYPE, authorization: `Bearer ${token}` })
const pieces = (bytes: number): Buffer => Buffer.alloc(bytes, 0x20)

function limited(more: Partial<typeof USUAL_LIMITS>) {
  const limits = { ...USUAL_LIMITS, ...more }
  const principals = [...configIn('/nowhere').principals.values()]
  return { principals: new Map(principals.map(each => [each.name, { ...each, roots: ['/'], limits }])) }
}

async function guestOf(opened: Opened, session: string): Promise<string> {
  const ticket = opened.gateway.makeTicket({ session })
  const body = JSON.stringify({ ticket })
  const { text } = await tryRequest(opened, JSON_TYPE, { path: '/auth/exchange', body })
  return JSON.parse(text).token
}

/** The answer to a request whose body never ends. */
function halfSent({ gateway: { url }, token }: Opened, bytes: number): Promise<string> {
  const headers = { ...bearer(token), 'content-length': 16 * MEBIBYTE }
  const half = request(`${url}/acp`, { method: 'POST', headers, agent: false })
  onTestFinished(() => void half.destroy())
  half.write(pieces(bytes))
  return new Promise(resolve => {
    half.on('error', () => {})
    half.on('response', async response => {
      let text = ''
      for await (const piece of response) text += piece
      resolve(`${response.statusCode} ${JSON.parse(text).error}`)
    })
  })
}

/** The head of a frame of 30 MiB, and so much of it. */
function sayHalf(socket: WebSocket, bytes: number): void {
  const head = Buffer.alloc(14)
  head.set([0x81, 0x80 | 127])
  head.writeBigUInt64BE(BigInt(30 * MEBIBYTE), 2)
  const carrier = (socket as unknown as { _socket: import('node:net').Socket })._socket
  carrier.write(head)
  carrier.write(pieces(bytes))
}

test('bodies count before they are whole: too much of them is refused with a word, and others do not notice', {
  timeout: 60_000,
}, async () => {
  const opened = await openGateway()
  const clients = [await come(opened, { token: TOKENS.alice }), await come(opened)]
  const answers: string[] = []
  for (let index = 0; index < 24; index++)
    void halfSent(opened, 2 * MEBIBYTE).then(answer => answers.push(answer))
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(3)
  expect(new Set(answers)).toEqual(new Set(['429 too_many_bytes']))
  for (const client of clients) {
    const session = await client.newSession({ cwd: opened.folder })
    expect((await session.prompt('say calm').outcome).stopReason).toBe('end_turn')
  }
})

test('frames count before they are whole, also before the first message: the socket is closed with a word', {
  timeout: 60_000,
}, async () => {
  const opened = await openGateway()
  const closed: string[] = []
  for (let index = 0; index < 8; index++)
    void trySocket(opened, bearer(opened.token), socket => {
      onTestFinished(() => socket.terminate())
      if (index % 2 === 0) socket.send(HELLO)
      sayHalf(socket, 6 * MEBIBYTE)
    }).then(({ code, reason }) => closed.push(`${code} ${reason}`))
  await expect.poll(() => closed.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(new Set(closed)).toEqual(new Set(['1008 too_many_bytes']))
  expect(closed.length).toBeLessThan(8)
  expect((await tryRequest(opened, bearer(TOKENS.alice), { body: HELLO })).status).toBe(200)
})

test('a guest cannot lock its host out: its connections and requests are of its own share', async () => {
  const opened = await openGateway(limited({ connections: 4, requestsPerSecond: 20, requestBurst: 40 }))
  const owner = await come(opened)
  const session = await owner.newSession({ cwd: '/' })
  const guest = bearer(await guestOf(opened, session.id))
  expect((await tryRequest(opened, guest, { body: HELLO })).status).toBe(200)
  expect((await tryRequest(opened, guest, { body: HELLO })).text).toContain('too_many_connections')
  const more = await Promise.all(Array.from({ length: 40 }, () => tryRequest(opened, guest, { body: HELLO })))
  expect(more.filter(({ text }) => text.includes('too_many_requests')).length).toBeGreaterThan(20)
  for (let index = 0; index < 3; index++)
    expect((await tryRequest(opened, bearer(opened.token), { body: HELLO })).status).toBe(200)
  expect((await tryRequest(opened, bearer(opened.token), { body: HELLO })).status).toBe(429)
})

test('who answers what nobody asked is slowed down, then closed and told why', async () => {
  const opened = await openGateway(limited({ requestsPerSecond: 20, requestBurst: 30 }))
  const closed = await trySocket(opened, bearer(opened.token), socket => {
    socket.send(HELLO)
    for (let id = 2; id < 2_000; id++)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: `epoch.${id}`, result: {} }))
  })
  expect(closed).toEqual({ status: 101, code: 1008, reason: 'too_many_requests' })
})

test('a token that is replaced closes its sockets with 1008: its client reads the new one', async () => {
  const opened = await openGateway()
  const closed = trySocket(opened, bearer(opened.token), socket => {
    socket.send(HELLO)
    socket.once('message', () => void rotateOwnerToken(join(opened.folder, 'state')))
  })
  expect(await closed).toMatchObject({ code: 1008, reason: 'revoked' })
})

test('the connection whose client has been gone for longest makes room for a new one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const opened = await openGateway(limited({ connections: 2 }))
  const headers = bearer(opened.token)
  const connect = () => tryRequest(opened, headers, { body: HELLO })
  const idOf = ({ headers: got }: { headers: object }): string =>
    String((got as Record<string, unknown>)['acp-connection-id'])
  const statusOf = async (id: string): Promise<number> => {
    const body = call(2, 'session/list', {})
    return (await tryRequest(opened, { ...headers, 'acp-connection-id': id }, { body })).status
  }
  const first = idOf(await connect())
  vi.setSystemTime(Date.now() + 1_000)
  const second = idOf(await connect())
  expect((await connect()).status).toBe(429)
  vi.setSystemTime(Date.now() + 10_000)
  const third = await connect()
  expect(third.status).toBe(200)
  expect(await statusOf(first)).toBe(404)
  expect(await statusOf(second)).toBe(202)
})

test('another token of the same principal with the same scopes cannot go on with a connection', async () => {
  const opened = await openGateway()
  const wish = { name: 'desk', principal: 'alice', scopes: scopesOf('editor') }
  const other = await addToken(join(opened.folder, 'state'), wish)
  const greeted = await tryRequest(opened, bearer(TOKENS.alice), { body: HELLO })
  const id = String((greeted.headers as Record<string, unknown>)['acp-connection-id'])
  const statusOf = async (token: string): Promise<number> => {
    const headers = { ...bearer(token), 'acp-connection-id': id }
    return (await tryRequest(opened, headers, { body: call(2, 'session/list', {}) })).status
  }
  expect(await statusOf(other)).toBe(404)
  expect(await statusOf(TOKENS.alice)).toBe(202)
})

test('whoever comes is written down, also who says that it only goes on', async () => {
  const opened = await openGateway()
  const headers = { ...bearer(opened.token), 'acp-connection-id': 'made-up' }
  await trySocket(opened, headers, socket => {
    socket.send(HELLO)
    socket.once('message', () => socket.close())
  })
  expect((await opened.audit()).filter(({ event }) => event === 'came')).toHaveLength(1)
})

test('whoever only sits there keeps nobody out: of those who showed no token the oldest give way', async () => {
  const opened = await openGateway()
  const { port } = opened.gateway
  const owner = await come(opened)
  const over: number[] = []
  // A few at a time: of a crowd nobody knows who comes in first.
  for (let first = 0; first < 400; first += 20) {
    const few = Array.from({ length: 20 }, (_, index) => {
      const carrier = connect(port, '127.0.0.1').on('error', () => {})
      carrier.on('close', () => over.push(first + index))
      onTestFinished(() => void carrier.destroy())
      return once(carrier, 'connect')
    })
    await Promise.all([...few, delay(60)])
  }
  await expect.poll(() => over.length, { timeout: 5_000 }).toBe(400 - 256)
  expect(Math.max(...over)).toBeLessThan(400 - 256 + 20)
  expect((await tryRequest(opened, bearer(opened.token), { body: HELLO })).status).toBe(200)
  const known = await trySocket(opened, bearer(opened.token), async socket => {
    for (let index = 0; index < 300; index++)
      await once(
        connect(port, '127.0.0.1').on('error', () => {}),
        'connect',
      )
    socket.close(1000)
  })
  expect(known.code).toBe(1000)
  const session = await owner.newSession({ cwd: opened.folder })
  expect((await session.prompt('say calm').outcome).stopReason).toBe('end_turn')
})

test('a guest whose sockets only sit there keeps nobody out: beyond its share they give way like those of strangers', async () => {
  const opened = await openGateway(limited({ connections: 2, requestBurst: 100_000 }))
  const owner = await come(opened)
  const session = await owner.newSession({ cwd: '/' })
  const guest = await guestOf(opened, session.id)
  const { port } = opened.gateway
  const head = `GET /acp HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${guest}\r\n\r\n`
  const over: number[] = []
  for (let index = 0; index < 300; index++) {
    const carrier = connect(port, '127.0.0.1').on('error', () => {})
    carrier.on('close', () => over.push(index))
    onTestFinished(() => void carrier.destroy())
    carrier.write(head)
    const [answer] = await once(carrier, 'data')
    expect(String(answer)).not.toMatch(/^HTTP\/1.1 4(?:01|29)/)
  }
  // A quarter of two connections is one.
  await expect.poll(() => over.length, { timeout: 5_000 }).toBe(300 - 8 - 256)
  expect([...over].sort((one, other) => one - other)[0]).toBe(8)
  expect((await session.prompt('say calm').outcome).stopReason).toBe('end_turn')
})

test('an HTTP/2 session is known by its first good token, and a stranger again by a request without one', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-tls-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { key, cert } = selfSigned()
  const tls = { key: join(folder, 'key.pem'), certificate: join(folder, 'cert.pem') }
  await Promise.all([writeFile(tls.key, key), writeFile(tls.certificate, cert)])
  const { gateway, token } = await openGateway({ tls })
  const client = connectHttp2(gateway.url, { ca: cert }).on('error', () => {})
  onTestFinished(() => client.destroy())
  const ask = async (headers: object): Promise<unknown> => {
    const stream = client.request({ ':path': '/acp/absent', ...headers })
    const [answer] = await once(stream.resume(), 'response')
    return answer[':status']
  }
  const sitInCrowd = async (): Promise<void> => {
    const crowd = Array.from({ length: 300 }, () => connect(gateway.port, '127.0.0.1').on('error', () => {}))
    const isThinned = () => crowd.filter(({ closed }) => closed).length
    await expect.poll(isThinned, { timeout: 15_000 }).toBeGreaterThanOrEqual(300 - 256)
    for (const carrier of crowd) carrier.destroy()
  }
  expect(await ask(bearer(token))).toBe(404)
  await sitInCrowd()
  expect(await ask(bearer(token))).toBe(404)
  expect(await ask({})).toBe(401)
  await sitInCrowd()
  await expect.poll(() => client.closed, { timeout: 5_000 }).toBe(true)
})

test('sockets that name a connection of their own and say nothing are two at most; the next count as new', async () => {
  const opened = await openGateway(limited({ connections: 2 }))
  const headers = bearer(opened.token)
  const greeted = await tryRequest(opened, headers, { body: HELLO })
  const id = String((greeted.headers as Record<string, unknown>)['acp-connection-id'])
  const silent: WebSocket[] = []
  const statuses: number[] = []
  const open = (): Promise<void> =>
    new Promise(resolve => {
      const keep = (socket: WebSocket): void => {
        silent.push(socket)
        onTestFinished(() => socket.terminate())
        resolve()
      }
      void trySocket(opened, { ...headers, 'acp-connection-id': id }, keep).then(({ status }) => {
        if (status !== 101) statuses.push(status)
        resolve()
      })
    })
  for (let index = 0; index < 6; index++) await open()
  expect([silent.length, statuses]).toEqual([3, [429, 429, 429]])
  silent[0]?.terminate()
  const isOpen = async (): Promise<boolean> => {
    await open()
    return silent.length > 3
  }
  await expect.poll(isOpen, { timeout: 5_000 }).toBe(true)
})

test('a connection that is closed before anybody read it gives its place back', async () => {
  const allowance = new Allowance({ ...USUAL_LIMITS, connections: 1 }, { now: Date.now, load: new Load() })
  let ends = 0
  const onEnd = (): void => void ends++
  const metered = new MeteredPort(new MemoryPort(), { allowance, isSocket: true, onExcess() {}, onEnd })
  expect(metered.takePlace()).toBe(true)
  expect(allowance.hasRoomForConnection).toBe(false)
  await metered.close()
  expect([allowance.hasRoomForConnection, ends]).toEqual([true, 1])
})

test('a connection that nobody reads any more has its place until it is closed', async () => {
  const allowance = new Allowance({ ...USUAL_LIMITS, connections: 1 }, { now: Date.now, load: new Load() })
  const port = new MemoryPort()
  const metered = new MeteredPort(port, { allowance, isSocket: true, onExcess() {}, onEnd() {} })
  metered.takePlace()
  port.say({ method: 'any' })
  for await (const _ of metered.incoming) break
  expect([port.isClosed, allowance.hasRoomForConnection]).toEqual([false, false])
  await metered.close()
  expect([port.isClosed, allowance.hasRoomForConnection]).toEqual([true, true])
})

test('what waited together is acted upon a few at a time, whatever it is, and nobody else waits for it', async () => {
  const allowance = new Allowance(USUAL_LIMITS, { now: Date.now, load: new Load() })
  const port = new MemoryPort()
  const metered = new MeteredPort(port, { allowance, isSocket: true, onExcess() {}, onEnd() {} })
  for (let id = 0; id < 500; id++) port.say({ jsonrpc: '2.0', id, result: {} })
  const ids: number[] = []
  const reading = (async () => {
    for await (const { messages } of metered.incoming)
      ids.push(...messages.map(message => (message as { readonly id: number }).id))
  })()
  let most = 0
  for (let before = 0; ids.length < 500; before = ids.length) {
    await new Promise(setImmediate)
    most = Math.max(most, ids.length - before)
  }
  expect(ids).toEqual(Array.from({ length: 500 }, (_, id) => id))
  // Turns of the two counts need not begin together.
  expect(most).toBeLessThan(17)
  await port.close()
  await reading
})
