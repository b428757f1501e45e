import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, Server } from 'node:http'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { httpEndpoint } from '../../transport/index.js'
import { selfSigned } from './certificate.fixture.js'
import { httpHandler } from './mount.js'
import { http1, http2, opening, RawClient } from './raw-client.fixture.js'
import { serveHttp } from './serve-http.js'
import { echoAgent, servingOf, start } from './served-agent.fixture.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const endpoint = () => httpEndpoint(servingOf(echoAgent()))

test.each([['0.0.0.0'], ['::'], ['127.evil.example'], ['localhost'], ['10.0.0.1'], ['::ffff:10.0.0.1']])(
  'without a certificate it does not listen on %s',
  async host => {
    await expect(serveHttp(endpoint(), { host })).rejects.toThrow('certificate')
  },
)

test('it listens there with a certificate, or when told that it is dangerous', async () => {
  const secure = await serveHttp(endpoint(), { host: '0.0.0.0', tls: selfSigned() })
  ending.push(() => secure.close())
  const plain = await serveHttp(endpoint(), { host: '0.0.0.0', DANGEROUS_allowPlainText: true })
  ending.push(() => plain.close())
  expect((await new RawClient(http1(`https://127.0.0.1:${secure.port}`)).post(opening())).status).toBe(200)
  expect((await new RawClient(http1(`http://127.0.0.1:${plain.port}`)).post(opening())).status).toBe(200)
})

test('it listens on this machine alone where nothing else is said, within its limits', async () => {
  const { address, server, url, close } = await serveHttp(endpoint())
  ending.push(close)
  expect(address).toBe('127.0.0.1')
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(server).toBeInstanceOf(Server)
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 60_000 })
})

const CALLERS = `
  const { connect } = require('node:net')
  let answered = 0
  const end = () => process.stdout.write(String(answered), () => process.exit())
  const hear = () => ++answered === 700 && end()
  for (let index = 0; index < 700; index++) connect(Number(process.argv[1]), '127.0.0.1', hear)
  setTimeout(end, 3000)
`

// Where the system keeps fewer for everybody, no server has more.
test.runIf(mostKept() >= 1_024)('seven hundred who come while it is busy need not ask again', async () => {
  const { port, close } = await serveHttp(endpoint())
  ending.push(close)
  // It is busy until they give up: whom the system does not answer in its place is never answered.
  const said = execFileSync(process.execPath, ['-e', CALLERS, String(port)], { encoding: 'utf8' })
  expect(said).toBe('700')
})

function mostKept(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  } catch {
    return 0
  }
}

test.each([
  ['TLSv1.1', 'TLSv1.2'],
  ['TLSv1.3', 'TLSv1.3'],
] as const)('told to take %s at least, it takes %s at least', async (minVersion, least) => {
  const { port, close } = await serveHttp(endpoint(), {
    tls: { ...selfSigned(), minVersion, ciphers: 'DEFAULT@SECLEVEL=0' },
  })
  ending.push(close)
  const offered = (maxVersion: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string | null>(resolve => {
      // At its lowest level of security OpenSSL offers what has been given up, too.
      const options = { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' } as const
      const socket = connectTls({ ...options, port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getProtocol())
        socket.destroy()
      })
      socket.on('error', () => resolve('refused'))
    })
  expect(await offered('TLSv1.1')).toBe('refused')
  expect(await offered('TLSv1.2')).toBe(least === 'TLSv1.2' ? 'TLSv1.2' : 'refused')
  expect(await offered('TLSv1.3')).toBe('TLSv1.3')
})

test('a port that is taken is an error', async () => {
  const { port, close } = await serveHttp(endpoint())
  ending.push(close)
  await expect(serveHttp(endpoint(), { port })).rejects.toThrow('EADDRINUSE')
})

/** What a server answers to bytes as they are. */
function exchangeBytes(port: number, bytes: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connectSocket(port, '127.0.0.1')
    let answer = ''
    socket.on('data', piece => {
      answer += piece.toString('latin1')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', () => {})
    socket.end(bytes)
  })
}

test.each([
  ['two lengths', 'POST /acp HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', '400'],
  [
    'a length and chunks',
    'POST /acp HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    '400',
  ],
  ['a line break in a name', 'GET /acp HTTP/1.1\r\nHost: a\r\nAcp-Connection-Id: a\nb\r\n\r\n', '400'],
  ['headers without end', `GET /acp HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  [
    'two connections',
    'DELETE /acp HTTP/1.1\r\nHost: a\r\nAcp-Connection-Id: a\r\nAcp-Connection-Id: b\r\nConnection: close\r\n\r\n',
    '404',
  ],
])('a request with %s is refused', async (...[, bytes, status]) => {
  const { server } = await start(servingOf(echoAgent()))
  ending.push(() => server.close())
  expect(await exchangeBytes(server.port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('who sends its headers byte by byte is answered 408 when its time is over, and others are not, also with TLS', async () => {
  const patience = async (isSecure: boolean): Promise<string> => {
    const { server, url } = await start(servingOf(echoAgent()), { isSecure })
    ending.push(() => server.close())
    const patient = new RawClient(http1(url))
    await patient.begin()
    expect(server.server).toMatchObject({ headersTimeout: 10_000 })
    Object.assign(server.server, { headersTimeout: 100 })
    const where = { port: server.port, host: '127.0.0.1', rejectUnauthorized: false }
    const socket = isSecure ? connectTls(where) : connectSocket(where)
    socket.on('error', () => {})
    socket.write('POST /acp HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    const dripping = setInterval(() => socket.write('x'), 50)
    let answer = ''
    for await (const piece of socket) answer += String(piece)
    clearInterval(dripping)
    expect((await patient.say({ method: '_x/y' } as object)).status).toBe(202)
    return answer
  }
  const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'
  expect(await Promise.all([patience(false), patience(true)])).toEqual([timedOut, timedOut])
})

test('a client that takes back requests as fast as it makes them is sent away, and others are not', async () => {
  const { server, url } = await start(servingOf(echoAgent()), { isSecure: true })
  ending.push(() => server.close())
  const patient = new RawClient(http2(url))
  ending.push(() => patient.wire.close())
  await patient.begin()
  const hasty = http2(url)
  const gone = new Promise<void>(resolve => hasty.session.once('close', resolve))
  const headers = { ':method': 'POST', ':path': '/acp', 'content-type': 'application/json' }
  for (let round = 0; round < 30 && !hasty.session.closed; round++) {
    const streams = Array.from({ length: 10 }, () => hasty.session.request(headers, { endStream: false }))
    for (const stream of streams) stream.on('error', () => {})
    // A request that is taken back before it has left would never be seen.
    await new Promise(resolve => setTimeout(resolve, 10))
    for (const stream of streams) stream.close(8)
  }
  await gone
  expect((await patient.say({ method: '_x/y' } as object)).status).toBe(202)
})

test('one session of HTTP/2 has at most 100 requests at a time', async () => {
  const { server, url } = await start(servingOf(echoAgent()), { isSecure: true })
  ending.push(() => server.close())
  const { session, close } = http2(url)
  ending.push(close)
  const settings = await new Promise<{ maxConcurrentStreams?: number; maxHeaderListSize?: number }>(resolve =>
    session.once('remoteSettings', resolve),
  )
  expect(settings).toMatchObject({ maxConcurrentStreams: 100, maxHeaderListSize: 16_384 })
})

test('an endpoint can be mounted on a server of one’s own', async () => {
  const ours = endpoint()
  const server = createServer(httpHandler(ours))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => server.close())
  ending.push(() => ours.close())
  const { port } = server.address() as AddressInfo
  const client = new RawClient(http1(`http://127.0.0.1:${port}/anything`))
  const { session, sessionId } = await client.begin()
  await client.prompt(1, sessionId, 'hello')
  expect(await session.until(({ id }) => id === 1)).toMatchObject({ result: { stopReason: 'end_turn' } })
})
