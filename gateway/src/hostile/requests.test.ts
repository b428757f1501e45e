import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { configIn, TOKENS } from '../guard/gate.fixture.js'
import { type Case, KNOCKS, REQUESTS } from './cases.fixture.js'
import { type House, openHouse } from './house.fixture.js'
import { bearer, HELLO, HttpPeer, JSON_TYPE, type Peer, SocketPeer } from './peer.fixture.js'
import { ask, handshake, http1, http2, type Said, type Wire } from './wire.fixture.js'

const CARRIERS: readonly (readonly [string, (url: string) => Wire, readonly Case[]])[] = [
  ['HTTP/1.1', http1, REQUESTS],
  ['HTTP/2', http2, REQUESTS],
  ['WebSocket', handshake, KNOCKS],
]

const houses = new Map<boolean, Promise<House>>()

function houseFor(carrier: string): Promise<House> {
  const isSecure = carrier === 'HTTP/2'
  const house = houses.get(isSecure) ?? openHouse({ isSecure })
  houses.set(isSecure, house)
  return house
}

afterAll(async () => {
  for (const house of houses.values()) await (await house)[Symbol.asyncDispose]()
})

describe.each(CARRIERS)('over %s', (carrier, toWire, cases) => {
  let house: House
  let wire: Wire
  let bystander: Peer
  let count = 0

  beforeAll(async () => {
    house = await houseFor(carrier)
    wire = toWire(house.url)
    const coming = { url: house.url, wire: toWire(house.url), token: TOKENS.alice }
    bystander = await (carrier === 'WebSocket' ? SocketPeer.open(coming) : HttpPeer.open(coming))
  })

  // Whatever was tried, whoever is here goes on.
  afterEach(async () => {
    const { result } = await bystander.ask('_fixture/echo', { count: ++count })
    expect(result).toEqual({ count })
  })

  afterAll(async () => {
    wire.close()
    await bystander.leave()
  })

  for (const { name, said, status, error } of cases)
    test(`a request ${name} is answered ${status} ${error}`, async () => {
      const known = { port: house.gateway.port, victim: bystander.id }
      const sent = typeof said === 'function' ? said(known) : said
      const { headers, text, ...reply } = await ask(wire, opening(sent))
      expect(reply.status).toBe(status)
      expect(JSON.parse(text)).toEqual({ error, correlationId: expect.stringMatching(/^[0-9a-f-]{16,36}$/) })
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
      const names = Object.keys(headers)
      expect(names.filter(each => /^(?:access-control-.*|server|x-powered-by)$/.test(each))).toEqual([])
    })
})

/** What says nothing else would open a connection, but for what is wrong with it. */
function opening(said: Said): Said {
  if (said.method !== undefined || said.headers?.accept !== undefined) return said
  return { ...said, method: 'POST', headers: { ...JSON_TYPE, ...said.headers }, body: HELLO }
}

/** What is answered to bytes as they are, until the gateway hangs up. */
async function exchangeBytes(house: House, bytes: string): Promise<string> {
  const socket = connect(house.gateway.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer
}

const head = (house: House): string => `GET /acp HTTP/1.1\r\nHost: 127.0.0.1:${house.gateway.port}\r\n`
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

describe.each([
  ['a request', ''],
  ['a handshake', UPGRADE],
])('in bytes of its own, %s', (_what, upgrade) => {
  test('with a line break in a header is answered 400, and nothing of it is taken', async () => {
    const house = await houseFor('HTTP/1.1')
    const forged = `Acp-Connection-Id: a\nAuthorization: Bearer ${TOKENS.alice}\r\n`
    const answer = await exchangeBytes(house, `${head(house)}${upgrade}${forged}\r\n`)
    expect(answer).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })

  test('with headers of more than 16 KiB is answered 431', async () => {
    const house = await houseFor('HTTP/1.1')
    const bytes = `${head(house)}${upgrade}X-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`
    expect(await exchangeBytes(house, bytes)).toBe(
      'HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n',
    )
  })
})

test.each([
  ['Host', 'evil.com'],
  ['Authorization', 'Bearer other'],
  ['Origin', 'http://evil.com'],
])('a request with %s twice is let in by neither of them', async (name, other) => {
  const house = await houseFor('HTTP/1.1')
  const fields = {
    Host: `127.0.0.1:${house.gateway.port}`,
    Authorization: `Bearer ${TOKENS.alice}`,
    'Content-Type': 'application/json',
    'Content-Length': String(HELLO.length),
    Connection: 'close',
  }
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}\r\n`)
  const said = (more: string): string => `POST /acp HTTP/1.1\r\n${lines.join('')}${more}\r\n${HELLO}`
  expect(await exchangeBytes(house, said(''))).toMatch(/^HTTP\/1.1 200 /)
  const first = name === 'Origin' ? `Origin: ${house.url}\r\n` : ''
  expect(await exchangeBytes(house, said(first))).toMatch(/^HTTP\/1.1 200 /)
  expect(await exchangeBytes(house, said(`${first}${name}: ${other}\r\n`))).toMatch(/^HTTP\/1.1 4/)
})

test('a session that never was is not there where there is one principal, either', async () => {
  const { principals } = configIn('')
  const [owner] = principals.values()
  if (owner === undefined) throw new Error('there is an owner')
  const house = await openHouse({ principals: new Map([['owner', owner]]) })
  const wire = http1(house.url)
  const peer = await HttpPeer.open({ url: house.url, wire, token: house.token })
  try {
    const headers = { ...bearer(house.token), accept: 'text/event-stream', 'acp-connection-id': peer.id }
    const { status, text } = await ask(wire, { headers: { ...headers, 'acp-session-id': 'never-was' } })
    expect([status, JSON.parse(text).error]).toEqual([404, 'session_unknown'])
  } finally {
    await peer.leave()
    await house[Symbol.asyncDispose]()
  }
})
