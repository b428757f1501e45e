import { expect, test } from 'vitest'
import { agent } from '../agent/agent.js'
import { connect } from '../client/connect.js'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { memoryPair } from '../transport/index.js'
import { extensionNotification, extensionRequest } from './extension.js'
import { handleExtension, handlerTable } from './handlers.js'
import { connected, serve } from './parties.fixture.js'

const readCount = (value: unknown): { count: number } => {
  const { count } = (value ?? {}) as { count?: unknown }
  if (typeof count !== 'number') throw new Error('/count: expected number')
  return { count }
}

const double = extensionRequest('_test/double', {
  gate: { side: 'agent', key: 'test.dev/double' },
  readParams: readCount,
  readResult: readCount,
})
const told = extensionNotification('_test/told', {
  gate: { side: 'agent', key: 'test.dev/told' },
  readParams: readCount,
})
const meta = { 'test.dev/double': {}, 'test.dev/told': {} }

test('an extension is called with typed params and answers with a typed result', async () => {
  const heard: number[] = []
  const [near, far] = memoryPair()
  agent({
    name: 'x',
    version: '1',
    prompt: async () => {},
    meta,
    extensions: [
      handleExtension(double, ({ count }) => ({ count: count * 2 })),
      handleExtension(told, ({ count }) => void heard.push(count) as undefined),
    ],
  }).serve(near)
  const client = await connect(far)
  expect(await client.peer.call(double, { count: 21 })).toEqual({ count: 42 })
  await client.peer.call(told, { count: 7 })
  await calm()
  expect(heard).toEqual([7])
  await client.close()
})

test('an extension that the peer did not advertise fails locally and sends nothing', async () => {
  const { far, client } = await connected()
  const before = far.heard.length
  for (const extension of [double, told])
    await expect(client.peer.call(extension, { count: 1 })).rejects.toMatchObject({
      reason: 'capability_missing',
    })
  expect(far.heard).toHaveLength(before)
  await client.close()
})

test('an extension that was not advertised is answered -32601 and, as a notification, ignored', async () => {
  const heard: number[] = []
  const { far, served } = serve({
    extensions: [
      handleExtension(double, params => params),
      handleExtension(told, ({ count }) => void heard.push(count) as undefined),
    ],
  })
  await far.initialize(1)
  expect((await far.ask('_test/double', { count: 1 })).error).toMatchObject({
    code: -32601,
    data: { reason: 'capability_not_supported', capability: 'agent _meta.test.dev/double' },
  })
  far.notify('_test/told', { count: 1 })
  await calm()
  expect(heard).toEqual([])
  await served.close()
})

test('a request of ours that comes as a notification is not carried out, and the other way round', async () => {
  const heard: string[] = []
  const { far, served } = serve({
    meta,
    extensions: [
      handleExtension(double, params => {
        heard.push('double')
        return params
      }),
      handleExtension(told, () => void heard.push('told') as undefined),
    ],
  })
  await far.initialize(1)
  far.notify('_test/double', { count: 1 })
  expect((await far.ask('_test/told', { count: 1 })).error).toMatchObject({ code: -32601 })
  await calm()
  expect(heard).toEqual([])
  await served.close()
})

test('params that the reader refuses are answered -32602, a result that it refuses fails locally', async () => {
  const { far, served } = serve({ meta, extensions: [handleExtension(double, params => params)] })
  await far.initialize(1)
  expect((await far.ask('_test/double', { count: 'hunter2' })).error).toMatchObject({
    code: -32602,
    message: 'Invalid params: /count: expected number',
  })
  await served.close()
  const other = await connected({}, {}, { agentCapabilities: { _meta: meta } })
  const call = other.client.peer.call(double, { count: 1 })
  const { id } = await other.far.nextOf('_test/double')
  other.far.answer(id, 'odd')
  await expect(call).rejects.toMatchObject({ reason: 'invalid_result' })
  await other.client.close()
})

test('an extension nobody handles is answered -32601', async () => {
  const { far, served } = serve()
  await far.initialize(1)
  expect((await far.ask('_nobody/knows', {})).error).toMatchObject({ code: -32601 })
  await served.close()
})

test('extension notifications that belong to no session are taken one after the other', async () => {
  const log: string[] = []
  const { far, served } = serve({
    meta,
    extensions: [
      handleExtension(told, async ({ count }) => {
        log.push(`start ${count}`)
        await calm(2)
        log.push(`end ${count}`)
        return undefined
      }),
    ],
  })
  await far.initialize(1)
  for (const count of [1, 2, 3]) far.notify('_test/told', { count })
  await expect.poll(() => log, { timeout: 10_000 }).toContain('end 3')
  expect(log).toEqual([1, 2, 3].flatMap(count => [`start ${count}`, `end ${count}`]))
  await served.close()
})

test("a method of one's own has one handler: a second one would take its place in silence", () => {
  const extension = extensionNotification('_mine/told', { readParams: () => 0 })
  const handled = handleExtension(extension, () => {})
  expect(() => handlerTable({ extensions: [handled, handled] })).toThrow('two handlers for _mine/told')
})
