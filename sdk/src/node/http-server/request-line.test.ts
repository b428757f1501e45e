import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpEndpoint } from '../../transport/index.js'
import type { NodeRequest, NodeResponse } from './node-exchange.js'
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
