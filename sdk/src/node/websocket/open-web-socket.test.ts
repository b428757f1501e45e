import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Channel } from '../../jsonrpc/index.js'
import { type Asking, servedChannel } from '../../transport/index.js'
import { selfSigned } from '../http-server/certificate.fixture.js'
import { openWebSocket, webSocketDoor } from '../websocket.js'
import { INITIALIZE } from './raw-client.fixture.js'
import { checkedAddress } from './socket-address.js'
import { listen, stop } from './sockets.fixture.js'

describe('a plain socket', () => {
  test.each([
    'ws://127.0.0.1:1/acp',
    'ws://127.9.9.9/acp',
    'ws://[::1]:1/acp',
    'ws://localhost/acp',
    'ws://2130706433/acp',
    'wss://example.com/acp',
  ])('may lead to %s', url => {
    expect(checkedAddress(url, false).href).toBeDefined()
  })

  test.each([
    'ws://example.com/acp',
    'ws://10.0.0.1/acp',
    'ws://0.0.0.0/acp',
    'ws://127.0.0.1.example.com/acp',
    'ws://localhost.example.com/acp',
    'ws://[::ffff:10.0.0.1]/acp',
    'ws://127.0.0.1@example.com/acp',
  ])('may not lead to %s, unless somebody says so', url => {
    expect(() => checkedAddress(url, false)).toThrow(/DANGEROUS_allowPlainText/)
    expect(checkedAddress(url, true).protocol).toBe('ws:')
  })

  test.each(['http://127.0.0.1/acp', 'file:///acp', 'ftp://localhost'])('is not %s', url => {
    expect(() => checkedAddress(url, true)).toThrow(TypeError)
  })

  test('that leaves this machine is not opened', async () => {
    await expect(openWebSocket('ws://example.com/acp')).rejects.toThrow(/DANGEROUS_allowPlainText/)
  })
})

test('headers and cookies are sent, and cookies that are set come back', async () => {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('headers', headers => headers.push('Set-Cookie: place=2; Path=/', 'Set-Cookie: other=3'))
  const url = await listen(server)
  const asked = once(sockets, 'connection')
  const set: (readonly string[])[] = []
  const cookies = { get: () => 'place=1', set: (lines: readonly string[]) => void set.push(lines) }
  const socket = await openWebSocket(url, { headers: { Authorization: 'Bearer x' }, cookies })
  const [, request] = await asked
  expect(request.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'place=1' })
  expect(request.headers['sec-websocket-extensions']).toBeUndefined()
  expect(set).toEqual([['place=2; Path=/', 'other=3']])
  socket.close()
  await stop(server)
})

test('an encrypted socket carries messages, and only to whom its client trusts', async () => {
  const { key, cert } = selfSigned()
  const asked: Asking[] = []
  const authorize = (asking: Asking) => {
    asked.push(asking)
    return { principal: 'anna' }
  }
  const channels: Channel[] = []
  const door = await webSocketDoor({ authorize, serve: port => void channels.push(servedChannel(port)) })
  const server = createSecureServer({ key, cert })
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  const url = (await listen(server)).replace('ws:', 'wss:')
  await expect(openWebSocket(url)).rejects.toMatchObject({
    name: 'LinkLost',
    end: 'refused',
    message: expect.stringContaining('is not to be trusted'),
  })
  const socket = await openWebSocket(url, { tls: { ca: cert } })
  socket.send(JSON.stringify(INITIALIZE))
  await expect.poll(() => channels.length).toBe(1)
  expect(asked).toEqual([
    expect.objectContaining({ isEncrypted: true, wantsSocket: true, method: 'GET', target: '/acp' }),
  ])
  await channels[0]?.close()
  await door.close()
  await stop(server)
})

test('a redirect is not followed', async () => {
  const server = createServer()
  server.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:1/\r\nConnection: close\r\n\r\n')
  })
  const url = await listen(server)
  await expect(openWebSocket(url)).rejects.toMatchObject({ name: 'LinkLost', end: 'refused' })
  await stop(server)
})

test('a server that takes the connection and says nothing is given up', async () => {
  const server = createServer()
  server.on('upgrade', () => {})
  const url = await listen(server)
  const opening = openWebSocket(url, { handshakeMilliseconds: 100 })
  await expect(opening).rejects.toMatchObject({ name: 'LinkLost', end: 'dropped' })
  await stop(server)
})

test('a server that is no longer there is found out', async () => {
  const server = createServer()
  const sockets = new WebSocketServer({ server, autoPong: false })
  const url = await listen(server)
  const socket = await openWebSocket(url, { pingMilliseconds: 50 })
  const closed = new Promise<unknown>(resolve =>
    socket.addEventListener('close', ({ code }) => resolve(code)),
  )
  expect(await closed).toBe(1006)
  sockets.close()
  await stop(server)
})

test('why no socket was opened is said, with the host', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end())
  const url = await listen(server)
  const { host } = new URL(url)
  await expect(openWebSocket(`${url}/else`)).rejects.toThrow(`there is no such endpoint: ${url}/else (404)`)
  await expect(openWebSocket(url.replace('ws:', 'wss:'))).rejects.toMatchObject({
    end: 'refused',
    message: expect.stringContaining(`${host} does not speak TLS`),
  })
  await stop(server)
  await expect(openWebSocket(url)).rejects.toMatchObject({
    end: 'dropped',
    message: `nobody listens at ${host} (ECONNREFUSED)`,
  })
})
