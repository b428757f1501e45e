import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { connected, newSession, serve, text } from './parties.fixture.js'
import type { Peer } from './peer.js'

test('params that are not valid are not sent', async () => {
  const { far, client } = await connected()
  const before = far.heard.length
  const peer = client.peer as unknown as Peer<'v1', 'client'>
  await expect(peer.request('session/new', { cwd: 'here', mcpServers: [] })).rejects.toMatchObject({
    reason: 'invalid_params',
    message: expect.stringContaining('/cwd: expected absolute path'),
  })
  await expect(peer.request('session/new', { cwd: 7 } as never)).rejects.toMatchObject({
    reason: 'invalid_params',
  })
  expect(() => peer.notify('session/cancel', {} as never)).toThrow('/sessionId')
  await expect(peer.request('session/fly' as never, {} as never)).rejects.toMatchObject({
    reason: 'unknown_method',
  })
  expect(far.heard).toHaveLength(before)
  await client.close()
})

test('results are validated as strictly as params', async () => {
  const { far, client } = await connected()
  for (const result of [
    {},
    { sessionId: 7 },
    null,
    'text',
    { sessionId: '' },
    { sessionId: 'x'.repeat(300) },
  ]) {
    const call = client.newSession({ cwd: '/' })
    const { id } = await far.nextOf('session/new')
    far.answer(id, result)
    await expect(call).rejects.toMatchObject({ name: 'AcpError', reason: 'invalid_result' })
  }
  await client.close()
})

test('a stop reason that does not exist is refused', async () => {
  const all = await connected()
  const session = await newSession(all)
  const turn = session.prompt('go')
  const { id } = await all.far.nextOf('session/prompt')
  all.far.answer(id, { stopReason: 7 })
  await expect(turn.outcome).rejects.toMatchObject({ reason: 'invalid_result' })
  await all.client.close()
})

test('paths and lines in results are held to the same rules', async () => {
  const { far, client } = await connected(
    {},
    {},
    { agentCapabilities: { sessionCapabilities: { list: {} } } },
  )
  const call = client.peer.request('session/list', {})
  const { id } = await far.nextOf('session/list')
  far.answer(id, { sessions: [{ sessionId: 's', cwd: 'relative' }] })
  await expect(call).rejects.toMatchObject({
    reason: 'invalid_result',
    message: expect.stringContaining('/sessions/0/cwd'),
  })
  await client.close()
})

test('noise from an agent is never answered, but counted and reported', async () => {
  const { far, client, log } = await connected()
  const before = far.heard.length
  far.sayText('Listening on port 3000')
  far.sayText('{"half":')
  await calm()
  expect(far.heard).toHaveLength(before)
  expect(log.map(({ event }) => event)).toEqual(['noise', 'noise'])
  expect(JSON.stringify(log)).not.toContain('3000')
  await client.close()
})

test('an agent answers bad JSON and a bad envelope', async () => {
  const { far, served } = serve()
  far.sayText('no JSON')
  expect((await far.next()).error?.code).toBe(-32700)
  far.say({ jsonrpc: '1.0', id: 1, method: 'x' })
  expect((await far.next()).error?.code).toBe(-32600)
  await served.close()
})

test('batches: version 1 refuses, version 2 works them through, before the agreement they are refused', async () => {
  const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'session/list', params: {} })
  for (const version of [1, 2] as const) {
    const { far, served } = serve()
    far.say([list(1)])
    expect(await far.next()).toMatchObject({ id: null, error: { code: -32600 } })
    await far.initialize(version)
    await far.next()
    far.say([list(1), list(2)])
    const answer = await far.next()
    if (version === 1) expect(answer).toMatchObject({ id: null, error: { code: -32600 } })
    else expect(answer).toMatchObject([{ id: 1, result: { sessions: [] } }, { id: 2 }])
    await served.close()
  }
})

test('id null is tolerated in version 1 and refused in version 2', async () => {
  for (const version of [1, 2] as const) {
    const { far, served } = serve()
    await far.initialize(version)
    far.request(null, 'session/new', { cwd: '/', mcpServers: [] })
    const answer = await far.answerTo(null)
    if (version === 1) expect(answer.result).toBeDefined()
    else expect(answer.error?.code).toBe(-32600)
    await served.close()
  }
})

test('a batch of typed calls is checked before it is sent, and its answers after', async () => {
  const { far, client } = await connected({}, { version: 2 })
  expect(() => client.peer.batch([{ method: 'session/new', params: { cwd: 'x' } }])).toThrow('/cwd')
  const answers = client.peer.batch([
    { method: 'session/list', params: {} },
    { method: 'session/cancel', params: { sessionId: 's' }, isNotification: true },
    { method: 'session/close', params: { sessionId: 's' } },
  ])
  let sent = (await far.next()) as unknown as { id: number; method: string }[]
  while (!Array.isArray(sent)) sent = (await far.next()) as never
  expect(sent.map(({ method }) => method)).toEqual(['session/list', 'session/cancel', 'session/close'])
  far.say([
    { jsonrpc: '2.0', id: sent[2]?.id, result: {} },
    { jsonrpc: '2.0', id: sent[0]?.id, result: { sessions: 'none', nextCursor: 7 } },
  ])
  await expect(answers[0]).rejects.toMatchObject({ reason: 'invalid_result' })
  expect(await answers[1]).toEqual({})
  await client.close()
})

test('the W3C trace context of a prompt is passed on with everything done for it', async () => {
  const read = { clientCapabilities: { fs: { readTextFile: true } } }
  const { far, served } = serve({
    async prompt(turn) {
      turn.say('a')
      await turn.files?.read('/notes')
      await turn.ask({ title: 'may I' })
    },
  })
  const sessionId = await far.begin(1, read)
  const trace = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=1',
    baggage: 'b=2',
  }
  const _meta = { ...trace, 'x.dev/own': 'not trace' }
  far.request('p', 'session/prompt', { sessionId, prompt: text('go'), _meta })
  expect((await far.nextOf('session/update')).params).toMatchObject({ _meta: trace })
  const asked = await far.nextOf('fs/read_text_file')
  expect((asked.params as { _meta: object })._meta).toEqual(trace)
  far.answer(asked.id, { content: '' })
  const permission = await far.nextOf('session/request_permission')
  expect((permission.params as { _meta: object })._meta).toEqual(trace)
  far.answer(permission.id, { outcome: { outcome: 'cancelled' } })
  await far.answerTo('p')
  await served.close()
})

test('a handler’s bug is answered -32603 without a detail', async () => {
  const { far, served, log } = serve({
    prompt: () => Promise.reject(new Error('hunter2')),
  })
  const sessionId = await far.begin()
  const { error } = await far.ask('session/prompt', { sessionId, prompt: text('go') })
  expect(error).toMatchObject({ code: -32603, message: 'Internal error', data: { reason: 'internal_error' } })
  expect(JSON.stringify(error)).not.toContain('hunter2')
  expect(log).toMatchObject([{ event: 'handler_failed', correlationId: error?.data?.correlationId }])
  await served.close()
})
