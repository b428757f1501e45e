import { describe, expect, test } from 'vitest'
import { calm, type Heard } from '../jsonrpc/far-end.fixture.js'
import { defaultLimits, handover } from '../jsonrpc/index.js'
import { relayed } from '../jsonrpc/relay/relayed.fixture.js'
import { channelContract } from '../testing/index.js'
import { memoryPair } from '../transport/index.js'
import { relay } from './relay.js'

for (const { title, run } of channelContract(async () => {
  const [a, toA] = memoryPair()
  const [toB, b] = memoryPair()
  relay(toA, toB)
  return { a, b }
}))
  test(`through a relay, ${title}`, run)

for (const { title, run } of channelContract(async () => {
  const { outer, inner } = handover(defaultLimits)
  const [toB, b] = memoryPair()
  relay(inner, toB)
  return { a: outer, b }
}))
  test(`handed over to a relay, ${title}`, run)

for (const { title, run } of channelContract(async () => {
  const { outer, inner } = handover(defaultLimits)
  const [a, toA] = memoryPair()
  relay(toA, inner)
  return { a, b: outer }
}))
  test(`handed over by a relay, ${title}`, run)

describe('ids', () => {
  test('the same id on both sides is two calls, each answered to whoever made it', async () => {
    const { client, agent, relay } = relayed()
    client.request(1, 'of the client')
    agent.request(1, 'of the agent')
    const [atAgent, atClient] = [await agent.next(), await client.next()]
    agent.answer(atAgent.id, 'for the client')
    client.answer(atClient.id, 'for the agent')
    expect(await client.next()).toMatchObject({ id: 1, result: 'for the client' })
    expect(await agent.next()).toMatchObject({ id: 1, result: 'for the agent' })
    await relay.close()
  })

  test.each([0, 7, -3, 'seven', '7', '', '__proto__', null])('an id of %j comes back as it was', async id => {
    const { client, agent, relay } = relayed()
    client.request(id, 'ask', { value: 1 })
    const asked = await agent.next()
    expect(asked).toMatchObject({ method: 'ask', params: { value: 1 } })
    agent.answer(asked.id, 'yes')
    expect(await client.next()).toEqual({ jsonrpc: '2.0', id, result: 'yes' })
    await relay.close()
  })

  test('a number and its text, and null, are different ids that are open at the same time', async () => {
    const { client, agent, relay } = relayed()
    const ids = [1, '1', null, 0, '', 'null']
    for (const id of ids) client.request(id, 'ask', { id })
    for (const _ of ids) {
      const { id, params } = await agent.next()
      agent.answer(id, params)
    }
    for (const id of ids) expect(await client.next()).toEqual({ jsonrpc: '2.0', id, result: { id } })
    await relay.close()
  })

  test('an id that is still open is refused without a name, and the first call goes on', async () => {
    const { client, agent, relay } = relayed()
    client.request(5, 'first')
    client.request(5, 'second')
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32600 } })
    agent.answer((await agent.next()).id, 'for the first')
    expect(await client.next()).toMatchObject({ id: 5, result: 'for the first' })
    client.request(5, 'third')
    expect(await agent.next()).toMatchObject({ method: 'third' })
    await relay.close()
  })

  test.each([[1.5], [{}], [[1]], [true], ['x'.repeat(257)]])(
    'an id of %j is refused and nothing is passed on',
    async id => {
      const { client, agent, relay } = relayed()
      client.request(id, 'ask')
      expect(await client.next()).toMatchObject({ id: null, error: { code: -32600 } })
      await relay.close()
      expect(agent.heard).toEqual([])
    },
  )

  test('an answer that nobody asked for is reported, and neither passed on nor answered', async () => {
    const { client, agent, relay, reports } = relayed()
    agent.answer(99, 'to nobody')
    agent.say({ jsonrpc: '2.0', id: null, error: { code: -1, message: 'no' } })
    client.answer('abc', 'to nobody')
    await calm()
    await relay.close()
    expect([...client.heard, ...agent.heard]).toEqual([])
    expect(reports).toMatchObject([
      { side: 'agent', kind: 'unknown_answer', id: 99 },
      { side: 'agent', kind: 'unknown_answer', id: null, code: -1 },
      { side: 'client', kind: 'unknown_answer', id: 'abc' },
    ])
  })

  test('what has the id of a call but a method that is no text is refused, and the call stays open', async () => {
    const { client, agent, relay } = relayed()
    client.request(1, 'ask')
    const { id } = await agent.next()
    agent.say({ jsonrpc: '2.0', id, method: 5, result: 'no' })
    expect(await agent.next()).toMatchObject({ error: { code: -32600 } })
    agent.answer(id, 'yes')
    expect(await client.next()).toMatchObject({ id: 1, result: 'yes' })
    await relay.close()
  })

  test('a call is answered once, however often the other side does', async () => {
    const { client, agent, relay, reports } = relayed()
    client.request(1, 'ask')
    const { id } = await agent.next()
    agent.answer(id, 'first')
    agent.answer(id, 'second')
    await calm()
    expect(client.heard).toEqual([{ jsonrpc: '2.0', id: 1, result: 'first' }])
    expect(reports).toMatchObject([{ kind: 'unknown_answer' }])
    await relay.close()
  })
})

test('params, results and errors are passed on by value, whatever they hold', async () => {
  const { client, agent, relay } = relayed()
  const params = {
    text: '\u00e9\u{1f600}\n',
    list: [1, null, { deep: [] }],
    _meta: { a: 1 },
    method: 'x',
    id: 4,
  }
  client.request(1, 'ask', params)
  const asked = await agent.next()
  expect(asked.params).toEqual(params)
  const error = { code: -32042, message: 'no', data: { reason: 'because', list: [1] } }
  agent.say({ jsonrpc: '2.0', id: asked.id, error })
  expect(await client.next()).toEqual({ jsonrpc: '2.0', id: 1, error })
  client.request(2, 'bare')
  const bare = await agent.next()
  expect(Object.keys(bare)).toEqual(['jsonrpc', 'id', 'method'])
  agent.say({ jsonrpc: '2.0', id: bare.id })
  expect(await client.next()).toEqual({ jsonrpc: '2.0', id: 2, result: null })
  await relay.close()
})

test('a request that names another one names it as the other side does, or is refused', async () => {
  const { client, agent, relay } = relayed()
  client.request('mine', 'authenticate')
  const asked = await agent.next()
  agent.request(7, 'elicitation/create', { mode: 'form', requestId: asked.id })
  const form = await client.next()
  expect(form.params).toEqual({ mode: 'form', requestId: 'mine' })
  client.answer(form.id, { action: 'cancel' })
  expect(await agent.next()).toMatchObject({ id: 7, result: { action: 'cancel' } })
  for (const requestId of ['mine', 99, '__proto__', {}]) {
    agent.request(8, 'elicitation/create', { mode: 'form', requestId })
    expect(await agent.next()).toMatchObject({ id: 8, error: { code: -32602 } })
  }
  agent.request(9, 'elicitation/create', { mode: 'form', sessionId: 'one' })
  expect((await client.next()).params).toEqual({ mode: 'form', sessionId: 'one' })
  await relay.close()
})

describe('giving up', () => {
  test('a cancelled call is cancelled on the other side under the id it has there, and its answer still comes', async () => {
    const { client, agent, relay } = relayed()
    client.request('mine', 'slow')
    client.request('other', 'slow')
    const [{ id }] = [await agent.next(), await agent.next()]
    client.notify('$/cancel_request', { requestId: 'mine' })
    expect(await agent.next()).toEqual({
      jsonrpc: '2.0',
      method: '$/cancel_request',
      params: { requestId: id },
    })
    agent.say({ jsonrpc: '2.0', id, error: { code: -32800, message: 'cancelled' } })
    expect(await client.next()).toMatchObject({ id: 'mine', error: { code: -32800 } })
    await relay.close()
    expect(agent.heard.filter(({ method }) => method === '$/cancel_request')).toHaveLength(1)
  })

  test('also for one entry of an array', async () => {
    const { client, agent, relay } = relayed({ batch: { client: 'process' } })
    client.say([
      { jsonrpc: '2.0', id: 1, method: 'slow' },
      { jsonrpc: '2.0', id: 2, method: 'slow' },
    ])
    const [first, second] = [await agent.next(), await agent.next()]
    client.notify('$/cancel_request', { requestId: 2 })
    expect(await agent.next()).toMatchObject({ params: { requestId: second.id } })
    agent.say({ jsonrpc: '2.0', id: second.id, error: { code: -32800, message: 'cancelled' } })
    agent.answer(first.id, 'done')
    expect(await client.next()).toMatchObject([
      { id: 2, error: { code: -32800 } },
      { id: 1, result: 'done' },
    ])
    await relay.close()
  })

  test('an agent gives up what it asked of the client in the same way', async () => {
    const { client, agent, relay } = relayed()
    agent.request(0, 'may I')
    const { id } = await client.next()
    agent.notify('$/cancel_request', { requestId: 0 })
    expect(await client.next()).toMatchObject({ method: '$/cancel_request', params: { requestId: id } })
    await relay.close()
  })

  test.each([[undefined], [{}], [{ requestId: 77 }], [{ requestId: {} }], [['x']]])(
    'giving up nothing that is open (%j) tells nobody anything',
    async params => {
      const { client, agent, relay } = relayed()
      client.request(1, 'slow')
      await agent.next()
      client.notify('$/cancel_request', params)
      client.notify('after')
      expect(await agent.next()).toMatchObject({ method: 'after' })
      await relay.close()
    },
  )
})

describe('what is no message', () => {
  test("a client's noise is answered, an agent's is only reported, and neither is passed on", async () => {
    const { client, agent, relay, reports } = relayed({ limits: { depth: 6, items: 50 } })
    for (const side of [client, agent]) {
      side.sayText('{')
      side.sayText('[[[[[[[[1]]]]]]]]')
      side.sayText(`{"jsonrpc":"2.0","method":"x","params":[${'1,'.repeat(99)}1]}`)
      side.sayText('"text"')
      side.sayText('{"level":"info"}')
      side.notify('fine')
    }
    expect(await agent.next()).toMatchObject({ method: 'fine' })
    const codes = [await client.next(), await client.next(), await client.next(), await client.next()]
    expect(codes.map(({ id, error }) => [id, error?.code, error?.data?.reason])).toEqual([
      [null, -32700, 'parse_error'],
      [null, -32600, 'too_deep'],
      [null, -32600, 'too_large'],
      [null, -32600, 'invalid_request'],
    ])
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32600 } })
    expect(await client.next()).toMatchObject({ method: 'fine' })
    await relay.close()
    expect(agent.heard).toHaveLength(1)
    expect(reports.filter(({ side }) => side === 'agent')).toHaveLength(5)
  })

  test('a call that is too large for the other side is refused, an answer too', async () => {
    const { client, agent, relay, reports } = relayed({ limits: { messageBytes: 500 } })
    client.request(1, 'large', { text: 'x'.repeat(480) })
    expect(await client.next()).toMatchObject({
      id: 1,
      error: { code: -32603, data: { reason: 'too_large' } },
    })
    client.request(2, 'small')
    agent.answer((await agent.next()).id, 'x'.repeat(600))
    expect(await client.next()).toMatchObject({ id: 2, error: { data: { reason: 'too_large' } } })
    agent.notify('lone', { text: '\ud800' })
    agent.notify('fine')
    expect(await client.next()).toMatchObject({ method: 'fine' })
    expect(reports).toMatchObject([
      { kind: 'not_sent', method: 'large' },
      { kind: 'not_sent', method: 'lone' },
    ])
    await relay.close()
  })

  test('more calls than may be open are refused by their names', async () => {
    const { client, agent, relay } = relayed({ limits: { pendingRequests: 2 } })
    for (const id of [1, 2, 3]) client.request(id, 'ask')
    expect(await client.next()).toMatchObject({ id: 3, error: { data: { reason: 'rate_limited' } } })
    agent.answer((await agent.next()).id, null)
    expect(await client.next()).toMatchObject({ id: 1 })
    client.request(4, 'ask')
    await agent.next()
    expect(await agent.next()).toMatchObject({ method: 'ask' })
    await relay.close()
  })

  test('calls that are open are bounded in bytes too, but one alone may be as large as a message', async () => {
    const { client, agent, relay } = relayed({ limits: { pendingRequestBytes: 1_000 } })
    client.request(1, 'ask', { words: 'x'.repeat(5_000) })
    client.request(2, 'ask')
    expect(await client.next()).toMatchObject({ id: 2, error: { data: { reason: 'rate_limited' } } })
    agent.answer((await agent.next()).id, null)
    expect(await client.next()).toMatchObject({ id: 1, result: null })
    client.request(3, 'ask')
    agent.answer((await agent.next()).id, null)
    expect(await client.next()).toMatchObject({ id: 3, result: null })
    await relay.close()
  })
})

describe('arrays', () => {
  const call = (id: number, method = 'ask') => ({ jsonrpc: '2.0', id, method })
  const note = { jsonrpc: '2.0', method: 'note' }

  test.each(['client', 'agent'] as const)('from the %s are refused whole by default', async side => {
    const ends = relayed()
    const [one, other] = side === 'client' ? [ends.client, ends.agent] : [ends.agent, ends.client]
    for (const array of [[], [call(1)], [note], [call(1), note, 7], [call(1), call(2)]]) {
      one.say(array)
      expect(await one.next()).toMatchObject({ id: null, error: { code: -32600 } })
    }
    await ends.relay.close()
    expect(other.heard).toEqual([])
  })

  test.each(['client', 'agent'] as const)(
    'from the %s are taken apart where that is wanted, and answered with one',
    async side => {
      const ends = relayed({ batch: { [side]: 'process' } })
      const [one, other] = side === 'client' ? [ends.client, ends.agent] : [ends.agent, ends.client]
      one.say([call(1, 'a'), note, 7, call(2, 'b')])
      const [a, n, b] = [await other.next(), await other.next(), await other.next()]
      expect([a.method, n.method, b.method]).toEqual(['a', 'note', 'b'])
      other.answer(b.id, 'for b')
      await calm()
      expect(one.heard).toEqual([])
      other.answer(a.id, 'for a')
      expect(await one.next()).toMatchObject([
        { id: null, error: { code: -32600 } },
        { id: 2, result: 'for b' },
        { id: 1, result: 'for a' },
      ])
      other.say([call(1), note])
      expect(await other.next()).toMatchObject({ id: null, error: { code: -32600 } })
      await ends.relay.close()
      expect([...one.heard.slice(1), ...other.heard].some(Array.isArray)).toBe(false)
    },
  )

  test('an array of answers settles calls that were asked one by one', async () => {
    const { client, agent, relay } = relayed()
    client.request(1, 'a')
    client.request(2, 'b')
    const [a, b] = [await agent.next(), await agent.next()]
    agent.say([
      { jsonrpc: '2.0', id: b.id, result: 'for b' },
      { jsonrpc: '2.0', id: a.id, result: 'for a' },
    ])
    expect(await client.next()).toEqual({ jsonrpc: '2.0', id: 2, result: 'for b' })
    expect(await client.next()).toEqual({ jsonrpc: '2.0', id: 1, result: 'for a' })
    await relay.close()
  })

  test('answers that are too large together are sent one by one, and one that cannot be sent costs itself only', async () => {
    const { client, agent, relay } = relayed({
      batch: { client: 'process' },
      limits: { messageBytes: 2_000 },
    })
    client.say([call(1), call(2), call(3)])
    for (const result of ['x'.repeat(900), '\ud800', 'y'.repeat(900)])
      agent.answer((await agent.next()).id, result)
    const answers = [await client.next(), await client.next(), await client.next()]
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(answers[1]).toMatchObject({ error: { data: { reason: 'unsendable' } } })
    await relay.close()
  })

  test('an array is answered whole when the relay is closed under it', async () => {
    const { client, agent, relay } = relayed({ batch: { client: 'process' } })
    client.say([call(1), call(2)])
    agent.answer((await agent.next()).id, 'done')
    await calm()
    await relay.close()
    const [answers] = client.heard as unknown as Heard[][]
    expect(answers).toMatchObject([
      { id: 1, result: 'done' },
      { id: 2, error: { code: -32800 } },
    ])
  })
})
