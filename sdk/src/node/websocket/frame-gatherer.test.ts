import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openWebSocket } from '../websocket.js'
import { listen, stop } from './sockets.fixture.js'

// Each length of a head, each remainder of a mask, and letters of every width; one at a time and many together.
const TEXTS = [
  '',
  'a',
  'äß',
  'three',
  '𝕏𝕏',
  'x'.repeat(125),
  'x'.repeat(126),
  'é'.repeat(32_767),
  'x'.repeat(65_536),
]

test('what a client says is masked, and a server that masks nothing itself hears it as it was said', async () => {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const url = await listen(server)
  const connected = once(sockets, 'connection')
  const near = await openWebSocket(url)
  const [far] = (await connected) as [WebSocket]
  const heard: string[] = []
  far.on('message', data => heard.push(String(data)))
  for (const text of TEXTS) {
    near.send(text)
    await new Promise(resolve => setImmediate(resolve))
  }
  for (const text of TEXTS) near.send(text)
  await expect.poll(() => heard.length).toBe(2 * TEXTS.length)
  expect(heard).toEqual([...TEXTS, ...TEXTS])
  near.close()
  await stop(server)
})
