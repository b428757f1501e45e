import { expect, test } from 'vitest'
import type { Side } from '../proxy/index.js'
import { RpcError } from './error.js'
import { calm } from './far-end.fixture.js'
import type { Effect, Interpreter, RelayEvent } from './interpreter.js'
import { interpreted } from './relayed.fixture.js'

type Tag = { readonly call: number }
type Event = RelayEvent<Side, Tag>

/** Passes calls of the client on, counts its steps, and does what a test wants before. */
const passing = (
  before: (event: Event, steps: number) => readonly Effect<Side, Tag>[] | undefined,
): Interpreter<number, Side, Tag> => ({
  start: 0,
  step(steps, event) {
    const effects = before(event, steps) ?? passOn(event)
    return { state: steps + 1, effects }
  },
})

const passOn = (event: Event): readonly Effect<Side, Tag>[] => {
  if (event.kind === 'request')
    return [{ ...event, kind: 'ask', to: 'agent', tag: { call: event.call }, sake: event.call }]
  if (event.kind === 'answer') return [{ kind: 'answer', call: event.tag.call, result: event.result }]
  if (event.kind === 'refusal') return [{ kind: 'refuse', call: event.tag.call, error: event.error }]
  if (event.kind === 'notification') return [{ ...event, kind: 'tell', to: 'agent' }]
  return []
}

const bug = (): never => {
  throw new Error('hunter2')
}

test('a step that throws refuses its call without a word of the fault, is reported, and the next call goes on', async () => {
  const { client, agent, relay, reports } = interpreted(
    passing((event, steps) => {
      if (event.kind === 'request' && event.method === 'bad') bug()
      if (event.kind === 'request') return [{ kind: 'answer', call: event.call, result: steps }]
      return undefined
    }),
  )
  client.request(0, 'good')
  client.request(1, 'bad')
  client.request(2, 'good')
  expect(await client.next()).toMatchObject({ id: 0, result: 0 })
  const refused = await client.next()
  expect(refused).toMatchObject({ id: 1, error: { code: -32603, data: { reason: 'internal_error' } } })
  expect(JSON.stringify(refused)).not.toContain('hunter2')
  expect(await client.next()).toMatchObject({ id: 2, result: 1 })
  expect(reports).toMatchObject([
    { side: 'client', kind: 'handler_failed', method: 'bad', error: { message: 'hunter2' } },
  ])
  await relay.close()
  expect(agent.heard).toEqual([])
})

test('an RpcError that a step throws is the answer', async () => {
  const { client, relay } = interpreted(
    passing(() => {
      throw new RpcError(-32001, 'sign in first', { reason: 'auth_required' })
    }),
  )
  client.request(1, 'ask')
  expect(await client.next()).toMatchObject({ error: { code: -32001, data: { reason: 'auth_required' } } })
  await relay.close()
})

test.each(['answer', 'refusal'] as const)(
  'when the step at an %s throws, the call for whose sake was asked is refused',
  async kind => {
    const { client, agent, relay, reports } = interpreted(
      passing(event => (event.kind === kind ? bug() : undefined)),
    )
    client.request('x', 'ask')
    const { id } = await agent.next()
    if (kind === 'answer') agent.answer(id, 1)
    else agent.say({ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } })
    expect(await client.next()).toMatchObject({ id: 'x', error: { code: -32603 } })
    expect(reports).toMatchObject([{ side: 'agent', kind: 'handler_failed', method: kind }])
    await relay.close()
  },
)

test('when the step at a notification throws, that one is lost and reported, and the order goes on', async () => {
  const { client, agent, relay, reports } = interpreted(
    passing(event => (event.kind === 'notification' && event.method === 'bad' ? bug() : undefined)),
  )
  for (const method of ['one', 'bad', 'two']) client.notify(method)
  expect([await agent.next(), await agent.next()]).toMatchObject([{ method: 'one' }, { method: 'two' }])
  expect(reports).toMatchObject([{ kind: 'handler_failed', method: 'bad' }])
  await relay.close()
})

test('when the step at a cancellation throws, the other side is still told and its answer still comes', async () => {
  const { client, agent, relay, reports } = interpreted(
    passing(event => (event.kind === 'cancelled' ? bug() : undefined)),
  )
  client.request(1, 'slow')
  const { id } = await agent.next()
  client.notify('$/cancel_request', { requestId: 1 })
  expect(await agent.next()).toMatchObject({ method: '$/cancel_request' })
  agent.answer(id, 'all the same')
  expect(await client.next()).toMatchObject({ id: 1, result: 'all the same' })
  expect(reports).toMatchObject([{ kind: 'handler_failed', method: 'cancelled' }])
  await relay.close()
})

test('when the step at an alarm throws, the call that waited for it is refused and the process lives', async () => {
  const { client, relay, reports } = interpreted(
    passing(event => {
      if (event.kind === 'alarm') bug()
      if (event.kind !== 'request') return undefined
      return [{ kind: 'alarm', after: 1, tag: { call: event.call }, sake: event.call }]
    }),
  )
  client.request(1, 'wait')
  expect(await client.next()).toMatchObject({ id: 1, error: { code: -32603 } })
  expect(reports).toMatchObject([{ kind: 'handler_failed', method: 'alarm' }])
  await relay.close()
})

test('an effect that cannot be carried out refuses the call, and so does something that is no step at all', async () => {
  const { client, relay, reports } = interpreted(
    passing(event => {
      if (event.kind === 'request' && event.method === 'nowhere')
        return [{ ...event, kind: 'ask', to: 'nobody' as Side, tag: { call: event.call } }]
      return event.kind === 'request' ? (7 as never) : undefined
    }),
  )
  client.request(1, 'nowhere')
  client.request(2, 'nothing')
  expect(await client.next()).toMatchObject({ id: 1, error: { code: -32603 } })
  expect(await client.next()).toMatchObject({ id: 2, error: { code: -32603 } })
  expect(reports).toHaveLength(2)
  await relay.close()
})

test('an alarm rings after its time, and none rings after the end', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  const rung: number[] = []
  const { client, relay } = interpreted(
    passing(event => {
      if (event.kind === 'alarm') {
        rung.push(event.tag.call)
        return [{ kind: 'answer', call: event.tag.call, result: 'rung' }]
      }
      if (event.kind !== 'request') return undefined
      const after = event.method === 'soon' ? 1 : event.method === 'later' ? 400 : 1e12
      return [{ kind: 'alarm', after, tag: { call: event.call } }]
    }),
  )
  client.request(1, 'never')
  client.request(2, 'later')
  client.request(3, 'soon')
  expect(await client.next()).toMatchObject({ id: 3, result: 'rung' })
  await relay.close()
  expect(timers()).toBeLessThan(before + 2)
  await calm(500)
  expect(rung).toEqual([3])
})

test('a tag that is given up is given up on the other side, and nothing else is', async () => {
  const tags: Tag[] = []
  const { client, agent, relay } = interpreted(
    passing(event => {
      if (event.kind === 'notification') return [{ kind: 'giveUp', tag: tags[0] as Tag }]
      if (event.kind !== 'request') return undefined
      const tag = { call: event.call }
      tags.push(tag)
      return [{ ...event, kind: 'ask', to: 'agent', tag }]
    }),
  )
  client.request(1, 'a')
  client.request(2, 'b')
  const { id } = await agent.next()
  await agent.next()
  client.notify('give up the first')
  expect(await agent.next()).toMatchObject({ method: '$/cancel_request', params: { requestId: id } })
  await relay.close()
  expect(agent.heard).toHaveLength(3)
})

test('what comes before an end is sent, what comes after it is not, and nothing is stepped any more', async () => {
  let steps = 0
  const { client, agent, relay } = interpreted(
    passing(event => {
      steps++
      if (event.kind !== 'request') return undefined
      const error = { code: -32001, message: 'wrong password' }
      return [
        { kind: 'refuse', call: event.call, error },
        { kind: 'close', reason: 'wrong password' },
        { kind: 'tell', to: 'agent', method: 'late', params: undefined },
        { kind: 'alarm', after: 1, tag: { call: event.call } },
      ]
    }),
  )
  client.request(1, 'authenticate')
  client.request(2, 'another')
  expect(await relay.closed).toEqual({ reason: 'wrong password' })
  await Promise.all([client.ended, agent.ended])
  expect(client.heard).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'wrong password' } },
  ])
  expect(agent.heard).toEqual([])
  await calm()
  expect(steps).toBe(1)
})

test('an event that an effect causes waits for the step before it to be done', async () => {
  const log: string[] = []
  const { client, relay } = interpreted(
    passing(event => {
      log.push(event.kind)
      if (event.kind === 'refusal') return [{ kind: 'answer', call: event.tag.call, result: [...log] }]
      if (event.kind !== 'request') return undefined
      const tag = { call: event.call }
      // What cannot be written is refused at once, while the effects of this step are still being carried out.
      const unsendable = { kind: 'ask', to: 'agent', method: 'x', params: { value: 1n }, tag } as const
      return [unsendable, { kind: 'tell', to: 'client', method: 'first', params: undefined }]
    }),
  )
  client.request(1, 'ask')
  expect(await client.next()).toMatchObject({ method: 'first' })
  expect(await client.next()).toMatchObject({ id: 1, result: ['request', 'refusal'] })
  await relay.close()
})

test('a call that a step holds keeps a relay that is ending until it is answered, and no longer', async () => {
  const { client, agent, relay } = interpreted(
    passing(event => {
      if (event.kind === 'request') return []
      if (event.kind !== 'cancelled') return undefined
      return [{ kind: 'answer', call: event.call, result: 'held' }]
    }),
    { limits: { graceMilliseconds: 60_000 } },
  )
  client.request(1, 'hold')
  await calm()
  await agent.close()
  await calm()
  client.notify('$/cancel_request', { requestId: 1 })
  expect(await relay.closed).toEqual({ reason: 'the agent has ended the connection' })
  await client.ended
  expect(client.heard).toEqual([{ jsonrpc: '2.0', id: 1, result: 'held' }])
})
