import { getEventListeners, once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { agent } from '../../agent/index.js'
import { type RefusedRequest, servedChannel } from '../../transport/index.js'
import { INITIALIZE, RawClient } from './raw-client.fixture.js'
import { type Served, serve } from './sockets.fixture.js'

const MEBIBYTE = 1024 * 1024

const ours = agent({
  name: 'ours',
  version: '1.0.0',
  async prompt(turn) {
    turn.say(turn.text)
    return 'end_turn'
  },
})

let served: Served
let impatient: Served

beforeAll(async () => {
  served = await serve({ serve: port => void ours.serve(servedChannel(port)) })
  impatient = await serve(
    { serve: port => void ours.serve(servedChannel(port)) },
    { openingMilliseconds: 200 },
  )
})

afterAll(async () => {
  await Promise.all([served[Symbol.asyncDispose](), impatient[Symbol.asyncDispose]()])
})

/** That it is still served: it opens a session. */
async function isAlive(client: RawClient): Promise<boolean> {
  const { result } = await client.ask(77, 'session/new', { cwd: '/', mcpServers: [] })
  return typeof result?.sessionId === 'string'
}

describe('the first message', () => {
  test('is initialize, or the socket is closed with 1002', async () => {
    const client = await RawClient.opened(served.url)
    client.say({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } })
    expect(await client.closed).toBe(1002)
    expect(client.heard).toEqual([])
  })

  test.each([
    ['without an id', { ...INITIALIZE, id: undefined }],
    ['with an id of null', { ...INITIALIZE, id: null }],
    ['in an array', [INITIALIZE]],
    ['that is no object', 7],
  ])('%s closes the socket with 1002', async (_title, message) => {
    const client = await RawClient.opened(served.url)
    client.say(message)
    expect(await client.closed).toBe(1002)
  })

  test('that is not JSON closes the socket with 1002', async () => {
    const client = await RawClient.opened(served.url)
    client.socket.send('{"jsonrpc":')
    expect(await client.closed).toBe(1002)
  })

  test('has its time: 50 sockets that say nothing are all closed with 1008', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => RawClient.opened(impatient.url)))
    const codes = await Promise.all(clients.map(({ closed }) => closed))
    expect(new Set(codes)).toEqual(new Set([1008]))
  })

  test('is waited for even behind binary frames', async () => {
    const client = await RawClient.opened(impatient.url)
    client.socket.send(Buffer.from(JSON.stringify(INITIALIZE)))
    expect(await client.closed).toBe(1008)
  })
})

describe('on a connection', () => {
  test('the name of the connection is in the answer to the handshake', async () => {
    const client = new RawClient(served.url)
    const [response] = await once(client.socket, 'upgrade')
    expect(response.headers['acp-connection-id']).toMatch(/^[\da-f-]{36}$/)
    expect(response.headers['sec-websocket-extensions']).toBeUndefined()
    client.socket.terminate()
  })

  test('bad JSON is answered -32700, and it lives on', async () => {
    const client = await RawClient.initialized(served.url)
    client.socket.send('{"jsonrpc":"2.0",')
    expect((await client.until(({ id }) => id === null)).error?.code).toBe(-32700)
    expect(await isAlive(client)).toBe(true)
    client.socket.close()
  })

  test('a bomb of nesting is answered too_deep, and it lives on', async () => {
    const client = await RawClient.initialized(served.url)
    client.socket.send('['.repeat(100_000))
    expect((await client.until(({ id }) => id === null)).error?.data?.reason).toBe('too_deep')
    expect(await isAlive(client)).toBe(true)
    client.socket.close()
  })

  test('an array is answered with one -32600, and nothing in it is done', async () => {
    const client = await RawClient.initialized(served.url)
    client.say([{ jsonrpc: '2.0', id: 5, method: 'session/new', params: { cwd: '/', mcpServers: [] } }])
    expect((await client.until(({ id }) => id === null)).error?.code).toBe(-32600)
    expect(await isAlive(client)).toBe(true)
    expect(client.heard.some(({ id }) => id === 5)).toBe(false)
    client.socket.close()
  })

  test('a second initialize is answered -32600, and it lives on', async () => {
    const client = await RawClient.initialized(served.url)
    const { error } = await client.ask(9, 'initialize', INITIALIZE.params)
    expect(error?.code).toBe(-32600)
    expect(await isAlive(client)).toBe(true)
    client.socket.close()
  })

  test('binary frames are ignored', async () => {
    const client = await RawClient.initialized(served.url)
    client.socket.send(Buffer.from('{"jsonrpc":"2.0","id":5,"method":"nonsense"}'))
    expect(await isAlive(client)).toBe(true)
    expect(client.heard.some(({ id }) => id === 5)).toBe(false)
    client.socket.close()
  })

  test('text that is not UTF-8 ends the socket with 1007', async () => {
    const client = await RawClient.initialized(served.url)
    client.socket.send(Uint8Array.of(0x22, 0xc3, 0x28, 0x22), { binary: false })
    expect(await client.closed).toBe(1007)
  })

  test('going on with it is nothing for somebody who did not ask for it in the beginning', async () => {
    const client = await RawClient.initialized(served.url)
    const { error } = await client.ask(3, '_parley/connection/resume', { connectionId: 'x', positions: [] })
    expect(error?.code).toBe(-32601)
    client.socket.close()
  })
})

describe('what is too large', () => {
  test('as one frame of 150 MB is answered too_large before it is sent, and closed with 1009', async () => {
    const client = await RawClient.initialized(served.url)
    // The head of a frame, and nothing behind it: whoever would wait for the rest would wait for ever.
    const head = Buffer.alloc(14)
    head.set([0x81, 0x80 | 127])
    head.writeBigUInt64BE(BigInt(150 * MEBIBYTE), 2)
    carrierOf(client.socket).write(head)
    expect(await client.closed).toBe(1009)
    expect(client.heard.at(-1)?.error).toMatchObject({ code: -32600, data: { reason: 'too_large' } })
  })

  test('as 90 MB in pieces is refused after 32 MiB of them', async () => {
    const client = await RawClient.initialized(served.url)
    const piece = Buffer.alloc(MEBIBYTE, 'x')
    let sent = 0
    while (sent < 90 && client.socket.readyState === WebSocket.OPEN) {
      await new Promise(done => client.socket.send(piece, { binary: false, fin: false }, done))
      await new Promise(setImmediate)
      sent++
    }
    expect(await client.closed).toBe(1009)
    expect(client.heard.at(-1)?.error).toMatchObject({ code: -32600, data: { reason: 'too_large' } })
    // What the network holds on the way is the only difference to 32.
    expect(sent).toBeLessThan(60)
  })
})

test('a peer that does not answer is given up after two questions', async () => {
  await using quick = await serve(
    { serve: port => void ours.serve(servedChannel(port)) },
    { pingMilliseconds: 100 },
  )
  const deaf = await RawClient.initialized(quick.url, { autoPong: false })
  const hearing = await RawClient.initialized(quick.url)
  expect(await deaf.closed).toBe(1006)
  expect(await isAlive(hearing)).toBe(true)
})

test('a peer that speaks without reading is given up: answers to nothing show no life', async () => {
  await using quick = await serve(
    { serve: port => void ours.serve(servedChannel(port)) },
    { pingMilliseconds: 100 },
  )
  const deaf = await RawClient.initialized(quick.url, { autoPong: false })
  const chatter = setInterval(() => deaf.socket.pong(), 20)
  const given = await Promise.race([deaf.closed, new Promise(resolve => setTimeout(resolve, 3_000))])
  clearInterval(chatter)
  expect(given).toBe(1006)
})

test('shutting down closes everybody with 1001, and lets nobody in any more', async () => {
  await using going = await serve({ serve: port => void ours.serve(servedChannel(port)) })
  const client = await RawClient.initialized(going.url)
  const newcomer = await RawClient.opened(going.url)
  await going.door.close()
  expect(await client.closed).toBe(1001)
  expect(await newcomer.closed).toBe(1001)
  const late = new RawClient(going.url)
  const [, response] = await once(late.socket, 'unexpected-response')
  expect(response.statusCode).toBe(503)
})

describe('who may come', () => {
  test('is asked before anything is done, and who may not is told no more than a word', async () => {
    await using guarded = await serve({
      authorize: () => ({ status: 401, reason: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer' } }),
      serve: () => expect.unreachable(),
    })
    const { hostname, port } = new URL(guarded.url)
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    const asked = request({ hostname, port, headers }).end()
    const [response] = await once(asked, 'response')
    let body = ''
    for await (const piece of response) body += piece
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
    expect(JSON.parse(body)).toEqual({ error: 'unauthorized', correlationId: expect.any(String) })
  })

  test('what went wrong in asking is told to the server alone', async () => {
    const refused: RefusedRequest[] = []
    const serving = {
      authorize: () => {
        throw new Error('the password of the database is 1234')
      },
      serve: () => expect.unreachable(),
    }
    await using guarded = await serve(serving, { onRefused: each => refused.push(each) })
    const late = new RawClient(guarded.url)
    const [, response] = await once(late.socket, 'unexpected-response')
    let body = ''
    for await (const piece of response) body += piece
    expect(response.statusCode).toBe(500)
    const { correlationId, ...rest } = JSON.parse(body)
    expect(rest).toEqual({ error: 'internal_error' })
    expect(refused).toEqual([
      expect.objectContaining({ correlationId, status: 500, target: '/acp', error: expect.any(Error) }),
    ])
  })

  test('and no longer may is closed with 1008, before its first message and after', async () => {
    const revocation = new AbortController()
    await using guarded = await serve({
      authorize: () => ({ principal: 'anna', revoked: revocation.signal }),
      serve: port => void ours.serve(servedChannel(port)),
    })
    const client = await RawClient.initialized(guarded.url)
    const newcomer = await RawClient.opened(guarded.url)
    revocation.abort()
    expect(await client.closed).toBe(1008)
    expect(await newcomer.closed).toBe(1008)
    const late = await RawClient.opened(guarded.url)
    expect(await late.closed).toBe(1008)
  })

  test('leaves nothing behind at its leave, which outlives it', async () => {
    const { signal } = new AbortController()
    await using guarded = await serve({
      authorize: () => ({ principal: 'anna', revoked: signal }),
      serve: port => void ours.serve(servedChannel(port)),
    })
    const clients = [await RawClient.initialized(guarded.url), await RawClient.opened(guarded.url)]
    await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(1)
    for (const client of clients) client.socket.terminate()
    await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(0)
  })
})

test('an agent that cannot be started closes the socket with 1011, and says nothing else', async () => {
  const failures: unknown[] = []
  const serving = {
    serve: () => {
      throw new Error('secret')
    },
  }
  await using broken = await serve(serving, { onFailed: error => failures.push(error) })
  const client = await RawClient.opened(broken.url)
  client.say(INITIALIZE)
  expect(await client.closed).toBe(1011)
  expect(client.heard).toEqual([])
  expect(failures).toEqual([new Error('secret')])
})

/** The stream below a socket of the package: a test may write into it what no client would. */
function carrierOf(socket: WebSocket): import('node:net').Socket {
  return (socket as unknown as { _socket: import('node:net').Socket })._socket
}
