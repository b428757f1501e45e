import { expect, test } from 'vitest'
import { memoryPair } from '../transport/index.js'
import { Connection } from './connection.js'
import { calm, FarEnd, gate, handler, joined, wired } from './far-end.fixture.js'
import type { Report } from './report.js'

test('a call is answered with the result or the error of the handler', async () => {
  const { RpcError } = await import('./error.js')
  const { here } = joined(
    {},
    {
      request: (method, params) => {
        if (method === 'no') throw new RpcError(-7, 'not today', { reason: 'closed_on_sundays' })
        return params
      },
    },
  )
  expect(await here.request('echo', { a: [1, 'two', null] })).toEqual({ a: [1, 'two', null] })
  await expect(here.request('no')).rejects.toMatchObject({
    name: 'RpcError',
    code: -7,
    message: 'not today',
    reason: 'closed_on_sundays',
  })
  await here.close()
})

test('every call has its own id', async () => {
  const { connection, far } = wired()
  for (let count = 0; count < 100; count++) connection.request('ask').catch(() => {})
  await calm()
  expect(new Set(far.heard.map(({ id }) => id)).size).toBe(100)
  await connection.close()
})

test('an aborted call rejects with the reason of its signal and tells the peer', async () => {
  const { connection, far } = wired()
  const controller = new AbortController()
  const call = connection.request('ask', undefined, { signal: controller.signal })
  const { id } = await far.next()
  controller.abort(new Error('the user went home'))
  await expect(call).rejects.toThrow('the user went home')
  expect(await far.next()).toEqual({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: id } })
  await connection.close()
})

test('an abort of one side is an abort in the handler of the other', async () => {
  const seen = gate()
  const { here } = joined(
    {},
    {
      request: (_method, _params, call) =>
        new Promise((_resolve, reject) => {
          call.signal.addEventListener('abort', () => {
            seen.open()
            reject(call.signal.reason)
          })
        }),
    },
  )
  const controller = new AbortController()
  const call = here.request('ask', undefined, { signal: controller.signal })
  await calm()
  controller.abort()
  await expect(call).rejects.toThrow()
  await seen.opened
  await here.close()
})

test('a call with a signal that is already aborted sends nothing', async () => {
  const { connection, far } = wired()
  await expect(connection.request('ask', undefined, { signal: AbortSignal.abort() })).rejects.toThrow(
    'aborted',
  )
  await connection.close()
  expect(far.heard).toEqual([])
})

test('an answered call listens to its signal no more', async () => {
  const { connection, far } = wired()
  const controller = new AbortController()
  const call = connection.request('ask', undefined, { signal: controller.signal, deadline: 10 })
  far.answer((await far.next()).id, 'yes')
  expect(await call).toBe('yes')
  controller.abort()
  await calm(25)
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('a deadline fails its own call and tells the peer; the connection goes on', async () => {
  const { connection, far } = wired()
  const slow = connection.request('slow', undefined, { deadline: 10 })
  const patient = connection.request('patient')
  await expect(slow).rejects.toMatchObject({ name: 'ConnectionError', reason: 'timeout' })
  const [first, second, cancel] = [await far.next(), await far.next(), await far.next()]
  expect(cancel).toMatchObject({ method: '$/cancel_request', params: { requestId: first.id } })
  far.answer(second.id, 'here')
  expect(await patient).toBe('here')
  await connection.close()
})

test('a value that cannot be sent fails one call, and the connection goes on', async () => {
  const { here, reports } = joined({}, { request: () => 'fine' }, { limits: { messageBytes: 10_000 } })
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  for (const bad of [10n, cycle, '\ud800'])
    await expect(here.request('take', { bad })).rejects.toMatchObject({ reason: 'unsendable' })
  await expect(here.request('take', { bad: 'x'.repeat(20_000) })).rejects.toMatchObject({
    reason: 'too_large',
  })
  await expect(here.notify('take', { bad: 10n })).rejects.toMatchObject({ reason: 'unsendable' })
  for (const call of here.batch([{ method: 'a', params: { bad: 10n } }, { method: 'b' }]))
    await expect(call).rejects.toMatchObject({ reason: 'unsendable' })
  expect(await here.request('take', { good: undefined })).toBe('fine')
  expect(reports.here).toMatchObject([{ kind: 'not_sent', method: 'take' }])
  await here.close()
})

test('a notification that cannot be sent and is not awaited does no harm', async () => {
  const { here } = joined()
  here.notify('take', { bad: 10n })
  await calm()
  await here.close()
})

test('a handler may call its peer, to any depth, in both directions', async () => {
  const { here, there } = joined(
    { request: async (_method, params) => dig(here, params) },
    { request: async (_method, params) => dig(there, params) },
  )
  const dig = async (connection: Connection, params: unknown): Promise<unknown> => {
    const [depth] = params as [number]
    return depth === 0 ? 'bottom' : connection.request('dig', [depth - 1])
  }
  expect(await here.request('dig', [50])).toBe('bottom')
  await here.close()
})

test('a notification handler may wait for an answer of its peer', async () => {
  const { here, there } = joined(
    {
      notification: async () => {
        log.push(await here.request('ask'))
      },
      lane: () => 'one',
    },
    { request: () => 'answered' },
  )
  const log: unknown[] = []
  for (let count = 0; count < 3; count++) there.notify('tell')
  await calm()
  expect(log).toEqual(['answered', 'answered', 'answered'])
  await here.close()
})

test('async handlers of one lane run one after the other, those of another beside them', async () => {
  const log: string[] = []
  const { connection, far } = wired({
    notification: async (_method, params) => {
      const { lane, index } = params as { lane: string; index: number }
      log.push(`${lane}${index} starts`)
      await calm(lane === 'a' ? 4 : 1)
      log.push(`${lane}${index} ends`)
    },
    lane: (_method, params) => (params as { lane: string }).lane,
  })
  for (const index of [1, 2]) for (const lane of ['a', 'b']) far.notify('tell', { lane, index })
  await expect.poll(() => log.length, { timeout: 10_000 }).toBe(8)
  const of = (lane: string): string[] => log.filter(line => line.startsWith(lane))
  for (const lane of ['a', 'b'])
    expect(of(lane)).toEqual([`${lane}1 starts`, `${lane}1 ends`, `${lane}2 starts`, `${lane}2 ends`])
  expect(log.indexOf('b2 ends')).toBeLessThan(log.indexOf('a2 ends'))
  await connection.close()
})

test('everything received before an answer has reached its handler or its lane before that answer settles', async () => {
  const taken: number[] = []
  const { connection, far } = wired({
    notification: (_method, params) => {
      taken.push((params as [number])[0])
      return undefined
    },
  })
  const call = connection.request('ask')
  const { id } = await far.next()
  for (let index = 0; index < 500; index++) far.notify('tell', [index])
  far.answer(id, 'done')
  await call
  expect(taken).toHaveLength(500)
  await connection.close()
})

test('no answer waits for a handler to finish', async () => {
  const { connection, far } = wired({ notification: () => new Promise(() => {}), lane: () => 'one' })
  const call = connection.request('ask')
  const { id } = await far.next()
  for (let count = 0; count < 10; count++) far.notify('tell')
  far.answer(id, 'at once')
  expect(await call).toBe('at once')
  void connection.close()
})

test('what runs at the settling of a call runs before any later message is handled', async () => {
  const log: string[] = []
  const { connection, far } = wired({ notification: method => void log.push(method) as undefined })
  const call = connection.request('ask', undefined, { onSettle: () => log.push('settled') })
  const { id } = await far.next()
  far.notify('before')
  far.answer(id, 'yes')
  far.notify('after')
  await call
  expect(log).toEqual(['before', 'settled', 'after'])
  await connection.close()
})

test('close sends everything that was accepted', async () => {
  const { connection, far } = wired()
  for (let index = 0; index < 1_000; index++) connection.notify('tell', [index, 'x'.repeat(1_000)])
  await connection.close()
  await far.ended
  expect(far.heard).toHaveLength(1_000)
})

test('close aborts what is being worked on, and sends the answers that this leads to', async () => {
  const { connection, far } = wired({
    request: (_method, _params, call) =>
      new Promise(resolve => {
        call.signal.addEventListener('abort', () => resolve('stopped early'))
      }),
  })
  far.request(1, 'ask')
  await calm()
  await connection.close()
  expect(await far.next()).toMatchObject({ id: 1, result: 'stopped early' })
})

test('close answers -32800 for a handler that will not stop, and a result that comes later goes nowhere', async () => {
  const hold = gate()
  const { connection, far } = wired({ request: () => hold.opened })
  far.request(1, 'ask')
  await calm()
  await connection.close()
  hold.open()
  expect(await far.next()).toMatchObject({ id: 1, error: { code: -32800 } })
  await far.ended
  expect(far.heard).toHaveLength(1)
})

test('close calls off what is being worked on in the order in which it came, whatever the ids', async () => {
  const calledOff: unknown[] = []
  const { connection, far } = wired({
    request: (_method, _params, call) =>
      new Promise(resolve => {
        call.onCancel(() => {
          calledOff.push(call.id)
          resolve(null)
        })
      }),
  })
  const ids = ['first', 7, 1, 'fourth', 3]
  for (const id of ids) far.request(id, 'work')
  await calm()
  await connection.close()
  await far.ended
  expect(calledOff).toEqual(ids)
  expect(far.heard.map(({ id }) => id)).toEqual(ids)
})

test('close fails what still waits in the order in which it was asked', async () => {
  const { connection, far } = wired()
  const answered = Array.from({ length: 6 }, () => connection.request('early'))
  for (const id of answered.keys()) far.answer(id, null)
  await Promise.all(answered)
  const failed: number[] = []
  const waiting = Array.from({ length: 5 }, (_, index) =>
    connection.request('late').catch(() => failed.push(index)),
  )
  await connection.close()
  await Promise.all(waiting)
  expect(failed).toEqual([0, 1, 2, 3, 4])
})

test('close fails what still waits, with the reason', async () => {
  const { connection } = wired()
  const call = connection.request('ask')
  const expectation = expect(call).rejects.toMatchObject({
    name: 'ConnectionError',
    reason: 'closed',
    message: 'time to go',
  })
  await connection.close('time to go')
  await expectation
  expect(await connection.closed).toMatchObject({ reason: 'time to go' })
})

test('after close a call fails locally and a notification is reported', async () => {
  const { connection, reports } = wired()
  await connection.close()
  await expect(connection.request('ask')).rejects.toMatchObject({ reason: 'closed' })
  expect(() => connection.batch([{ method: 'ask' }])).toThrow('closed')
  connection.notify('tell')
  expect(reports).toMatchObject([{ kind: 'not_sent', method: 'tell' }])
})

test('close may be called twice, and from inside a handler', async () => {
  const { here, there } = joined({}, { request: () => there.close().then(() => 'closed') })
  here.request('close').catch(() => {})
  await calm()
  await Promise.all([here.close(), here.close(), there.close()])
  await here.close()
})

test('the end of input finishes and answers what is in flight, then ends', async () => {
  const [near, farChannel] = memoryPair()
  const sent: string[] = []
  const finished = gate()
  const [text] = [(id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ask' })]
  // A channel whose input ends while its output is still open, as a pipe's does.
  const half = {
    incoming: (async function* () {
      yield { messages: [JSON.parse(text(1)), JSON.parse(text(2))], sizes: [50, 50] }
    })(),
    send: (_message: unknown, json: string) => void sent.push(json) as undefined,
    close: async () => {
      sent.push('closed')
      finished.open()
    },
  }
  const connection = new Connection(half, {
    handler: handler({ request: (_method, _params, call) => calm(20).then(() => `done ${call.id}`) }),
  })
  expect(await connection.closed).toMatchObject({ reason: 'the peer closed the connection' })
  await finished.opened
  expect(sent.map(line => line.replace(/.*result":/, ''))).toEqual(['"done 1"}', '"done 2"}', 'closed'])
  await Promise.all([near.close(), farChannel.close()])
})

test('the end of input waits for notification handlers too', async () => {
  const log: number[] = []
  const [near, farChannel] = memoryPair()
  const connection = new Connection(near, {
    handler: handler({
      notification: async (_method, params) => {
        await calm(3)
        log.push((params as [number])[0])
      },
      lane: () => 'one',
    }),
  })
  const far = new FarEnd(farChannel)
  for (const index of [1, 2, 3]) far.notify('tell', [index])
  await far.close()
  await connection.closed
  expect(log).toEqual([1, 2, 3])
})

test('the end of input waits no longer than the grace time', async () => {
  const aborted = gate()
  const { connection, far } = wired(
    {
      request: (_method, _params, call) => {
        call.signal.addEventListener('abort', aborted.open)
        return new Promise(() => {})
      },
    },
    { limits: { graceMilliseconds: 20 } },
  )
  far.request(1, 'ask')
  await calm(5)
  const started = performance.now()
  await far.close()
  await connection.closed
  await aborted.opened
  expect(performance.now() - started).toBeLessThan(900)
})

test('the end of input fails what still waits for an answer, and says why', async () => {
  const { connection, far } = wired()
  const call = connection.request('ask')
  await far.next()
  await far.close()
  await expect(call).rejects.toMatchObject({ reason: 'closed', message: 'the peer closed the connection' })
})

test('a channel that breaks ends the connection with its error, and fails what waits with it', async () => {
  const { ConnectionError } = await import('./error.js')
  const connection = new Connection(
    {
      incoming: (async function* () {
        await calm(5)
        throw new ConnectionError('transport', 'the cable was cut')
        // biome-ignore lint/correctness/noUnreachable: a generator needs a yield
        yield { messages: [], sizes: [] }
      })(),
      send: () => undefined,
      close: () => Promise.reject(new Error('nothing to close')),
    },
    { handler: handler({}) },
  )
  await expect(connection.request('ask')).rejects.toMatchObject({
    reason: 'transport',
    message: 'the cable was cut',
  })
  expect(await connection.closed).toMatchObject({ reason: 'the cable was cut' })
})

test('a channel that refuses to send fails the call and ends the connection at the latest with the next answer', async () => {
  const connection = new Connection(
    {
      incoming: (async function* () {
        yield { messages: [{ jsonrpc: '2.0', id: 1, method: 'ask' }], sizes: [10] }
        await new Promise(() => {})
      })(),
      send: () => {
        throw new Error('EPIPE')
      },
      close: async () => {},
    },
    { handler: handler({}) },
  )
  expect(await connection.closed).toMatchObject({ reason: 'the connection broke' })
  await expect(connection.request('ask')).rejects.toMatchObject({ reason: 'closed' })
})

test('a fault in what runs on an answer is reported, and reading goes on', async () => {
  const reports: Report[] = []
  const { connection, far } = wired({}, { report: report => reports.push(report) })
  const call = connection.request(
    'a',
    {},
    {
      onSettle: () => {
        throw new Error('a fault of ours')
      },
    },
  )
  const { id } = await far.next()
  far.answer(id, 'first')
  expect(await call).toBe('first')
  const next = connection.request('b')
  far.answer((await far.next()).id, 'second')
  expect(await next).toBe('second')
  expect(reports).toMatchObject([{ kind: 'handler_failed', method: 'onSettle' }])
  await connection.close()
})
