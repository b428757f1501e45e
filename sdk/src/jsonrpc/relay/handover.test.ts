import { expect, test } from 'vitest'
import { relay } from '../../proxy/index.js'
import { lines, memoryPair } from '../../transport/index.js'
import { chunkedPair } from '../chunked-pair.fixture.js'
import { Connection } from '../connection.js'
import { calm, FarEnd, gate, handler } from '../far-end.fixture.js'
import { defaultLimits } from '../limits.js'
import { handover } from './handover.js'

test('what is handed over stays the value it was, what is sent is read as text', async () => {
  const { outer, inner } = handover(defaultLimits)
  const message = { jsonrpc: '2.0', method: 'x', params: { list: [1] } } as const
  inner.hand(message, 10)
  void outer.send(message, JSON.stringify(message))
  for await (const { messages } of outer.incoming) {
    expect(messages[0]).toBe(message)
    break
  }
  for await (const { messages, sizes } of inner.incoming) {
    expect(messages).toEqual([message])
    expect(messages[0]).not.toBe(message)
    expect(sizes).toEqual([JSON.stringify(message).length])
    break
  }
})

test('whoever closes it is told when everything has been sent on and the far wire is closed', async () => {
  const { outer, inner } = handover(defaultLimits)
  const [toAgent, agent] = memoryPair()
  const slow = gate()
  relay(inner, {
    incoming: toAgent.incoming,
    send: (message, text) => toAgent.send(message, text),
    close: () => slow.opened.then(() => toAgent.close()),
  })
  let isClosed = false
  void outer.close().then(() => {
    isClosed = true
  })
  await calm()
  expect(isClosed).toBe(false)
  slow.open()
  await outer.close()
  await new FarEnd(agent).ended
})

test('whoever closes it waits for no answer any more, and the far side is told so', async () => {
  const { outer, inner } = handover(defaultLimits)
  const [toAgent, agentChannel] = memoryPair()
  relay(inner, toAgent, { limits: { graceMilliseconds: 60_000 } })
  const agent = new FarEnd(agentChannel)
  const connection = new Connection(outer, { handler: handler({}) })
  const answer = connection.request('slow')
  const { id } = await agent.next()
  await Promise.all([connection.close(), expect(answer).rejects.toMatchObject({ reason: 'closed' })])
  await agent.ended
  expect(agent.heard.at(-1)).toMatchObject({ method: '$/cancel_request', params: { requestId: id } })
})

test('what broke the far wire is what its owner sees, after all that was said before', async () => {
  const { outer, inner } = handover(defaultLimits)
  const wire = chunkedPair([1_000])
  relay(inner, lines(wire.streams[0]))
  const connection = new Connection(outer, { handler: handler({}) })
  const answer = connection.request('slow')
  await calm()
  wire.kill()
  await expect(answer).rejects.toMatchObject({ reason: 'closed', cause: { message: 'the cable was cut' } })
  expect((await connection.closed).error).toMatchObject({ message: 'the cable was cut' })
})

test('a notification is passed on as its author meant it when it was said, whatever becomes of the value', async () => {
  const { outer, inner } = handover(defaultLimits)
  const [toAgent, agentChannel] = memoryPair()
  relay(inner, toAgent)
  const agent = new FarEnd(agentChannel)
  const connection = new Connection(outer, { handler: handler({}) })
  const params: { word: string; at?: Date } = { word: 'one' }
  connection.notify('plain', params)
  params.word = 'two'
  params.at = new Date(0)
  connection.notify('in its own way', params)
  connection.notify('large', { word: 'x'.repeat(100_000) })
  expect(await agent.next()).toEqual({ jsonrpc: '2.0', method: 'plain', params: { word: 'one' } })
  expect(await agent.next()).toMatchObject({ params: { word: 'two', at: '1970-01-01T00:00:00.000Z' } })
  expect(await agent.next()).toMatchObject({ method: 'large' })
  await expect(connection.notify('no', { value: 1n })).rejects.toMatchObject({ reason: 'unsendable' })
  await connection.close()
  expect(() => outer.send({} as never, '{}')).toThrow('closed')
})

test('a value that is given counts as much as its text, so that its author waits', async () => {
  const { outer, inner } = handover(defaultLimits)
  const [toAgent] = memoryPair()
  relay(inner, toAgent)
  const connection = new Connection(outer, {
    handler: handler({}),
    limits: { unsentBytes: 100_000, graceMilliseconds: 10 },
  })
  let refused: unknown
  let said = 0
  while (refused === undefined && said < 1_000) {
    connection.notify('say', { text: 'x'.repeat(10_000), said: said++ })?.catch(error => {
      refused = error
    })
    await Promise.resolve()
  }
  expect(refused).toMatchObject({ reason: 'backlogged' })
  expect(said).toBeLessThan(100)
  await connection.close()
})
