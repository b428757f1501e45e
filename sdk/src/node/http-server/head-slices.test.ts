import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { httpEndpoint } from '../../transport/index.js'
import { selfSigned } from './certificate.fixture.js'
import type { NodeRequest, NodeResponse } from './node-exchange.js'
import { RequestLine } from './request-line.js'
import { serveHttp } from './serve-http.js'

const ASK = 'GET /page HTTP/1.1\r\nhost: here\r\n\r\n'
const UPGRADE = 'GET / HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n'
const PATIENCE = { timeout: 20_000 }
const BLANK = '\r\n\r\n'
// The most that node:net reads at once.
const ONE_READ = 64 * 1024
// The most that is read in a turn where the end of a body is not known.
const TWO_SLICES = 2 * (4_096 + BLANK.length)

function heard(socket: Socket) {
  let text = ''
  socket.on('error', () => {}).on('data', piece => (text += piece))
  onTestFinished(() => void socket.destroy())
  return { text: () => text, answers: () => text.split('HTTP/1.1 200').length - 1 }
}

/** A server that reads in slices. */
async function sliced(handler: RequestListener) {
  const line = new RequestLine((request, response) => {
    if ('stream' in request || 'stream' in response) return
    handler(request, response)
  })
  const server = createServer(line.take)
  server.on('connection', line.meet)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const dial = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1')
  return { dial, server, line }
}

/** How many requests there were at the same time that nobody had answered. */
function unanswered() {
  const waiting: (() => void)[] = []
  let taken = 0
  const handler = (_request: NodeRequest, response: NodeResponse): boolean => {
    taken++
    waiting.push(() => void response.end('here'))
    return true
  }
  return { handler, waiting, taken: () => taken }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

test('of a connection whose requests are not answered only some are taken, and then the others, also with TLS', async () => {
  for (const tls of [undefined, selfSigned()]) {
    const { handler, waiting, taken } = unanswered()
    const server = await serveHttp(httpEndpoint({ serve: () => {} }), { pages: handler, tls })
    onTestFinished(() => server.close())
    const address = { port: server.port, host: '127.0.0.1' }
    const socket = tls ? connectSecurely({ ...address, ca: tls.cert }) : connect(address)
    const { answers } = heard(socket)
    socket.write(ASK.repeat(1_000))
    await expect.poll(taken, PATIENCE).toBeGreaterThan(8)
    await pause(100)
    expect(taken()).toBeLessThan(12)
    while (answers() < 1_000) {
      for (const answer of waiting.splice(0)) answer()
      await pause(1)
    }
    expect(taken()).toBe(1_000)
  }
})

test('what stands behind a socket that is handed over comes in its order to whoever took it', async () => {
  const { dial, server } = await sliced((_request, response) => void response.end('here'))
  server.on('upgrade', (_request, socket, head) => {
    socket.unshift(head)
    socket.on('error', () => {}).on('data', piece => socket.write(piece))
  })
  const socket = dial()
  const { text } = heard(socket)
  const behind = `one\r\n\r\ntwo\r\n\r\nthree\r\n\r\n${'four\r\n\r\n'.repeat(5_000)}five`
  socket.write(UPGRADE + behind)
  await expect.poll(() => text().endsWith('five'), PATIENCE).toBe(true)
  expect(text().endsWith(behind)).toBe(true)
})

test('a socket is handed over when all that was asked before is answered, and not while it is', async () => {
  const { handler, waiting, taken } = unanswered()
  const { dial, server } = await sliced(handler)
  let turns = 0
  server.on('connection', socket => socket.on('resume', () => turns++))
  server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    socket.on('error', () => {}).on('data', piece => socket.write(piece))
  })
  const socket = dial()
  const { text, answers } = heard(socket)
  socket.write(`${ASK.repeat(3)}${UPGRADE}behind`)
  await expect.poll(taken, PATIENCE).toBe(3)
  await pause(100)
  expect(text()).toBe('')
  expect(turns).toBeLessThan(20)
  for (const answer of waiting) answer()
  await expect.poll(() => text().endsWith('behind'), PATIENCE).toBe(true)
  expect(answers()).toBe(3)
  expect(text().split('HTTP/1.1 101').at(-1)).toBe(' Switching Protocols\r\n\r\nbehind')
})

test('whoever reads no answers is not read, and all is answered when they are read', {
  timeout: 30_000,
}, async () => {
  let asked = 0
  const { dial } = await sliced((_request, response) => {
    asked++
    response.end('x'.repeat(50_000))
  })
  const socket = dial()
  socket.pause()
  socket.write(ASK.repeat(2_000))
  await expect.poll(() => asked, PATIENCE).toBeGreaterThan(1)
  await pause(500)
  expect(asked).toBeLessThan(2_000)
  const { answers } = heard(socket)
  socket.resume()
  await expect.poll(answers, PATIENCE).toBe(2_000)
})

const inChunks = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

/** A request with a body, as it is and in chunks. */
const bodied = (body: string): readonly string[] => [
  `POST / HTTP/1.1\r\nhost: here\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  `POST / HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n${inChunks(body)}`,
]

test.each([
  ['whose length is known', 0, ONE_READ],
  ['in chunks', 1, TWO_SLICES],
])(
  'of a body %s that nobody reads no more is taken than there is room for, whatever it looks like',
  async (_, form, atOnce) => {
    let request: NodeRequest | undefined
    const { dial } = await sliced((asked, response) => {
      request = asked
      asked.on('end', () => response.end('here'))
    })
    const body = BLANK.repeat(100_000)
    const socket = dial()
    const { answers } = heard(socket)
    socket.write(bodied(body)[form] + ASK)
    const room = (): number => (request ? request.readableHighWaterMark - request.readableLength : 1)
    await expect.poll(room, PATIENCE).toBeLessThan(1)
    await pause(300)
    expect(room()).toBeGreaterThan(-atOnce)
    let size = 0
    request?.on('data', piece => (size += piece.length))
    await expect.poll(() => size, PATIENCE).toBe(body.length)
    await expect.poll(answers, PATIENCE).toBe(1)
  },
)

test('whoever is handed over behind a body in chunks that is not answered is hung up on', async () => {
  const { handler, waiting, taken } = unanswered()
  const { dial, server } = await sliced(handler)
  server.on('upgrade', (_request, socket) => void socket.on('error', () => {}))
  const socket = dial()
  const { text } = heard(socket)
  socket.write(bodied('body')[1] + UPGRADE)
  await expect.poll(() => socket.destroyed, PATIENCE).toBe(true)
  expect(taken()).toBe(1)
  for (const answer of waiting) answer()
  expect(text()).toBe('')
})

/** A server that keeps the pieces of bodies, and counts how often it went on reading. */
async function keeping() {
  const pieces: Buffer[] = []
  let turns = 0
  const { dial, server } = await sliced((request, response) => {
    request.on('data', piece => pieces.push(piece)).on('end', () => response.end('here'))
  })
  server.on('connection', socket => socket.on('resume', () => turns++))
  return { dial, pieces, turns: () => turns }
}

test('a body of blank lines comes in few pieces, and they hold little more than it', async () => {
  const body = BLANK.repeat(250_000)
  for (const text of bodied(body)) {
    const { dial, pieces } = await keeping()
    const socket = dial()
    const { answers } = heard(socket)
    socket.write(text)
    await expect.poll(answers, PATIENCE).toBe(1)
    expect(pieces.length).toBeLessThan(1_000)
    expect(Buffer.concat(pieces).toString()).toBe(body)
    const held = [...new Set(pieces.map(piece => piece.buffer))]
    expect(held.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(body.length * 4)
  }
})

test('a body of blank lines comes in few pieces also when its head comes in two, wherever that is cut', async () => {
  const body = BLANK.repeat(25_000)
  const [text = ''] = bodied(body)
  const end = text.indexOf(BLANK)
  for (const cut of [end - 1, end, end + 1, end + 2, end + 3, end + 4]) {
    const { dial, pieces } = await keeping()
    const socket = dial().setNoDelay()
    const { answers } = heard(socket)
    socket.write(text.slice(0, cut))
    await pause(50)
    socket.write(text.slice(cut) + ASK)
    await expect.poll(answers, PATIENCE).toBe(2)
    expect(pieces.length).toBeLessThan(100)
    expect(Buffer.concat(pieces).toString()).toBe(body)
  }
})

test('requests behind a body are read a few at a time', async () => {
  for (const [text, most] of bodied(BLANK.repeat(500)).map(
    (text, index) => [text, [12, 150][index]!] as const,
  )) {
    const { handler, waiting, taken } = unanswered()
    const { dial } = await sliced(handler)
    const socket = dial()
    const { answers } = heard(socket)
    socket.write(text + ASK.repeat(1_000))
    await expect.poll(taken, PATIENCE).toBeGreaterThan(8)
    await pause(100)
    expect(taken()).toBeLessThan(most)
    while (answers() < 1_001) {
      for (const answer of waiting.splice(0)) answer()
      await pause(1)
    }
  }
})

test('blank lines ahead of a request are not taken for requests', async () => {
  const { dial, turns } = await keeping()
  const socket = dial()
  const { answers } = heard(socket)
  socket.write(BLANK.repeat(250_000) + ASK)
  await expect.poll(answers, PATIENCE).toBe(1)
  expect(turns()).toBeLessThan(1_000)
})
