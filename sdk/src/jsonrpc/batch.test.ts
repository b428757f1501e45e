import { expect, test } from 'vitest'
import { calm, type Heard, wired } from './far-end.fixture.js'

const note = { jsonrpc: '2.0', method: 'note' }
const ask = (id: unknown, method = 'ask') => ({ jsonrpc: '2.0', id, method })
const handlers = {
  request: (method: string) => {
    if (method === 'slow') return calm(20).then(() => 'slow')
    if (method === 'fail') throw new Error('hunter2')
    return method
  },
}

test('by default an array is refused whole, with one answer and no entry worked on', async () => {
  const worked: string[] = []
  const { connection, far } = wired({ request: method => worked.push(method) })
  for (const array of [[], [ask(1)], [note], [ask(1), note, 7]]) {
    far.say(array)
    expect(await far.next()).toMatchObject({ id: null, error: { code: -32600 } })
  }
  far.request(2, 'ask')
  expect(await far.next()).toMatchObject({ id: 2 })
  expect(worked).toEqual(['ask'])
  await connection.close()
})

test('S0-11: an array that is not JSON is answered with one -32700 and id null', async () => {
  const { connection, far } = wired(handlers, { batch: 'process' })
  far.sayText('[{"jsonrpc":"2.0","id":1,"method":"ask"},{"jsonrpc":')
  expect(await far.next()).toMatchObject({ id: null, error: { code: -32700 } })
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('S0-12: an empty array is answered with one -32600 and id null, and not with an array', async () => {
  const { connection, far } = wired(handlers, { batch: 'process' })
  far.say([])
  const answer = await far.next()
  expect(Array.isArray(answer)).toBe(false)
  expect(answer).toMatchObject({ id: null, error: { code: -32600 } })
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('S0-10, S0-14, S0-15: a mixed array is answered with one array, one answer per request, after the last', async () => {
  const { connection, far } = wired(handlers, { batch: 'process' })
  far.say([ask(1, 'slow'), note, ask('two', 'quick')])
  const answers = (await far.next()) as unknown as Heard[]
  expect(answers).toHaveLength(2)
  expect(new Map(answers.map(({ id, result }) => [id, result]))).toEqual(
    new Map<unknown, unknown>([
      [1, 'slow'],
      ['two', 'quick'],
    ]),
  )
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('S0-13: entries are started in order and run at the same time', async () => {
  const log: string[] = []
  const request = async (method: string): Promise<string> => {
    log.push(`start ${method}`)
    await calm(method === 'one' ? 10 : 1)
    log.push(`end ${method}`)
    return method
  }
  const { connection, far } = wired({ request }, { batch: 'process' })
  far.say([ask(1, 'one'), ask(2, 'two')])
  await far.next()
  expect(log).toEqual(['start one', 'start two', 'end two', 'end one'])
  await connection.close()
})

test('S0-16, S0-18: an array of notifications is answered with nothing at all, never with []', async () => {
  const taken: string[] = []
  const notification = (method: string) => void taken.push(method) as undefined
  const { connection, far } = wired({ notification }, { batch: 'process' })
  far.say([note, note, note])
  await calm()
  expect(taken).toHaveLength(3)
  await connection.close()
  expect(far.heard).toEqual([])
})

test('S0-17: an array of answers settles each call by its id, in any order, also where arrays are refused', async () => {
  const { connection, far } = wired(handlers, { batch: 'reject' })
  const calls = connection.batch([{ method: 'a' }, { method: 'n', isNotification: true }, { method: 'b' }])
  expect(calls).toHaveLength(2)
  const sent = (await far.next()) as unknown as Heard[]
  expect(sent.map(({ method }) => method)).toEqual(['a', 'n', 'b'])
  const [first, , second] = sent
  far.say([
    { jsonrpc: '2.0', id: second?.id, result: 'for b' },
    { jsonrpc: '2.0', id: first?.id, error: { code: -5, message: 'no' } },
  ])
  await expect(calls[0]).rejects.toMatchObject({ code: -5 })
  await expect(calls[1]).resolves.toBe('for b')
  await connection.close()
  expect(far.heard).toHaveLength(1)
})

test('an awaited answer does not smuggle other messages past the policy', async () => {
  const { connection, far } = wired(handlers, { batch: 'reject' })
  const [call] = connection.batch([{ method: 'a' }])
  const [sent] = (await far.next()) as unknown as Heard[]
  far.say([{ jsonrpc: '2.0', id: sent?.id, result: 'in company' }, ask(1, 'one')])
  expect(await far.next()).toMatchObject({ id: null, error: { code: -32600 } })
  far.say({ jsonrpc: '2.0', id: sent?.id, result: 'alone' })
  await expect(call).resolves.toBe('alone')
  await connection.close()
  expect(far.heard).toHaveLength(2)
})

test('S0-19: an invalid entry has its own -32600 with id null, and the rest is worked on', async () => {
  const { connection, far } = wired(handlers, { batch: 'process' })
  far.say([1, ask(1, 'one'), [ask(2)], { jsonrpc: '2.0' }, null, ask(3, 'fail')])
  const answers = (await far.next()) as unknown as Heard[]
  const invalid = answers.filter(({ error }) => error?.code === -32600)
  expect(invalid).toHaveLength(4)
  expect(invalid.every(({ id }) => id === null)).toBe(true)
  expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: 'one' })
  expect(answers.find(({ id }) => id === 3)).toMatchObject({ error: { code: -32603 } })
  expect(answers).toHaveLength(6)
  await connection.close()
})

test('a batch of more than a thousand entries is refused whole', async () => {
  const { connection, far } = wired(handlers, { batch: 'process' })
  far.say(Array.from({ length: 1_001 }, (_, id) => ask(id)))
  expect(await far.next()).toMatchObject({ id: null, error: { code: -32600, data: { reason: 'too_large' } } })
  far.say(Array.from({ length: 1_000 }, (_, id) => ask(id)))
  expect(await far.next()).toHaveLength(1_000)
  await connection.close()
})

test('an answer that cannot be written costs that entry, not the batch', async () => {
  const { connection, far } = wired(
    { request: method => (method === 'bad' ? 10n : method) },
    { batch: 'process' },
  )
  far.say([ask(1, 'bad'), ask(2, 'good')])
  const answers = (await far.next()) as unknown as Heard[]
  expect(answers.find(({ id }) => id === 1)).toMatchObject({ error: { code: -32603 } })
  expect(answers.find(({ id }) => id === 2)).toMatchObject({ result: 'good' })
  await connection.close()
})

test('answers that are too large together are sent one by one', async () => {
  const limits = { messageBytes: 2_000 }
  const { connection, far } = wired({ request: () => 'x'.repeat(900) }, { batch: 'process', limits })
  far.say([ask(1), ask(2), ask(3)])
  const ids = [await far.next(), await far.next(), await far.next()].map(({ id }) => id)
  expect(ids.sort()).toEqual([1, 2, 3])
  await connection.close()
})

test('nothing but batch() ever sends an array', async () => {
  const { connection, far } = wired()
  const calls = [connection.request('a'), connection.request('b')]
  connection.notify('c')
  const sent = [await far.next(), await far.next(), await far.next()]
  expect(sent.some(Array.isArray)).toBe(false)
  far.answer(sent[0]?.id, 1)
  far.answer(sent[1]?.id, 2)
  expect(await Promise.all(calls)).toEqual([1, 2])
  expect(() => connection.batch([])).toThrow(RangeError)
  await connection.close()
})

test('a whole batch waits out its answers when the peer closes its side', async () => {
  const { connection, far } = wired(handlers, { batch: 'process' })
  far.say([ask(1, 'slow'), ask(2)])
  await calm(1)
  await connection.close()
  const answers = (await far.next()) as unknown as Heard[]
  expect(answers).toHaveLength(2)
})
