import { expect, test } from 'vitest'
import { calm, gate, type Heard, joined, wired } from './far-end.fixture.js'
import type { Handler } from './router.js'

const answerTo = async (message: unknown, handlers: Partial<Handler> = {}): Promise<Heard> => {
  const { connection, far } = wired(handlers)
  far.say(message)
  const answer = await far.next()
  await connection.close()
  expect(far.heard).toHaveLength(1)
  return answer
}

test('text that is not JSON is answered -32700 with id null, and nothing of it comes back', async () => {
  const { connection, far, reports } = wired()
  far.sayText('{"secret":"hunter2"')
  expect(await far.next()).toMatchObject({
    id: null,
    error: { code: -32700, data: { reason: 'parse_error' } },
  })
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: 1, result: null })
  await connection.close()
  expect(JSON.stringify(far.heard)).not.toContain('hunter2')
  expect(JSON.stringify(reports)).not.toContain('hunter2')
})

test('a side that does not answer noise counts and reports it, and goes on', async () => {
  const { connection, far, reports } = wired({}, { answersNoise: false })
  far.sayText('Starting server on port 3000...')
  far.sayText('\u001b[32mready\u001b[0m')
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: 1 })
  await connection.close()
  expect(far.heard).toHaveLength(1)
  expect(reports.map(({ kind }) => kind)).toEqual(['noise', 'noise'])
  expect(JSON.stringify(reports)).not.toContain('port')
})

test('what is no message is answered -32600, with its id where that is a sound one', async () => {
  const bad: readonly (readonly [message: unknown, id: unknown])[] = [
    [7, null],
    ['text', null],
    [null, null],
    [{}, null],
    [{ jsonrpc: '2.0' }, null],
    [{ jsonrpc: '2.0', id: 5 }, 5],
    [{ jsonrpc: '1.0', id: 5, method: 'ask' }, 5],
    [{ id: 5, method: 'ask' }, 5],
    [{ jsonrpc: '2.0', id: 5, method: 7 }, 5],
    [{ jsonrpc: '2.0', id: 5, method: 'ask', params: 'text' }, 5],
    [{ jsonrpc: '2.0', id: 5, method: 'ask', params: 7 }, 5],
  ]
  for (const [message, id] of bad)
    expect(await answerTo(message), JSON.stringify(message)).toMatchObject({
      id,
      error: { code: -32600, data: { reason: 'invalid_request' } },
    })
})

test('an id is a string of at most 256 characters or a safe integer, and comes back as it was', async () => {
  for (const id of [0, -1, 7, 2 ** 53 - 1, '', 'a', '7', '\u{1f600}', 'x'.repeat(256)])
    expect(await answerTo({ jsonrpc: '2.0', id, method: 'ask' })).toEqual({
      jsonrpc: '2.0',
      id,
      result: null,
    })
})

test('any other id is answered -32600 with id null', async () => {
  for (const id of [null, 1.5, 2 ** 53, 1e300, true, {}, [], 'x'.repeat(257)])
    expect(await answerTo({ jsonrpc: '2.0', id, method: 'ask' })).toMatchObject({
      id: null,
      error: { code: -32600 },
    })
})

test('an id that is not valid Unicode is answered -32600, and the connection goes on', async () => {
  const { connection, far } = wired()
  far.sayText('{"jsonrpc":"2.0","id":"\\ud800","method":"ask"}')
  expect(await far.next()).toMatchObject({ id: null, error: { code: -32600 } })
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: 1, result: null })
  await connection.close()
})

test('id null is a request only where it is allowed', async () => {
  const { connection, far } = wired({}, { allowsNullId: true })
  far.request(null, 'ask')
  expect(await far.next()).toEqual({ jsonrpc: '2.0', id: null, result: null })
  await connection.close()
})

test('the ids of both sides are their own: equal ones do not meet', async () => {
  const { here, there } = joined(
    { request: method => `here ${method}` },
    { request: method => `there ${method}` },
  )
  const calls = [here.request('a'), there.request('b'), here.request('c'), there.request('d')]
  expect(await Promise.all(calls)).toEqual(['there a', 'here b', 'there c', 'here d'])
  await here.close()
})

test('a second request with an id in use is refused, and the first is answered once', async () => {
  const hold = gate()
  const { connection, far } = wired({ request: () => hold.opened.then(() => 'first') })
  far.request(1, 'ask')
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: null, error: { code: -32600 } })
  hold.open()
  expect(await far.next()).toMatchObject({ id: 1, result: 'first' })
  far.request(1, 'again')
  expect(await far.next()).toMatchObject({ id: 1, result: 'first' })
  await connection.close()
})

test('params: null counts as no params', async () => {
  const seen: unknown[] = []
  const { connection, far } = wired({
    request: (_method, params) => void seen.push(params),
    notification: (_method, params) => void seen.push(params) as undefined,
  })
  far.request(1, 'ask', null)
  far.notify('tell', null)
  await far.next()
  await calm()
  expect(seen).toEqual([undefined, undefined])
  await connection.close()
})

test('an answer is never answered, however odd it is', async () => {
  const { connection, far, reports } = wired()
  far.answer(99, 'nobody asked')
  far.answer('99', 'nobody asked')
  far.say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } })
  far.say({ jsonrpc: '2.0', result: 1 }, { jsonrpc: '2.0', id: {}, error: 'odd' })
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: 1, result: null })
  expect(reports.map(({ kind }) => kind)).toEqual(Array(5).fill('unknown_answer'))
  await connection.close()
})

test('an answer may carry error: null beside its result', async () => {
  const { connection, far } = wired()
  const call = connection.request('ask')
  const { id } = await far.next()
  far.say({ jsonrpc: '2.0', id, result: 'yes', error: null })
  expect(await call).toBe('yes')
  await connection.close()
})

test('an answer without a result is an answer, not a message to complain about', async () => {
  const { connection, far } = wired()
  const call = connection.request('ask', undefined, { deadline: 500 })
  const { id } = await far.next()
  far.say({ jsonrpc: '2.0', id })
  expect(await call).toBeUndefined()
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('an answer with a malformed error fails its call with a local error', async () => {
  const { connection, far } = wired()
  for (const error of ['no', {}, { code: 'x', message: 'no' }, { code: 1.5, message: 'no' }, { code: 1 }]) {
    const call = connection.request('ask')
    const { id } = await far.next()
    far.say({ jsonrpc: '2.0', id, error })
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', reason: 'invalid_answer' })
  }
  await connection.close()
})

test('a late answer to a call that was given up is dropped without a word', async () => {
  const { connection, far, reports } = wired()
  const controller = new AbortController()
  const call = connection.request('ask', undefined, { signal: controller.signal })
  const { id } = await far.next()
  controller.abort()
  await expect(call).rejects.toThrow('aborted')
  far.answer(id, 'late')
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ method: '$/cancel_request' })
  expect(await far.next()).toMatchObject({ id: 1 })
  expect(reports).toEqual([])
  await connection.close()
})

test("a handler's bug is answered -32603 without a detail, and told to the owner with the same correlation id", async () => {
  for (const request of [
    () => {
      throw new Error('hunter2')
    },
    async () => {
      throw new Error('hunter2')
    },
  ]) {
    const { connection, far, reports } = wired({ request })
    far.request(1, 'ask')
    const answer = await far.next()
    expect(answer).toMatchObject({ id: 1, error: { code: -32603, message: 'Internal error' } })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
    expect(reports).toMatchObject([
      { kind: 'handler_failed', method: 'ask', error: { message: 'hunter2' }, sent: answer.error },
    ])
    await connection.close()
  }
})

test('a notification is never answered, also when its handler throws', async () => {
  const { connection, far, reports } = wired({
    notification: method => {
      if (method === 'sync') throw new Error('one')
      return Promise.reject(new Error('two'))
    },
  })
  far.notify('sync')
  far.notify('async')
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: 1 })
  await calm()
  expect(reports.map(({ kind }) => kind)).toEqual(['handler_failed', 'handler_failed'])
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('a value that a handler cannot send fails that answer alone', async () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  const values: Record<string, unknown> = {
    bigint: 10n,
    cycle,
    surrogate: '\ud800',
    large: 'x'.repeat(5_000),
  }
  const { connection, far } = wired(
    { request: method => values[method] },
    { limits: { messageBytes: 4_000 } },
  )
  for (const method of [...Object.keys(values), 'fine']) {
    far.request(method, method)
    const answer = await far.next()
    expect(answer.id).toBe(method)
    if (method === 'fine') expect(answer.result).toBeNull()
    else expect(answer).toMatchObject({ error: { code: -32603 } })
  }
  await connection.close()
})

test('an error that cannot be sent as it is becomes a plain one', async () => {
  const { RpcError } = await import('./error.js')
  const { connection, far } = wired({
    request: async method => {
      if (method === 'message') throw new RpcError(-1, 'bad \ud800 text')
      throw new RpcError(-1, 'bad', { reason: 'odd', name: '\ud800' })
    },
  })
  far.request(1, 'message')
  expect(await far.next()).toMatchObject({ id: 1, error: { code: expect.any(Number) } })
  far.request(2, 'data')
  expect(await far.next()).toMatchObject({ id: 2, error: { code: expect.any(Number) } })
  await connection.close()
})

test('handlers are started in arrival order, whatever their number and however long they take', async () => {
  const started: unknown[] = []
  const hold = gate()
  const note = (_method: string, params: unknown): Promise<void> => {
    started.push((params as unknown[])[0])
    return hold.opened
  }
  const { connection, far } = wired({ request: note, notification: note })
  const count = 900
  for (let index = 0; index < count; index++)
    if (index % 3 === 0) far.notify('tell', [index])
    else far.request(index, 'ask', [index])
  await calm()
  expect(started).toEqual(Array.from({ length: count }, (_, index) => index))
  hold.open()
  await connection.close()
})

test('a cancel right behind its request reaches it', async () => {
  const aborted: unknown[] = []
  const { connection, far } = wired({
    request: (_method, _params, call) =>
      new Promise((_resolve, reject) => {
        call.signal.addEventListener('abort', () => {
          aborted.push(call.id)
          reject(call.signal.reason)
        })
      }),
  })
  far.request('one', 'ask')
  far.notify('$/cancel_request', { requestId: 'one' })
  expect(await far.next()).toMatchObject({
    id: 'one',
    error: { code: -32800, data: { reason: 'request_cancelled' } },
  })
  expect(aborted).toEqual(['one'])
  await connection.close()
})

test('a cancel of something unknown or already answered is ignored', async () => {
  const { connection, far, reports } = wired()
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: 1 })
  far.notify('$/cancel_request', { requestId: 1 })
  far.notify('$/cancel_request', { requestId: {} })
  far.notify('$/cancel_request')
  far.notify('$/cancel_request', [1])
  far.request(2, 'ask')
  expect(await far.next()).toMatchObject({ id: 2 })
  await connection.close()
  expect(far.heard).toHaveLength(2)
  expect(reports).toEqual([])
})

test('a handler that ignores its cancel still gives the one answer', async () => {
  const { connection, far } = wired({ request: () => calm(5).then(() => 'done anyway') })
  far.request(1, 'ask')
  far.notify('$/cancel_request', { requestId: 1 })
  expect(await far.next()).toMatchObject({ id: 1, result: 'done anyway' })
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('requests in work are bounded in bytes too, but one alone may be as large as a message', async () => {
  const busy = gate()
  const { connection, far } = wired(
    { request: () => busy.opened },
    { limits: { pendingRequestBytes: 1_000 } },
  )
  far.request(1, 'ask', { words: 'x'.repeat(5_000) })
  far.request(2, 'ask')
  expect(await far.next()).toMatchObject({ id: 2, error: { code: -32008, data: { reason: 'rate_limited' } } })
  busy.open()
  expect(await far.next()).toMatchObject({ id: 1, result: null })
  far.request(3, 'ask')
  expect(await far.next()).toMatchObject({ id: 3, result: null })
  await connection.close()
})

test('notifications in an array are held to the same limits as those that come alone', async () => {
  const busy = gate()
  const taken: unknown[] = []
  const { connection, far } = wired(
    {
      notification: (_method, params) => {
        taken.push(params)
        return busy.opened
      },
      lane: () => 'one',
    },
    { batch: 'process', limits: { undeliveredBytes: 10_000, undeliveredBytesAtMost: 20_000 } },
  )
  const notify = { jsonrpc: '2.0', method: 'n', params: { words: 'x'.repeat(3_000) } }
  far.say(Array.from({ length: 10 }, () => notify))
  await connection.closed
  expect(taken).toHaveLength(1)
  busy.open()
})

test('an array of ours that the peer refuses fails every call in it', async () => {
  const { connection, far } = wired()
  const calls = connection.batch([{ method: 'a' }, { method: 'b' }])
  await far.next()
  far.say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no arrays here' } })
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: -32600 })
  await connection.close()
})
