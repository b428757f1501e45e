import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { connected, newSession, serve, text } from './parties.fixture.js'

test('an unknown method is answered -32601 with its name cut and made printable', async () => {
  const { far, served } = serve()
  await far.initialize(1)
  expect((await far.ask('session/fly', {})).error).toMatchObject({
    code: -32601,
    data: { reason: 'method_not_found', method: 'session/fly' },
  })
  const { error } = await far.ask(`\u001b[31m${'x'.repeat(5_000)}`, {})
  expect(error?.code).toBe(-32601)
  expect(JSON.stringify(error)).not.toContain('\\u001b')
  expect(JSON.stringify(error).length).toBeLessThan(600)
  await served.close()
})

test('a method name that ends in half a character costs one answer, not the connection', async () => {
  const { far, served } = serve()
  await far.initialize(1)
  far.sayText('{"jsonrpc":"2.0","id":"a","method":"x\\ud83d"}')
  expect((await far.answerTo('a')).error).toMatchObject({ code: -32601 })
  far.request('b', `${'x'.repeat(127)}\u{1f600}`)
  expect((await far.answerTo('b')).error).toMatchObject({ code: -32601 })
  expect(
    (await far.ask('session/prompt', { sessionId: `${'y'.repeat(255)}\u{1f600}z`, prompt: text('') })).error,
  ).toMatchObject({
    code: -32002,
  })
  await served.close()
})

test('bad params are answered -32602 with the path of the flaw and never with the value', async () => {
  const { far, served } = serve()
  const sessionId = await far.begin()
  const { error } = await far.ask('session/prompt', {
    sessionId,
    prompt: [{ type: 'text', text: { secret: 'hunter2' } }],
  })
  expect(error).toMatchObject({
    code: -32602,
    message: 'Invalid params: /prompt/0/text: expected string, found object',
    data: {
      reason: 'invalid_params',
      flaws: [{ path: '/prompt/0/text', expected: 'string', found: 'object' }],
    },
  })
  expect(JSON.stringify(error)).not.toContain('hunter2')
  await served.close()
})

test('at most eight flaws are told, in at most four kilobytes, however many there are', async () => {
  const { far, client } = await connected()
  const locations = Array.from({ length: 5_000 }, () => ({ path: 'hunter2' }))
  const { error } = await far.ask('session/request_permission', {
    sessionId: 's1',
    toolCall: { toolCallId: 't', locations },
    options: [{ optionId: 'a', name: 'Allow', kind: 'allow_once' }],
  })
  expect(error?.code).toBe(-32602)
  expect(error?.data?.flaws).toHaveLength(8)
  expect(JSON.stringify(error?.data).length).toBeLessThan(4_096)
  expect(JSON.stringify(error)).not.toContain('hunter2')
  await client.close()
})

test('a relative path is refused, wherever one is asked for', async () => {
  const { far, served } = serve()
  await far.initialize(1)
  expect((await far.ask('session/new', { cwd: 'here', mcpServers: [] })).error).toMatchObject({
    code: -32602,
    message: 'Invalid params: /cwd: expected absolute path, found relative path',
  })
  expect((await far.ask('session/new', { cwd: 'C:\\here', mcpServers: [] })).result).toBeDefined()
  await served.close()
})

test('a client refuses a relative path and a line 0 in what it lends', async () => {
  const asked: unknown[] = []
  const read = (request: unknown) => {
    asked.push(request)
    return { content: 'text' }
  }
  const all = await connected({ files: { read } })
  await newSession(all)
  const { far, client } = all
  expect((await far.ask('fs/read_text_file', { sessionId: 's1', path: 'notes' })).error).toMatchObject({
    code: -32602,
  })
  expect((await far.ask('fs/read_text_file', { sessionId: 's1', path: '/n', line: 0 })).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('/line: expected line counted from 1'),
  })
  expect((await far.ask('fs/read_text_file', { sessionId: 's1', path: '/n', line: 1 })).result).toEqual({
    content: 'text',
  })
  expect(asked).toHaveLength(1)
  await client.close()
})

test('a result of our own handler that is not valid is not sent: it is a bug, told in the log', async () => {
  const read = () => ({ content: 7 }) as never
  const all = await connected({ files: { read } })
  await newSession(all)
  const { far, client, log } = all
  const { error } = await far.ask('fs/read_text_file', { sessionId: 's1', path: '/n' })
  expect(error).toMatchObject({ code: -32603, message: 'Internal error' })
  expect(JSON.stringify(error)).not.toContain('content')
  expect(log).toMatchObject([
    { level: 'error', event: 'handler_failed', correlationId: error?.data?.correlationId },
  ])
  await client.close()
})

test('an update with something to drop is salvaged and reported; when strict it is an error', async () => {
  for (const strict of [false, true]) {
    const all = await connected({}, { strict })
    const session = await newSession(all)
    const seen: unknown[] = []
    session.onUpdate(update => seen.push(update))
    all.far.notify('session/update', {
      sessionId: 's1',
      update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'x', kind: 7 },
    })
    await calm()
    expect(seen).toHaveLength(strict ? 0 : 1)
    expect(all.log.map(({ event }) => event)).toContain('salvaged')
    await all.client.close()
  }
})

test('a notification that cannot be used is reported and passed over', async () => {
  const all = await connected()
  const session = await newSession(all)
  const seen: unknown[] = []
  session.onUpdate(update => seen.push(update))
  all.far.notify('session/update', { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk' } })
  all.far.notify('session/update', { update: 'hunter2' })
  all.far.notify('session/update', {
    sessionId: 's1',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'fine' } },
  })
  await calm()
  expect(seen).toHaveLength(1)
  expect(all.log.filter(({ event }) => event === 'invalid_notification')).toHaveLength(2)
  expect(JSON.stringify(all.log)).not.toContain('hunter2')
  await all.client.close()
})

test('an unknown notification is reported, one that asks for no notice is not', async () => {
  const { far, client, log } = await connected()
  far.notify('session/what')
  far.notify('$/progress', {})
  far.notify('_vendor/thing', {})
  await calm()
  expect(log.map(({ event, method }) => [event, method])).toEqual([['ignored_notification', 'session/what']])
  await client.close()
})

test('unknown fields and unknown variants survive, _meta included', async () => {
  const all = await connected({}, { version: 2 })
  const session = await newSession(all)
  const seen: unknown[] = []
  session.onUpdate(update => seen.push(update))
  const updates = [
    {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { type: 'text', text: 'a', _meta: { 'x.dev/y': [1] }, future: { deep: true } },
      _meta: { traceparent: '00-1' },
      future: 1,
    },
    { sessionUpdate: '_vendor_thing', anything: [1, { two: 2 }] },
  ]
  for (const update of updates) all.far.notify('session/update', { sessionId: 's1', update })
  await calm()
  expect(seen).toEqual(updates)
  await all.client.close()
})

test('an update of a kind that version 1 does not know is passed over and reported, and the session goes on', async () => {
  const all = await connected()
  const session = await newSession(all)
  const seen: unknown[] = []
  session.onUpdate(update => seen.push(update))
  const chunk = {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'a', _meta: { 'x.dev/y': [1] }, future: { deep: true } },
    _meta: { traceparent: '00-1' },
    future: 1,
  }
  for (const update of [{ sessionUpdate: 'future_x', hunter2: 1 }, chunk])
    all.far.notify('session/update', { sessionId: 's1', update })
  await calm()
  expect(seen).toEqual([chunk])
  expect(all.log).toMatchObject([{ event: 'invalid_notification', method: 'session/update' }])
  await all.client.close()
})

test('a refusal that was meant for the peer is an answer in the log, not a failure', async () => {
  const { far, served, log } = serve()
  await far.initialize(1)
  await far.ask('session/prompt', { sessionId: 'nobody', prompt: [] })
  expect(log).toMatchObject([{ level: 'info', event: 'refused', method: 'session/prompt' }])
  await served.close()
})
