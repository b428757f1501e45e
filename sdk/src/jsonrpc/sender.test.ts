import { expect, test } from 'vitest'
import { memoryPair } from '../transport/index.js'
import { Connection } from './connection.js'
import { calm, FarEnd, gate, handler, joined, wired } from './far-end.fixture.js'

const KILOBYTE = 'x'.repeat(1_024)
const MEMORY_ROOM = 256 * 1_024

test('at most 1,024 requests are worked on; one more is answered rate_limited, and the next after them is not', async () => {
  const hold = gate()
  const { connection, far } = wired({ request: () => hold.opened })
  for (let id = 0; id < 1_025; id++) far.request(id, 'ask')
  expect(await far.next()).toMatchObject({
    id: 1_024,
    error: { code: -32008, data: { reason: 'rate_limited', retryAfter: 1 } },
  })
  hold.open()
  for (let id = 0; id < 1_024; id++) expect(await far.next()).toMatchObject({ id, result: null })
  far.request('more', 'ask')
  expect(await far.next()).toMatchObject({ id: 'more', result: null })
  await connection.close()
})

test('a cancel gets through while every place is taken', async () => {
  const { connection, far } = wired(
    {
      request: (_method, _params, call) =>
        new Promise((_resolve, reject) => {
          call.signal.addEventListener('abort', () => reject(call.signal.reason))
        }),
    },
    { limits: { pendingRequests: 4 } },
  )
  for (let id = 0; id < 6; id++) far.request(id, 'ask')
  far.notify('$/cancel_request', { requestId: 2 })
  expect([await far.next(), await far.next(), await far.next()]).toMatchObject([
    { id: 4, error: { code: -32008 } },
    { id: 5, error: { code: -32008 } },
    { id: 2, error: { code: -32800 } },
  ])
  await connection.close()
})

test('reading stops while the peer takes no answers, and goes on when it does', async () => {
  const [near, farChannel] = memoryPair()
  let asked = 0
  const connection = new Connection(near, {
    handler: handler({
      request: () => {
        asked++
        return KILOBYTE.repeat(64)
      },
    }),
    limits: { unsentAnswerBytes: 1024 * 1024 },
  })
  const text = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ask' })
  // One delivery per request: what was delivered together is also answered together.
  for (let id = 0; id < 200; id++) {
    void farChannel.send({} as never, text(id))
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  await calm()
  expect(asked).toBeLessThan(60)
  const far = new FarEnd(farChannel)
  for (let id = 0; id < 200; id++) expect((await far.next()).id).toBe(id)
  expect(asked).toBe(200)
  await connection.close()
})

test('a peer that never takes its answers is given up after the stall time, with a reason', async () => {
  const [near, farChannel] = memoryPair()
  const connection = new Connection(near, {
    handler: handler({ request: () => KILOBYTE.repeat(2_048) }),
    limits: { unsentAnswerBytes: 1024 * 1024, stallMilliseconds: 20 },
  })
  void farChannel.send({} as never, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ask' }))
  const { reason, error } = await connection.closed
  expect(error).toMatchObject({ name: 'ConnectionError', reason: 'stalled' })
  expect(reason).toContain('20 milliseconds')
})

test('our own notifications never stop the reading: a cancel still arrives while the peer takes nothing', async () => {
  const [near, farChannel] = memoryPair()
  const cancelled = gate()
  const connection = new Connection(near, {
    handler: handler({
      request: (_method, _params, call) => {
        call.signal.addEventListener('abort', cancelled.open)
        return new Promise(() => {})
      },
    }),
    limits: { unsentAnswerBytes: 100_000 },
  })
  void farChannel.send({} as never, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ask' }))
  await calm()
  for (let count = 0; count < 2_000; count++) connection.notify('tell', [KILOBYTE])
  // What comes next is read in any case; what comes after it only when the reading goes on.
  void farChannel.send({} as never, JSON.stringify({ jsonrpc: '2.0', method: 'tell' }))
  await calm()
  void farChannel.send(
    {} as never,
    JSON.stringify({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } }),
  )
  await cancelled.opened
  void connection.close()
})

test('the author of notifications is slowed: the promise of a send waits until the peer has read', async () => {
  const [near, farChannel] = memoryPair()
  const connection = new Connection(near, { handler: handler({}) })
  let room: Promise<void> | undefined
  let sent = 0
  while (room === undefined) {
    room = connection.notify('tell', [KILOBYTE])
    sent++
  }
  expect(sent).toBeGreaterThan(MEMORY_ROOM / 2 / 1_024)
  let isOpen = false
  void room.then(() => {
    isOpen = true
  })
  await calm()
  expect(isOpen).toBe(false)
  const far = new FarEnd(farChannel)
  await room
  for (let index = 0; index < sent; index++) await far.next()
  await connection.close()
})

test('beyond the limit of unsent bytes a send is refused, and accepted again once the peer has read', async () => {
  const [near, farChannel] = memoryPair()
  const connection = new Connection(near, { handler: handler({}), limits: { unsentBytes: 1024 * 1024 } })
  let refused: unknown
  let sent = 0
  for (; refused === undefined && sent < 10_000; sent++)
    connection.notify('tell', [KILOBYTE])?.catch(error => {
      refused = error
    })
  for (let turn = 0; turn < 3; turn++) await Promise.resolve()
  while (refused === undefined && sent++ < 10_000) {
    await connection.notify('tell', [KILOBYTE])?.catch(error => {
      refused = error
    })
  }
  expect(refused).toMatchObject({ name: 'ConnectionError', reason: 'backlogged' })
  await expect(connection.request('ask')).rejects.toMatchObject({ reason: 'backlogged' })
  const far = new FarEnd(farChannel)
  await calm()
  expect(far.heard.length).toBeGreaterThan(500)
  expect(far.heard.length).toBeLessThan(1_700)
  connection.notify('tell', ['again'])
  await calm()
  expect(far.heard.at(-1)?.params).toEqual(['again'])
  await connection.close()
})

const slowLane = (hold: Promise<void>) => ({
  notification: () => hold,
  lane: () => 'one',
})

const flood = async (far: FarEnd, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    far.notify('tell', [KILOBYTE])
    // A delivery of its own, so that the reader has a moment to stop.
    if (index % 8 === 0) await new Promise(setImmediate)
  }
}

test('undelivered notifications pause the reading, and it goes on when they are delivered', async () => {
  const hold = gate()
  let taken = 0
  const { connection, far } = wired(
    {
      notification: () => {
        taken++
        return hold.opened
      },
      lane: () => 'one',
    },
    { limits: { undeliveredBytes: 50_000, undeliveredBytesAtMost: 10_000_000 } },
  )
  await flood(far, 200)
  far.request(1, 'ask')
  await calm()
  expect(far.heard).toEqual([])
  hold.open()
  expect(await far.next()).toMatchObject({ id: 1 })
  await connection.close()
  expect(taken).toBe(200)
})

test('while an answer is awaited reading goes on past the pause, so a handler may wait for it', async () => {
  const { connection, far } = wired(
    {
      notification: async (_method, params) => {
        if ((params as unknown[])[0] === 'first') await connection.request('ask')
      },
      lane: () => 'one',
    },
    { limits: { undeliveredBytes: 20_000 } },
  )
  far.notify('tell', ['first'])
  const { id } = await far.next()
  await flood(far, 100)
  far.answer(id, 'yes')
  far.request(1, 'alive')
  expect(await far.next()).toMatchObject({ id: 1 })
  await connection.close()
})

test('a call made while the reading is paused starts it again', async () => {
  const hold = gate()
  const { connection, far } = wired(slowLane(hold.opened), { limits: { undeliveredBytes: 20_000 } })
  await flood(far, 100)
  await calm()
  const call = connection.request('ask')
  far.answer((await far.next()).id, 'yes')
  expect(await call).toBe('yes')
  hold.open()
  await connection.close()
})

test('a streaming call is no reason to read past a slow handler', async () => {
  const hold = gate()
  const { connection, far } = wired(slowLane(hold.opened), { limits: { undeliveredBytes: 20_000 } })
  const call = connection.request('stream', undefined, { streaming: true })
  const { id } = await far.next()
  let isSettled = false
  void call.then(() => {
    isSettled = true
  })
  await flood(far, 100)
  far.answer(id, 'end')
  await calm()
  expect(isSettled).toBe(false)
  hold.open()
  expect(await call).toBe('end')
  await connection.close()
})

test('notifications far beyond the limit while an answer is awaited close the connection with a reason', async () => {
  const { connection, far } = wired(slowLane(new Promise(() => {})), {
    limits: { undeliveredBytes: 20_000, undeliveredBytesAtMost: 60_000, graceMilliseconds: 10 },
  })
  const call = connection.request('ask')
  const expectation = expect(call).rejects.toMatchObject({ name: 'ConnectionError', reason: 'backlogged' })
  await far.next()
  await flood(far, 200).catch(() => {})
  await expectation
  expect((await connection.closed).reason).toContain('60000')
})

test('a limit of one connection leaves every other alone', async () => {
  const hold = gate()
  const strained = wired({ request: () => hold.opened }, { limits: { pendingRequests: 1 } })
  const calmPair = joined({}, { request: () => 'fine' })
  strained.far.request(1, 'ask')
  strained.far.request(2, 'ask')
  expect(await strained.far.next()).toMatchObject({ id: 2, error: { code: -32008 } })
  expect(await calmPair.here.request('ask')).toBe('fine')
  hold.open()
  await Promise.all([strained.connection.close(), calmPair.here.close()])
})
