import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Freight, Port, Serving, Turns } from '../../transport/index.js'
import { INITIALIZE, RawClient } from './raw-client.fixture.js'
import { serve } from './sockets.fixture.js'

const MOST = 4
const COUNT = 1_000

/** So many in a turn of the event loop; counts what is kept and what it costs. */
class Few implements Turns, Freight {
  readonly turns = this
  held = 0
  cost = 0
  readonly #waiting = new Set<() => void>()
  #taken = 0

  take(): boolean {
    if (this.#taken === 0) setImmediate(() => this.#next())
    return this.#taken++ < MOST
  }

  wait(go: () => void): () => void {
    this.#waiting.add(go)
    return () => void this.#waiting.delete(go)
  }

  came(bytes: number): boolean {
    this.cost += bytes
    this.keep(bytes)
    return true
  }

  keep(bytes: number): void {
    this.held += bytes
  }

  gone(bytes: number): void {
    this.keep(-bytes)
  }

  #next(): void {
    this.#taken = 0
    for (const go of [...this.#waiting]) if (this.#waiting.delete(go)) go()
  }
}

/** What came in each turn of the event loop. */
function turnsOf(port: Port): number[][] {
  const turns: number[][] = [[]]
  let isPlanned = false
  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      turns.push([])
    })
  }
  void (async () => {
    for await (const { messages } of port.incoming)
      for (const message of messages) {
        plan()
        turns.at(-1)?.push((message as { readonly id: number }).id)
      }
  })()
  return turns
}

async function served(freight: Freight) {
  let turns: number[][] = []
  const serving: Serving = {
    authorize: () => ({ principal: 'anna', freight }),
    serve: port => {
      port.onListen = () => undefined
      turns = turnsOf(port)
    },
  }
  const opened = await serve(serving, { limits: { messageBytes: 1_000_000 }, drainMilliseconds: 10 })
  onTestFinished(() => opened[Symbol.asyncDispose]())
  const carriers: Socket[] = []
  opened.server.on('connection', (socket: Socket) => carriers.push(socket))
  const client = await RawClient.opened(opened.url)
  onTestFinished(() => client.socket.terminate())
  client.say(INITIALIZE)
  await expect.poll(() => turns.flat().length).toBe(1)
  const own = Reflect.get(client.socket, '_socket') as Socket
  return {
    client,
    own,
    carriers,
    all: () => turns.flat(),
    longest: () => Math.max(...turns.map(each => each.length)),
  }
}

/** Messages as frames of a client, in one piece. */
function framed(count: number): Buffer {
  const frames = Array.from({ length: count }, (_, id) => {
    const text = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: id + 1, result: {} }))
    return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
  })
  return Buffer.concat(frames)
}

const EXPECTED = Array.from({ length: COUNT + 1 }, (_, id) => id)

test('a thousand messages in one piece are read a few in each turn, in their order, and then nothing is kept', async () => {
  const few = new Few()
  const { own, all, longest } = await served(few)
  own.write(framed(COUNT))
  await expect.poll(() => all().length, { timeout: 20_000 }).toBe(COUNT + 1)
  expect(all()).toEqual(EXPECTED)
  // Turns of the two counts need not begin together.
  expect(longest()).toBeLessThanOrEqual(2 * MOST)
  await expect.poll(() => few.held).toBe(0)
})

test('who sends a thousand messages and the end of its stream is heard to its last one', async () => {
  const { own, all } = await served(new Few())
  own.end(framed(COUNT))
  await expect.poll(() => all().length, { timeout: 20_000 }).toBe(COUNT + 1)
  expect(all()).toEqual(EXPECTED)
})

test('who breaks off in the middle leaves nothing behind', async () => {
  const few = new Few()
  const { own, carriers, all } = await served(few)
  own.write(framed(COUNT))
  await expect.poll(() => all().length).toBeGreaterThan(MOST)
  own.resetAndDestroy()
  await expect.poll(() => carriers.every(each => each.destroyed), { timeout: 10_000 }).toBe(true)
  await expect.poll(() => few.held).toBe(0)
  // In their order as far as they came, and nothing from behind a gap.
  expect(all()).toEqual(EXPECTED.slice(0, all().length))
})

test('a frame that is too large is refused by its head, costs as if it had come, and is read no further', async () => {
  const few = new Few()
  const { client, own, carriers } = await served(few)
  const head = Buffer.alloc(14)
  head.set([0x81, 0x80 | 127])
  head.writeBigUInt64BE(100_000_000n, 2)
  own.on('error', () => {})
  own.write(head)
  for (let piece = 0; piece < 200; piece++) own.write(Buffer.alloc(64 * 1024))
  await client.until(({ error }) => error?.data?.reason === 'too_large')
  expect(few.cost).toBeGreaterThan(1_000_000)
  await expect.poll(() => carriers.every(each => each.destroyed), { timeout: 10_000 }).toBe(true)
  expect(Math.max(...carriers.map(each => each.bytesRead))).toBeLessThan(1_000_000)
  await expect.poll(() => few.held).toBe(0)
})
