import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type ClientHttp2Stream, connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { configIn, makeFolder } from './gate.fixture.js'
import { openGuard } from './open-guard.js'

/** The head of a request for an exchange over HTTP/2, and the first byte of its body. */
async function beginExchange(): Promise<ClientHttp2Stream> {
  const folder = await makeFolder()
  const guard = await openGuard(configIn(folder))
  const server = createServer((request, response) => void guard.answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  guard.listensAt(port)
  const client = connect(`http://127.0.0.1:${port}`)
  onTestFinished(async () => {
    client.destroy()
    server.close()
    guard.close()
    await rm(folder, { recursive: true, force: true })
  })
  const head = { ':method': 'POST', ':path': '/auth/exchange', 'content-type': 'application/json' }
  const stream = client.request(head)
  stream.write('{')
  const [request] = await once(server, 'request')
  await once(request, 'readable')
  return stream
}

test('over HTTP/2 a body has a minute to come: then its sender is told so, and the stream ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = await beginExchange()
  let text = ''
  stream.setEncoding('utf8').on('data', piece => {
    text += piece
  })
  const answer = once(stream, 'response')
  vi.advanceTimersByTime(59_999)
  stream.write(' ')
  vi.advanceTimersByTime(1)
  expect((await answer)[0]).toMatchObject({ ':status': 408 })
  await once(stream, 'end')
  expect(JSON.parse(text)).toMatchObject({ error: 'timeout' })
  expect(stream.closed).toBe(false)
  vi.advanceTimersByTime(1_000)
  await once(stream, 'close')
  expect(stream.rstCode).toBe(0)
})
