import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpEndpoint } from '../../transport/index.js'
import type { NodeRequest, NodeResponse } from './node-exchange.js'
import { RequestLine } from './request-line.js'
import { serveHttp } from './serve-http.js'

const ASK = 'GET /page HTTP/1.1\r\nhost: here\r\n\r\n'

/** A server that notes in which turn of its event loop it was asked. */
async function noting() {
  const turns: number[] = []
  let turn = 0
  let isOver = false
  const next = (): void => {
    turn++
    if (!isOver) setImmediate(next)
  }
  next()
  const pages = (_request: NodeRequest, response: NodeResponse): boolean => {
    turns.push(turn)
    response.end('here')
    return true
  }
  const server = await serveHttp(httpEndpoint({ serve: () => {} }), { pages })
  onTestFinished(async () => {
    isOver = true
    await server.close()
  })
  const dial = async (): Promise<Socket> => {
    const socket = connect(server.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  return { dial, turns }
}

test('requests that come in one piece are answered one in each turn of the event loop, in their order', async () => {
  const { dial, turns } = await noting()
  const socket = await dial()
  let heard = ''
  socket.on('data', text => (heard += text))
  socket.write(ASK.repeat(50))
  await expect.poll(() => heard.split('HTTP/1.1 200').length, { timeout: 10_000 }).toBe(51)
  expect(new Set(turns).size).toBe(50)
})

test('who leaves while it waits is nobody’s failure', async () => {
  const { dial } = await noting()
  const sockets = await Promise.all(Array.from({ length: 50 }, dial))
  for (const socket of sockets) socket.write(ASK.repeat(10))
  for (const socket of sockets) socket.resetAndDestroy()
  const late = await dial()
  late.write(ASK)
  expect(String((await once(late, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/)
})

/** A server with a line that can be looked at; it reads bodies, and hands sockets over to an echo. */
async function watched() {
  const served: string[] = []
  const line = new RequestLine((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    request.on('end', () => {
      served.push(`${request.url} ${body}`)
      response.end('here')
    })
  })
  let most = 0
  const server = createServer((request, response) => {
    line.take(request, response)
    most = Math.max(most, line.length)
  })
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {}).on('data', piece => socket.write(piece))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const dial = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    let text = ''
    socket.on('data', piece => (text += piece))
    await once(socket, 'connect')
    return { socket, text: () => text, answers: () => text.split('HTTP/1.1 200').length - 1 }
  }
  return { dial, served, server, line, most: () => most }
}

// What one read from a socket can hold: node:http parses it whole.
const IN_ONE_PIECE = Math.ceil((64 * 1024) / ASK.length)
const PATIENCE = { timeout: 20_000 }

test('of a connection that sends without end no more than a piece waits, all of it is answered, and others are served', {
  timeout: 30_000,
}, async () => {
  const { dial, most } = await watched()
  const [greedy, calm] = [await dial(), await dial()]
  greedy.socket.write(ASK.repeat(6_000))
  await expect.poll(greedy.answers, PATIENCE).toBeGreaterThan(0)
  calm.socket.write(ASK)
  await expect.poll(calm.answers, PATIENCE).toBe(1)
  expect(greedy.answers()).toBeLessThan(6_000)
  await expect.poll(greedy.answers, PATIENCE).toBe(6_000)
  expect(most()).toBeLessThan(IN_ONE_PIECE + 32)
})

test('where many connections send without end, those of which most waits are hung up on, and others are served', {
  timeout: 30_000,
}, async () => {
  const { dial, most } = await watched()
  const [calm, ...greedy] = await Promise.all(Array.from({ length: 21 }, dial))
  for (const { socket } of greedy) socket.write(ASK.repeat(IN_ONE_PIECE))
  await expect.poll(() => greedy.some(({ socket }) => socket.destroyed), PATIENCE).toBe(true)
  calm?.socket.write(ASK)
  await expect.poll(() => calm?.answers(), PATIENCE).toBe(1)
  expect(most()).toBeLessThan(8_193)
})

test('whoever hangs up leaves nothing behind in the line', async () => {
  const { dial, line, server } = await watched()
  const left = new Promise<readonly number[]>(resolve => {
    server.on('connection', socket => {
      // Ahead of everybody who hears of it, and behind them.
      socket.once('close', () => {
        const before = line.length
        process.nextTick(() => resolve([before, line.length]))
      })
    })
  })
  const { socket } = await dial()
  socket.once('data', () => socket.resetAndDestroy())
  socket.write(ASK.repeat(1_500))
  const [before, after] = await left
  expect(before).toBeGreaterThan(0)
  expect(after).toBe(0)
})

test('a body that is sent in halves behind many requests is read whole, and the connection goes on', async () => {
  const { dial, served } = await watched()
  const { socket, answers } = await dial()
  socket.write(`${ASK.repeat(500)}POST /body HTTP/1.1\r\nhost: here\r\ncontent-length: 10\r\n\r\nhello`)
  await expect.poll(answers, PATIENCE).toBe(500)
  socket.write('world')
  await expect.poll(answers, PATIENCE).toBe(501)
  expect(served.at(-1)).toBe('/body helloworld')
  socket.write(ASK)
  await expect.poll(answers, PATIENCE).toBe(502)
})

test('a socket that is handed over behind many requests is read by whoever took it', async () => {
  const { dial } = await watched()
  const { socket, text } = await dial()
  socket.write(
    `${ASK.repeat(500)}GET / HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n`,
  )
  await new Promise(resolve => setTimeout(resolve, 50))
  socket.write('are you there')
  await expect.poll(text, PATIENCE).toContain('are you there')
})
