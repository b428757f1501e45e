import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { agent } from '../agent/index.js'
import {
  type Freight,
  httpEndpoint,
  type Serving,
  ServingRefused,
  servedChannel,
} from '../transport/index.js'
import { serveHttp } from './http-server/serve-http.js'
import { INITIALIZE, RawClient } from './websocket/raw-client.fixture.js'
import { serve } from './websocket/sockets.fixture.js'

const ours = agent({ name: 'ours', version: '1.0.0', prompt: async () => 'end_turn' })
const PIECE = ' '.repeat(100_000)
const PING = Buffer.from([0x89, 0x82, 0, 0, 0, 0, 0x20, 0x20])

/** Everything that is counted, for one caller. */
class Scale implements Freight {
  held = 0
  debt: number | undefined
  readonly most: number

  constructor(most = Number.POSITIVE_INFINITY) {
    this.most = most
  }

  came(bytes: number): boolean {
    this.held += bytes
    return this.held <= this.most
  }

  keep(bytes: number): void {
    this.held += bytes
  }

  gone(bytes: number): void {
    this.held -= bytes
  }
}

function servingOf(freight: Scale, isRefused = false): Serving {
  return {
    authorize: () => ({ principal: 'anna', freight }),
    serve: port => {
      if (isRefused) throw new ServingRefused({ status: 429, reason: 'crowded' })
      void ours.serve(servedChannel(port))
    },
  }
}

function post(url: string, headers: Record<string, string | number> = {}) {
  const asked = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    agent: false,
  })
  asked.on('error', () => {})
  return asked
}

test.each([
  ['read', false],
  ['refused', true],
])('what came over HTTP is counted until it is %s', async (_title, isRefused) => {
  const scale = new Scale()
  const server = await serveHttp(httpEndpoint(servingOf(scale, isRefused)))
  const asked = post(server.url)
  asked.write(PIECE)
  await expect.poll(() => scale.held).toBeGreaterThan(100_000)
  asked.end(JSON.stringify(INITIALIZE))
  const [response] = await once(asked, 'response')
  expect(response.statusCode).toBe(isRefused ? 429 : 200)
  expect(scale.held).toBe(0)
  await server.close()
})

test('a body whose client leaves is counted no more, and one that is too much is refused before it is whole', async () => {
  const scale = new Scale(250_000)
  const server = await serveHttp(httpEndpoint(servingOf(scale)))
  const left = post(server.url, { 'content-length': 1_000_000 })
  left.write(PIECE)
  await expect.poll(() => scale.held).toBeGreaterThan(100_000)
  const [more, answered] = [post(server.url, { 'content-length': 1_000_000 }), post(server.url)]
  answered.end('{}')
  expect((await once(answered, 'response'))[0].statusCode).toBe(400)
  more.write(PIECE + PIECE)
  expect((await once(more, 'response'))[0].statusCode).toBe(429)
  left.destroy()
  await expect.poll(() => scale.held).toBe(0)
  await server.close()
})

test.each([
  ['4', 3_001],
  ['1', 0],
  ['1', undefined],
])(
  'who is refused for too many bytes is told to come again in %s s, when what came is paid for',
  async (seconds, debt) => {
    const scale = new Scale(50_000)
    scale.debt = debt
    const server = await serveHttp(httpEndpoint(servingOf(scale)))
    const asked = post(server.url, { 'content-length': 1_000_000 })
    asked.write(PIECE)
    const [response] = await once(asked, 'response')
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, seconds])
    asked.destroy()
    await server.close()
  },
)

test.each([
  ['read', false],
  ['refused', true],
])('what came over a socket is counted until it is %s', async (_title, isRefused) => {
  const scale = new Scale()
  await using served = await serve(servingOf(scale, isRefused))
  const client = await RawClient.opened(served.url)
  client.socket.send(PIECE, { fin: false })
  await expect.poll(() => scale.held).toBeGreaterThan(100_000)
  client.socket.send(JSON.stringify(INITIALIZE), { fin: true })
  if (isRefused) expect(await client.closed).toBe(1008)
  else await client.until(({ id }) => id === 0)
  await expect.poll(() => scale.held).toBe(0)
})

test('halves of a message, however small their pieces, are too much at some point; pings make no difference', async () => {
  const scale = new Scale(250_000)
  await using served = await serve(servingOf(scale))
  const [client, other] = [await RawClient.initialized(served.url), await RawClient.initialized(served.url)]
  client.socket.send(PIECE, { binary: false, fin: false })
  await expect.poll(() => scale.held).toBeGreaterThan(100_000)
  client.socket.ping()
  await once(client.socket, 'pong')
  expect(scale.held).toBeGreaterThan(100_000)
  client.socket.send(PIECE + PIECE, { binary: false, fin: false })
  expect(await client.closed).toBe(1008)
  await expect.poll(() => scale.held, { timeout: 5_000 }).toBe(0)
  expect((await other.ask(5, 'session/new', { cwd: '/', mcpServers: [] })).error).toBeUndefined()
})

test('a quiet socket never grows heavier, however often it is asked whether it is there', async () => {
  const scale = new Scale(20_000)
  await using served = await serve(servingOf(scale), { pingMilliseconds: 5 })
  const client = await RawClient.initialized(served.url)
  let pings = 0
  client.socket.on('ping', () => pings++)
  for (let index = 0; index < 100; index++) client.socket.ping('x'.repeat(index))
  await expect.poll(() => pings, { timeout: 10_000 }).toBeGreaterThan(100)
  expect((await client.ask(5, 'session/new', { cwd: '/', mcpServers: [] })).error).toBeUndefined()
  await expect.poll(() => scale.held).toBe(0)
})

test('a ping between two halves of a message takes nothing off them, also one that comes in two pieces', async () => {
  const scale = new Scale()
  await using served = await serve(servingOf(scale))
  const client = await RawClient.initialized(served.url)
  await expect.poll(() => scale.held).toBe(0)
  client.socket.send(PIECE, { binary: false, fin: false })
  await expect.poll(() => scale.held).toBeGreaterThan(100_000)
  const before = scale.held
  const carrier: Socket = Reflect.get(client.socket, '_socket')
  carrier.write(PING.subarray(0, 3))
  await expect.poll(() => scale.held).toBeGreaterThan(before)
  carrier.write(PING.subarray(3))
  await once(client.socket, 'pong')
  expect(scale.held - before).toBeGreaterThanOrEqual(0)
  expect(scale.held - before).toBeLessThanOrEqual(256)
})

test('what waits to be read weighs as many bytes as came, not as many characters', async () => {
  const scale = new Scale()
  await using served = await serve({
    authorize: () => ({ principal: 'anna', freight: scale }),
    // Nobody reads.
    serve: () => {},
  })
  const client = await RawClient.opened(served.url)
  client.say(INITIALIZE)
  client.say({ jsonrpc: '2.0', method: '_said', params: { text: '語'.repeat(50_000) } })
  await expect.poll(() => scale.held).toBeGreaterThan(150_000)
  // It would be waited for: nobody reads that it says goodbye.
  client.socket.terminate()
})

/** Lets a large message on only when it is told to. */
class Lock extends Scale {
  go: (() => void) | undefined

  pace(ofMessage: number, go: () => void): (() => void) | undefined {
    if (ofMessage <= PIECE.length) return undefined
    this.go = go
    return () => {
      this.go = undefined
    }
  }

  open(): void {
    const { go } = this
    this.go = undefined
    go?.()
  }
}

test.each(['HTTP', 'a socket'])('over %s a large message comes a piece at a time, when it may', async way => {
  const lock = new Lock()
  await using served = await serve(servingOf(lock))
  const server = await serveHttp(httpEndpoint(servingOf(lock)))
  const half = post(server.url)
  const client = await RawClient.opened(served.url)
  if (way === 'HTTP') half.write(PIECE.repeat(100))
  else client.socket.send(PIECE.repeat(100), { binary: false, fin: false })
  await expect.poll(() => lock.go).toBeDefined()
  const held = lock.held
  expect(held).toBeLessThan(1_000_000)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(lock.held).toBe(held)
  const until = async (): Promise<number> => {
    lock.open()
    return lock.held
  }
  await expect.poll(until, { interval: 1, timeout: 10_000 }).toBeGreaterThan(10_000_000)
  half.destroy()
  client.socket.terminate()
  await expect.poll(() => lock.held).toBe(0)
  expect(lock.go).toBeUndefined()
  await server.close()
})
