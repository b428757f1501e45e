import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { TOKENS } from '../guard/gate.fixture.js'
import { rotateOwnerToken } from '../guard/token-store.js'
import { BOBS_CONNECTIONS, type House, openHouse } from './house.fixture.js'
import {
  bearer,
  ENDED,
  type End,
  HELLO,
  HttpPeer,
  INITIALIZE,
  JSON_TYPE,
  type Message,
  type Peer,
  SocketPeer,
} from './peer.fixture.js'
import { ask, type Fields, handshake, http1, http2, type Reply, type Wire } from './wire.fixture.js'

const MEBIBYTE = 1024 * 1024
const MINUTE = 60_000
const ALICE = bearer(TOKENS.alice)
const CARRIERS = ['HTTP/1.1', 'HTTP/2', 'WebSocket'] as const
type Carrier = (typeof CARRIERS)[number]

const houses = new Map<boolean, Promise<House>>()
const peers: Peer[] = []
const wires: Wire[] = []

function houseFor(carrier: Carrier): Promise<House> {
  const isSecure = carrier === 'HTTP/2'
  const house = houses.get(isSecure) ?? openHouse({ isSecure })
  houses.set(isSecure, house)
  return house
}

async function wireTo(carrier: Carrier): Promise<Wire> {
  const { url } = await houseFor(carrier)
  const wire = carrier === 'HTTP/2' ? http2(url) : http1(url)
  wires.push(wire)
  return wire
}

async function come(carrier: Carrier, token: string = TOKENS.alice): Promise<Peer> {
  if (carrier === 'WebSocket') return await socketOf(token)
  const { url } = await houseFor(carrier)
  const peer = await HttpPeer.open({ url, wire: await wireTo(carrier), token })
  peers.push(peer)
  return peer
}

/** A socket that has said nothing yet. */
async function newcomer(token: string = TOKENS.alice): Promise<SocketPeer> {
  const { url } = await houseFor('WebSocket')
  const peer = await SocketPeer.opened({ url, token })
  peers.push(peer)
  return peer
}

async function socketOf(token: string = TOKENS.alice): Promise<SocketPeer> {
  const { url } = await houseFor('WebSocket')
  const peer = await SocketPeer.open({ url, token })
  peers.push(peer)
  return peer
}

async function isAlive(peer: Peer): Promise<boolean> {
  const { result } = await peer.ask('_fixture/echo', { is: 'alive' })
  return result?.is === 'alive'
}

async function leaveAll(): Promise<void> {
  await Promise.all(peers.splice(0).map(peer => peer.leave()))
}

afterEach(async () => {
  await leaveAll()
  for (const wire of wires.splice(0)) wire.close()
})

afterAll(async () => {
  for (const house of houses.values()) await (await house)[Symbol.asyncDispose]()
})

describe.each(CARRIERS)('over %s', carrier => {
  let house: House

  beforeAll(async () => {
    house = await houseFor(carrier)
  })

  test('every message of a session has a number, one after the other', async () => {
    const peer = await come(carrier)
    const id = await peer.prompt(await peer.newSession(house.folder), 'many 20')
    await peer.until(message => message.id === id)
    expect(peer.said.map(({ text }) => Number(text))).toEqual(count(20))
    const [epoch, first] = (peer.said[0]?.event ?? '').split('.')
    expect(epoch).toMatch(/^[\w-]{8,64}$/)
    expect(peer.said.map(({ event }) => event)).toEqual(
      count(20).map(number => `${epoch}.${Number(first) + number - 1}`),
    )
  })

  test('who says what it has heard last is told the rest, once', async () => {
    const peer = await come(carrier)
    const id = await peer.prompt(await peer.newSession(house.folder), 'slowly 30')
    await peer.until(() => peer.said.length >= 5)
    await peer.cut()
    const had = peer.said.length
    // All of it is over before it comes back.
    await new Promise(resolve => setTimeout(resolve, 300))
    await peer.resume()
    expect(await peer.until(message => message.id === id)).toMatchObject({
      result: { stopReason: 'end_turn' },
    })
    expect(had).toBeLessThan(30)
    expect(peer.said.map(({ text }) => Number(text))).toEqual(count(30))
  })

  test('no update is lost and none is told twice, however often the network breaks', async () => {
    const peer = await come(carrier)
    const id = await peer.prompt(await peer.newSession(house.folder), 'slowly 57')
    const isOver = ({ id: answered }: Message): boolean => answered === id
    let cuts = 0
    for (let next = 5; next < 57; next += 7) {
      await peer.until(() => peer.said.length >= next)
      await peer.cut()
      await peer.resume()
      cuts++
    }
    await peer.until(isOver)
    expect(cuts).toBe(8)
    expect(peer.said.map(({ text }) => Number(text))).toEqual(count(57))
    expect(peer.ears.heard.filter(({ message }) => isOver(message))).toHaveLength(1)
  })

  test('a token that is replaced ends what it has open at once, and nothing of anybody else', async () => {
    const bystander = await come(carrier)
    const owner = await come(carrier, house.token)
    await owner.newSession(house.folder)
    house.token = await rotateOwnerToken(join(house.folder, 'state'))
    // Everybody sees it with the next request, whoever it is.
    expect(await isAlive(await come(carrier))).toBe(true)
    let end: End | undefined
    void owner.closed.then(how => {
      end = how
    })
    const expected = carrier === 'WebSocket' ? { code: 1008, reason: 'revoked' } : ENDED
    await expect.poll(() => end, { timeout: 3_000 }).toEqual(expected)
    expect(await isAlive(bystander)).toBe(true)
    expect(await isAlive(await come(carrier, house.token))).toBe(true)
  })

  test('who has as many connections as may be gets no more, and nobody else has less', async () => {
    const bystander = await come(carrier)
    for (let index = 0; index < BOBS_CONNECTIONS; index++) await come(carrier, TOKENS.bob)
    const wire = carrier === 'WebSocket' ? handshake(house.url) : await wireTo(carrier)
    const crowd = await Promise.all(
      count(10).map(() =>
        ask(wire, { method: 'POST', headers: { ...bearer(TOKENS.bob), ...JSON_TYPE }, body: HELLO }),
      ),
    )
    for (const { status, headers, text } of crowd) {
      expect([status, headers['retry-after']]).toEqual([429, '10'])
      expect(JSON.parse(text)).toEqual({
        error: 'too_many_connections',
        correlationId: expect.stringMatching(/^[0-9a-f]{16}$/),
      })
    }
    expect(await isAlive(bystander)).toBe(true)
    expect(await isAlive(await come(carrier))).toBe(true)
    await leaveAll()
    await expect.poll(async () => (await come(carrier, TOKENS.bob)).id).not.toBe('')
  })
})

describe.each([
  ['HTTP/1.1', false, http1],
  ['HTTP/2', true, http2],
] as const)('over %s', (_name, isSecure, toWire) => {
  test('a connection without a stream is forgotten after 30 minutes, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const house = await openHouse({ isSecure })
    const wire = toWire(house.url)
    try {
      const [kept, used, left] = [await open(wire), await open(wire), await open(wire)]
      const listener = await wire.send({ headers: { ...kept, accept: 'text/event-stream' } })
      expect(listener.status).toBe(200)
      vi.advanceTimersByTime(29 * MINUTE)
      expect((await note(wire, used)).status).toBe(202)
      vi.advanceTimersByTime(2 * MINUTE)
      expect((await note(wire, left)).status).toBe(404)
      expect((await note(wire, used)).status).toBe(202)
      expect((await note(wire, kept)).status).toBe(202)
      listener.cut()
    } finally {
      vi.useRealTimers()
      wire.close()
      await house[Symbol.asyncDispose]()
    }
  })
})

/** The headers of a connection that has said nothing but its opening. */
async function open(wire: Wire): Promise<Fields> {
  const opened = await ask(wire, { method: 'POST', headers: { ...ALICE, ...JSON_TYPE }, body: HELLO })
  return { ...ALICE, ...JSON_TYPE, 'acp-connection-id': String(opened.headers['acp-connection-id']) }
}

function note(wire: Wire, headers: Fields): Promise<Reply> {
  return ask(wire, { method: 'POST', headers, body: '{"jsonrpc":"2.0","method":"_fixture/note"}' })
}

describe('on a socket', () => {
  let bystander: SocketPeer

  beforeAll(async () => {
    bystander = await socketOf()
    peers.splice(0)
  })

  // Whatever was tried, whoever is here goes on.
  afterEach(async () => {
    expect(await isAlive(bystander)).toBe(true)
  })

  afterAll(() => bystander.leave())

  const DEEP = '['.repeat(100_000)
  test.each([
    ['that is no JSON', '{"jsonrpc":', -32700, 'parse_error'],
    ['that is nested 100,000 deep', DEEP, -32600, 'too_deep'],
    [
      'that is nested 100,000 deep in its params',
      `{"jsonrpc":"1.0","id":1,"method":"x","params":${DEEP}${']'.repeat(100_000)}}`,
      -32600,
      'too_deep',
    ],
    ['that is an array', `[${HELLO}]`, -32600, 'invalid_request'],
  ])('a message %s is answered, and the connection goes on', async (...[, text, code, reason]) => {
    const peer = await socketOf()
    peer.socket.send(text)
    const { id, error } = await peer.until(({ error: found }) => found !== undefined)
    expect([id, error?.code, error?.data?.reason]).toEqual([null, code, reason])
    expect(await isAlive(peer)).toBe(true)
  })

  test('a second opening is answered -32600, and the connection goes on', async () => {
    const peer = await socketOf()
    const { error } = await peer.ask('initialize', INITIALIZE.params)
    expect(error?.code).toBe(-32600)
    expect(await isAlive(peer)).toBe(true)
  })

  test('a binary frame is ignored', async () => {
    const peer = await socketOf()
    peer.socket.send(Buffer.from('{"jsonrpc":"2.0","id":"binary","method":"_fixture/echo","params":{}}'))
    expect(await isAlive(peer)).toBe(true)
    expect(peer.ears.heard.some(({ message }) => message.id === 'binary')).toBe(false)
  })

  test('text that is no UTF-8 ends the socket with 1007', async () => {
    const peer = await socketOf()
    peer.socket.send(Uint8Array.of(0x22, 0xc3, 0x28, 0x22), { binary: false })
    expect((await peer.closed).code).toBe(1007)
  })

  test.each([
    ['something else', '{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}'],
    ['no JSON', '{"jsonrpc":'],
    ['an array', `[${HELLO}]`],
    ['an opening without an id', JSON.stringify({ ...INITIALIZE, id: undefined })],
  ])('a first message that is %s ends the socket with 1002', async (...[, text]) => {
    const peer = await newcomer()
    peer.socket.send(text)
    expect(await peer.closed).toEqual({ code: 1002, reason: 'initialize comes first' })
    expect(peer.ears.heard).toEqual([])
  })

  test('200 sockets that say nothing are all closed after 10 seconds, and not before', async () => {
    // Only what the gateway waits for: the network keeps its own time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // They come in one after the other, for which time has to pass.
    let passed = 0
    const clock = setInterval(() => {
      passed++
      vi.advanceTimersByTime(1)
    }, 1)
    try {
      const mute = await Promise.all(count(200).map(() => newcomer()))
      clearInterval(clock)
      await isAlive(bystander)
      vi.advanceTimersByTime(9_999 - passed)
      await isAlive(bystander)
      expect(mute.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
      vi.advanceTimersByTime(1 + passed)
      const ends = await Promise.all(mute.map(({ closed }) => closed))
      expect(new Set(ends.map(({ code, reason }) => `${code} ${reason}`))).toEqual(
        new Set(['1008 nothing was said']),
      )
    } finally {
      clearInterval(clock)
      vi.useRealTimers()
    }
  })

  test('nothing is compressed, whatever the client offers', async () => {
    const { url } = await houseFor('WebSocket')
    const { status, headers, cut } = await handshake(url).send({
      headers: { ...bearer(TOKENS.alice), 'sec-websocket-extensions': 'permessage-deflate' },
    })
    cut()
    expect([status, headers['sec-websocket-extensions']]).toEqual([101, undefined])
  })

  test('a frame of 150 MB is refused before it is sent', async () => {
    const peer = await socketOf()
    // The head of a frame, and nothing behind it: whoever would wait for the rest would wait for ever.
    const head = Buffer.alloc(14)
    head.set([0x81, 0x80 | 127])
    head.writeBigUInt64BE(BigInt(150 * MEBIBYTE), 2)
    carrierOf(peer.socket).write(head)
    expect((await peer.closed).code).toBe(1009)
    expect(peer.ears.heard.at(-1)?.message).toMatchObject({
      ...{ id: null, error: { code: -32600, data: { reason: 'too_large' } } },
    })
  })

  test('a message of 90 MB in pieces is refused long before its end', async () => {
    const peer = await socketOf()
    const piece = Buffer.alloc(MEBIBYTE, 'x')
    let sent = 0
    while (sent < 90 && peer.socket.readyState === WebSocket.OPEN) {
      await new Promise(done => peer.socket.send(piece, { binary: false, fin: false }, done))
      await new Promise(setImmediate)
      sent++
    }
    expect((await peer.closed).code).toBe(1009)
    expect(peer.ears.heard.at(-1)?.message).toMatchObject({
      ...{ id: null, error: { code: -32600, data: { reason: 'too_large' } } },
    })
    // What the network holds on the way is the only difference to the limit.
    expect(sent).toBeLessThan(60)
  })

  test("somebody else's connection cannot be gone on with", async () => {
    const victim = await socketOf()
    const burglar = await newcomer(TOKENS.bob)
    const { error } = await burglar.ask('_parley/connection/resume', {
      connectionId: victim.id,
      positions: [],
    })
    expect(error).toMatchObject({ code: -32602, data: { reason: 'connection_not_found' } })
    expect(await burglar.closed).toEqual({ code: 1000, reason: 'connection_not_found' })
    expect(await isAlive(victim)).toBe(true)
  })
})

function count(number: number): readonly number[] {
  return Array.from({ length: number }, (_, index) => index + 1)
}

/** The stream below a socket of the package: a test may write into it what no client would. */
function carrierOf(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket
}
