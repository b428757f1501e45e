import { expect, test } from 'vitest'
import { makePlace, type Place } from '../hub/place.fixture.js'
import { Client, callerOf, type Fields } from '../seat/client.fixture.js'
import type { MemoryPort } from '../seat/memory-port.fixture.js'
import { crude } from './crude.fixture.js'

const open = (more: Fields = {}): Promise<Place> => makePlace({ agents: crude(more) })
const form = { elicitation: { form: {} } }
const isElicitation = ({ method }: Fields): boolean => method === 'elicitation/create'

test('an agent cannot speak with the voice of the gateway', async () => {
  const { hub, folder } = await open({ FORGES: 'yes' })
  const client = await Client.open({ hub })
  const greeted = client.greeting._meta as Fields
  expect(Object.keys(greeted).sort()).toEqual(['parley.dev/delivery', 'parley.dev/session', 'theirs/key'])
  expect(greeted['parley.dev/delivery']).not.toMatchObject({ connectionId: 'forged' })
  expect((await Client.open({ hub, isPlain: true })).greeting._meta).toEqual({ 'theirs/key': 1 })
  const { sessionId, _meta } = await client.ask('session/new', { cwd: folder, mcpServers: [] })
  expect(_meta).toEqual({ 'theirs/key': 1 })
  await client.listen(String(sessionId))
  const ended = await client.turn(String(sessionId), 'forge')
  expect(ended._meta).toEqual({ 'theirs/key': 1 })
  const heard = [...client.stream(String(sessionId)).heard, ...client.own].map(({ message }) => message)
  const forged = heard.find(({ params }) => JSON.stringify(params)?.includes('forged'))
  expect(forged?.params).toMatchObject({
    ...{ _meta: { 'theirs/key': 1 }, update: { _meta: { 'theirs/key': 1 } } },
  })
  expect(JSON.stringify(forged)).not.toContain('parley.dev')
  const methods = heard.map(({ method }) => String(method)).filter(method => method.startsWith('_parley'))
  expect(new Set(methods)).toEqual(new Set(['_parley/session/presence']))
  expect(JSON.stringify(heard)).not.toContain('1000000')
  expect(JSON.stringify(heard)).not.toContain('_parley/retelling')
  await client.turn(String(sessionId), 'ours')
  expect(client.said(String(sessionId))).toContain('-32601')
})

test('what is in our words does not reach an agent', async () => {
  const { hub } = await open()
  const client = await Client.open({ hub })
  // But for the hops, which are for whoever stands behind another gateway.
  const { heard } = client.greeting._meta as { heard: Fields }
  expect(Object.keys(heard).sort()).toEqual(['parley.dev/hops', 'traceparent'])
  await expect(client.ask('_parley/anything', {})).rejects.toMatchObject({
    code: -32601,
    message: 'There is no such method',
  })
})

test('what an agent asks about a request is asked of the client whose request it is', async () => {
  const { hub, folder } = await open()
  const first = await Client.open({ hub, capabilities: form })
  const second = await Client.open({ hub, capabilities: form })
  const asked = first.request('session/new', { cwd: folder, mcpServers: [], _meta: { asks: true } })
  const question = await first.untilOwn(isElicitation)
  expect(question.params).toMatchObject({ requestId: asked.id, message: 'Who?' })
  first.reply(question.id, { action: 'accept', content: { name: 'first' } })
  const { result } = (await asked.answer) as { result: Fields }
  expect(result._meta).toEqual({ got: { action: 'accept', content: { name: 'first' } } })
  const sessionId = String(result.sessionId)
  await first.listen(sessionId)
  await second.load(sessionId, folder)
  // The second is the newest now; a turn is somebody's request, too.
  await second.ask('_crude/pid')
  const { id, answer } = first.prompt(sessionId, 'who')
  const again = await first.untilOwn(message => isElicitation(message) && message.id !== question.id)
  expect(again.params).toMatchObject({ requestId: id })
  first.reply(again.id, { action: 'decline' })
  await answer
  expect(first.said(sessionId)).toBe('{"action":"decline"}')
  expect(second.own.some(({ message }) => isElicitation(message))).toBe(false)
  await first.turn(sessionId, 'nobody')
  expect(first.said(sessionId)).toContain('-32602')
})

test('what belongs to no session is asked of somebody who may answer, though a viewer came last', async () => {
  const { hub, folder } = await open()
  const editor = await Client.open({ hub, capabilities: form })
  const sessionId = await editor.newSession(folder)
  const writer = callerOf({ name: 'Bot', scopes: ['session.read', 'session.write'] })
  const others = [
    await Client.open({ hub, capabilities: form, caller: callerOf({ scopes: ['session.read'] }) }),
    // Who may write may not answer for people.
    await Client.open({ hub, capabilities: form, caller: writer }),
  ]
  const { answer } = editor.prompt(sessionId, 'anybody')
  const question = await editor.untilOwn(isElicitation)
  editor.reply(question.id, { action: 'cancel' })
  await answer
  expect(editor.said(sessionId)).toBe('{"action":"cancel"}')
  for (const other of others) expect(other.own.some(({ message }) => isElicitation(message))).toBe(false)
})

test('what an agent takes back is over for it, whether the client understands that or not', async () => {
  const { hub, folder } = await open()
  const client = await Client.open({ hub, capabilities: form })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'withdrawn')
  expect(client.said(sessionId)).toContain('"code":-32800')
  const { id } = await client.untilOwn(isElicitation)
  const { params } = await client.untilOwn(({ method }) => method === '$/cancel_request')
  expect(params).toEqual({ requestId: id })
  // Too late, and nothing of it comes to anybody.
  client.reply(id, { action: 'accept', content: { name: 'late' } })
  await client.turn(sessionId, 'nobody')
  expect(client.said(sessionId)).not.toContain('late')
})

test('a question outside of any session ends in time when its client does not come back', async () => {
  const { hub, folder } = await makePlace({ agents: crude(), patience: { people: 50 } })
  const client = await Client.open({ hub, capabilities: form })
  const sessionId = await client.newSession(folder)
  const { answer } = client.prompt(sessionId, 'anybody')
  await client.untilOwn(isElicitation)
  for (const ear of (client.port as MemoryPort).ears) if (ear !== client.stream(sessionId).ear) ear.close()
  await answer
  expect(client.said(sessionId)).toBe('{"action":"cancel"}')
})

test('what is asked of an MCP server that a client lends is asked of that client', async () => {
  const { hub, folder } = await open()
  const lender = await Client.open({ hub })
  const mcpServers = [{ type: 'acp', name: 'Mine', serverId: 'lent' }]
  const { sessionId } = await lender.ask('session/new', { cwd: folder, mcpServers })
  await lender.listen(String(sessionId))
  // It came last, and may answer.
  const other = await Client.open({ hub })
  await other.ask('_crude/pid')
  const { answer } = lender.prompt(String(sessionId), 'borrow')
  const question = await lender.untilOwn(({ method }) => method === 'mcp/message')
  lender.reply(question.id, { tools: [] })
  await answer
  expect(lender.said(String(sessionId))).toBe('{"tools":[]}')
  expect(other.own.some(({ message }) => message.method === 'mcp/message')).toBe(false)
  await lender.leave()
  await other.load(String(sessionId), folder)
  const again = other.prompt(String(sessionId), 'borrow')
  const next = await other.untilOwn(({ method }) => method === 'mcp/message')
  other.reply(next.id, { tools: [] })
  await again.answer
})
