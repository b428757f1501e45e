import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Malformed } from '../../jsonrpc/index.js'
import { Listener, say, settledWithin } from '../../testing/channel-probe.js'
import { channelContract } from '../../testing/index.js'
import { type WebSocketLike, webSocketChannel } from '../../transport/index.js'
import { socketPair } from './sockets.fixture.js'

const MEBIBYTE = 1024 * 1024
const MESSAGE_BYTES = 8 * MEBIBYTE
const limits = { messageBytes: MESSAGE_BYTES }

async function channels() {
  const { near, far, release } = await socketPair(MESSAGE_BYTES)
  const a = webSocketChannel(near, { limits })
  const b = webSocketChannel(far, { limits })
  return { a, b, near, far, release }
}

describe('a channel over sockets of ws', () => {
  for (const { title, run } of channelContract(channels)) test(title, run)

  for (const { title, run } of channelContract(async () => {
    const { a, b, release } = await channels()
    return { a: b, b: a, release }
  }))
    test(`from the server: ${title}`, run)
})

async function hears(text: string): Promise<Malformed> {
  const { a, b, near, release } = await channels()
  const heard = new Listener(b)
  void say(a, 'before')
  near.send(text)
  void say(a, 'after')
  await heard.until(3)
  await Promise.all([a.close(), b.close()])
  await release()
  expect(heard.said[0]).toBe('before')
  expect(heard.said[2]).toBe('after')
  expect(heard.heard[1]).toBeInstanceOf(Malformed)
  return heard.heard[1] as Malformed
}

test('text that is not JSON is told as parse_error, and the channel goes on', async () => {
  expect((await hears('{"method":')).reason).toBe('parse_error')
})

test('nesting beyond the limit is told as too_deep, and the channel goes on', async () => {
  expect((await hears('['.repeat(5_000) + ']'.repeat(5_000))).reason).toBe('too_deep')
})

test('binary frames are ignored', async () => {
  const { a, b, near, release } = await channels()
  const heard = new Listener(b)
  // As the package sends it: ours has only texts.
  WebSocket.prototype.send.call(near as WebSocket, Buffer.from('{"jsonrpc":"2.0","method":"say"}'), {})
  void say(a, 'text')
  await heard.until(1)
  await a.close()
  await heard.ended
  await release()
  expect(heard.said).toEqual(['text'])
})

test('a message beyond the limit is answered too_large, and the socket closed with 1009', async () => {
  const { b, near, release } = await channels()
  const answers: unknown[] = []
  near.addEventListener('message', ({ data }) => answers.push(JSON.parse(String(data))))
  const closed = new Promise<unknown>(resolve => near.addEventListener('close', ({ code }) => resolve(code)))
  const heard = new Listener(b)
  near.send(JSON.stringify('x'.repeat(MESSAGE_BYTES)))
  expect(await closed).toBe(1009)
  await heard.ended
  await release()
  expect(answers).toEqual([
    {
      jsonrpc: '2.0',
      id: null,
      error: expect.objectContaining({ code: -32600, data: { reason: 'too_large' } }),
    },
  ])
})

test('nobody reads: the sender is held before the receiver has taken much', async () => {
  const { a, b, release } = await channels()
  const piece = 'x'.repeat(MEBIBYTE)
  let sent = 0
  while (sent < 60 && (await settledWithin(say(a, piece), 1_500))) sent++
  expect(sent).toBeLessThan(40)
  const heard = new Listener(b)
  await heard.until(sent + 1)
  await Promise.all([a.close(), b.close()])
  await release()
})

test('a socket that cannot be paused is closed with 1008 when too much of it is unread', async () => {
  const { near, far, release } = await socketPair(MESSAGE_BYTES)
  const unpausable: WebSocketLike = {
    readyState: far.readyState,
    bufferedAmount: 0,
    binaryType: 'blob',
    send: text => far.send(text),
    close: (code, reason) => far.close(code, reason),
    addEventListener: (type, listener) => far.addEventListener(type, listener),
  }
  const b = webSocketChannel(unpausable, { limits: { undeliveredBytesAtMost: 2 * MEBIBYTE } })
  const closed = new Promise<unknown>(resolve => near.addEventListener('close', ({ code }) => resolve(code)))
  for (let index = 0; index < 5; index++) near.send(JSON.stringify('x'.repeat(MEBIBYTE)))
  expect(await closed).toBe(1008)
  await b.close()
  await release()
})

test('a channel over a socket that still connects sends what it was given, once it is open', async () => {
  const { near, far, release } = await channelsOfPlainSockets('early')
  const heard = new Listener(far)
  void say(near, 'and more')
  await near.close()
  await heard.ended
  await release()
  expect(heard.said).toEqual(['early', 'and more'])
})

describe('a channel over any other WebSocket object', () => {
  const make = async () => {
    const { near, far, release } = await channelsOfPlainSockets()
    return { a: far, b: near, release }
  }
  for (const { title, run } of channelContract(make)) test(title, run)
})

/** Without anything of ours in the sockets; the near one has not even shaken hands. */
async function channelsOfPlainSockets(early?: string) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[WebSocket]>
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const near = webSocketChannel(socket)
  expect(socket.readyState).toBe(WebSocket.CONNECTING)
  if (early !== undefined) void say(near, early)
  const [other] = await accepted
  return { near, far: webSocketChannel(other), release: async () => void server.close() }
}
