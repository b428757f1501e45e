import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Delivery } from '@parley/acp/jsonrpc'
import { memoryJournal } from '@parley/acp/store'
import { expect, onTestFinished, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { crude } from '../upstream/crude.fixture.js'
import { Client, callerOf, type Fields } from './client.fixture.js'
import { MemoryPort } from './memory-port.fixture.js'

const notFound = { code: -32002, data: { reason: 'session_not_found' } }
const denied = { data: { reason: 'permission_denied' } }

test('for another principal a session is not there, on any method', async () => {
  const { hub, folder, carriedOut } = await makePlace({ keeps: true })
  const ann = await Client.open({ hub })
  const sessionId = await ann.newSession(folder)
  await ann.turn(sessionId, 'say hello')
  const mallory = callerOf({ principal: 'mallory', name: 'Mallory' })
  const stranger = await Client.open({ hub, caller: mallory })
  const params = { sessionId, cwd: folder, mcpServers: [] }
  const methods = [
    ['session/load', params],
    ['session/resume', params],
    ['session/fork', params],
    ['_parley/session/attach', { sessionId }],
    ['session/prompt', { sessionId, prompt: [] }],
    ['session/set_mode', { sessionId, modeId: 'code' }],
    ['session/set_config_option', { sessionId, configId: 'x', value: 'y' }],
    ['session/close', { sessionId }],
    ['session/status', { sessionId }],
    ['session/archive', { sessionId }],
    ['session/set_title', { sessionId, title: 'mine' }],
    ['_any/other', { sessionId }],
  ] as const
  for (const [method, given] of methods)
    await expect(stranger.ask(method, given), method).rejects.toMatchObject(notFound)
  stranger.notify('session/cancel', { sessionId })
  expect(await stranger.listen(sessionId)).toBe('unknown')
  expect(await stranger.listen(sessionId, ann.stream(sessionId).position)).toBe('unknown')
  expect(await hub.knowsSession(sessionId, mallory)).toBe(false)
  expect(await hub.knowsSession(sessionId, callerOf())).toBe(true)
  expect(await stranger.ask('session/list')).toEqual({ sessions: [] })
  expect((await ann.ask('session/list')).sessions).toMatchObject([{ sessionId }])
  expect(await carriedOut()).toEqual(['say hello'])
  await ann.turn(sessionId, 'say still there')
})

test('a list is of those whom one may see, also when it is asked for in the name of a session', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const ann = await Client.open({ hub })
  const [secret, shared] = [await ann.newSession(folder), await ann.newSession(folder)]
  for (const sessionId of [secret, shared]) await ann.turn(sessionId, 'say hello')
  const bob = await Client.open({ hub, caller: callerOf({ principal: 'bob' }) })
  const his = await bob.newSession(folder)
  await bob.turn(his, 'say hello')
  const guest = await Client.open({ hub, caller: callerOf({ session: shared }) })
  await guest.load(shared, folder)
  const rows = [
    [bob, his],
    [guest, shared],
  ] as const
  for (const [client, sessionId] of rows)
    for (const method of ['session/list', '_parley/session/list']) {
      const { sessions } = await client.ask(method, { sessionId })
      expect(sessions, method).toMatchObject([{ sessionId }])
    }
  expect((await ann.ask('session/list', { sessionId: shared })).sessions).toHaveLength(2)
})

test('another principal has a process of its own', async () => {
  const { hub } = await makePlace()
  const [ann, too, bob] = [
    await Client.open({ hub }),
    await Client.open({ hub, caller: callerOf({ name: 'Ann at home' }) }),
    await Client.open({ hub, caller: callerOf({ principal: 'bob' }) }),
  ]
  const [one, two, three] = await Promise.all([ann, too, bob].map(client => client.ask('_fixture/pid')))
  expect(two).toEqual(one)
  expect(three).not.toEqual(one)
})

test('who may only look changes nothing and answers nothing, and sees what happens', async () => {
  const { hub, folder, carriedOut } = await makePlace()
  const ann = await Client.open({ hub })
  const sessionId = await ann.newSession(folder)
  const viewer = await Client.open({ hub, caller: callerOf({ name: 'Eve', scopes: ['session.read'] }) })
  await viewer.load(sessionId, folder)
  await expect(viewer.ask('session/new', { cwd: folder, mcpServers: [] })).rejects.toMatchObject(denied)
  for (const method of ['session/prompt', 'session/set_mode', 'session/delete', '_any/other', 'authenticate'])
    await expect(viewer.ask(method, { sessionId, modeId: 'code', prompt: [] }), method).rejects.toMatchObject(
      denied,
    )
  const { answer } = ann.prompt(sessionId, 'ask')
  const { id } = await ann.question(sessionId)
  viewer.reply(id, { outcome: { outcome: 'selected', optionId: 'allow_always' } })
  viewer.notify('session/cancel', { sessionId })
  const told = await viewer.until(sessionId, ({ method }) => method === '_parley/session/answered')
  expect(told.params).toMatchObject({ requestId: id, reason: 'permission_denied' })
  expect(viewer.stream(sessionId).heard.some(({ message }) => message.id === id)).toBe(false)
  ann.reply(id, { outcome: { outcome: 'selected', optionId: 'reject_once' } })
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  await viewer.untilEnds(sessionId, 1)
  expect(viewer.said(sessionId)).toBe('chosen: reject_once')
  expect(await carriedOut()).toEqual(['ask'])
})

test('who may not even look sees no session', async () => {
  const { hub, folder } = await makePlace()
  const ann = await Client.open({ hub })
  const sessionId = await ann.newSession(folder)
  const nobody = await Client.open({ hub, caller: callerOf({ scopes: ['permission.answer'] }) })
  expect(await nobody.listen(sessionId, 'a.1')).toBe('unknown')
  await expect(nobody.ask('session/load', { sessionId, cwd: folder, mcpServers: [] })).rejects.toMatchObject(
    notFound,
  )
  await expect(nobody.ask('session/list')).rejects.toMatchObject(denied)
})

test('a session works inside the roots of its principal, whatever links say', async () => {
  const { hub, folder } = await makePlace()
  const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')]
  for (const path of [inside, outside, join(inside, 'deep'), `${inside}-beside`]) await mkdir(path)
  await symlink(outside, join(inside, 'link'))
  await writeFile(join(inside, 'file'), '')
  const client = await Client.open({ hub, caller: callerOf({ roots: [inside] }) })
  const open = (cwd: unknown, more: Fields = {}): Promise<Fields> =>
    client.ask('session/new', { cwd, mcpServers: [], ...more })
  for (const cwd of [
    outside,
    folder,
    join(inside, 'link'),
    join(inside, '..', 'outside'),
    `${inside}-beside`,
    '/nowhere',
    '/',
  ])
    await expect(open(cwd), String(cwd)).rejects.toMatchObject({ code: -32005 })
  await expect(open('relative')).rejects.toMatchObject({ code: -32602 })
  await expect(open(inside, { additionalDirectories: [outside] })).rejects.toMatchObject({ code: -32005 })
  await expect(open(join(inside, 'deep'))).resolves.toMatchObject({ sessionId: expect.any(String) })
})

test('a session that only the agent knows can be loaded where there is one principal, and only there', async () => {
  const first = await makePlace({ keeps: true })
  const ann = await Client.open({ hub: first.hub })
  const sessionId = await ann.newSession(first.folder)
  await ann.turn(sessionId, 'say remembered')
  await first.hub.close(0)
  const options = { keeps: true, folder: first.folder }
  // The same agent's store, but nothing in the journal of the gateway.
  const solitary = await makePlace({ ...options, isSolitary: () => true, wrap: () => memoryJournal() })
  const client = await Client.open({ hub: solitary.hub })
  // What it was told of may be listened to before it is open.
  expect(await client.ask('session/list')).toMatchObject({ sessions: [{ sessionId }] })
  await client.load(sessionId, first.folder)
  expect(client.said(sessionId)).toBe('remembered ')
  expect(await client.turn(sessionId, 'say more')).toEqual({ stopReason: 'end_turn' })
  await solitary.hub.close(0)
  const shared = await makePlace({ ...options, wrap: () => memoryJournal() })
  const other = await Client.open({ hub: shared.hub })
  await expect(other.load(sessionId, first.folder)).rejects.toMatchObject(notFound)
})

test('requests before initialize, a second one, noise and arrays are refused, and the connection goes on', async () => {
  const { hub } = await makePlace()
  const port = new MemoryPort()
  hub.serve(port, callerOf())
  const heard: Fields[] = []
  await port.listen({ session: undefined, after: undefined }, ({ message }) => heard.push(message))
  port.say({ id: 1, method: 'session/list', params: {} })
  port.say({ id: { not: 'an id' }, method: 'initialize', params: {} })
  port.say({ id: 2, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } })
  port.say({ id: 3, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } })
  port.say({ id: 4, method: '_fixture/pid', params: {} })
  await expect.poll(() => heard.length).toBe(5)
  const codes = heard.map(({ id, error }) => [id, (error as Fields | undefined)?.code])
  expect(codes).toEqual([
    [1, -32600],
    [null, -32600],
    [2, undefined],
    [3, -32600],
    [4, undefined],
  ])
})

test('a call in another frame than JSON-RPC 2.0 is refused under its id, with what was found', async () => {
  const { hub } = await makePlace()
  const client = await Client.open({ hub })
  const frames = [
    { jsonrpc: '1.0', id: 'one', method: '_fixture/pid', params: {} },
    { jsonrpc: undefined, id: 'two', method: '_fixture/pid', params: {} },
    { jsonrpc: 2, method: 'session/cancel', params: { sessionId: 'x' } },
    { jsonrpc: `\u001b[31m${'x'.repeat(100)}`, id: 'four', method: 'initialize', params: {} },
    { id: 'five', method: '_fixture/pid', params: 'text' },
  ]
  for (const frame of frames) client.port.say(frame)
  await client.ask('_fixture/pid')
  const refused = client.own.map(({ message }) => message).filter(({ error }) => error !== undefined)
  const found = /^Invalid request: \/(jsonrpc: expected "2.0"|params: expected an object or an array), found /
  const shown = refused.map(({ id, error }) => {
    const { code, message } = error as { readonly code: number; readonly message: string }
    return [id, code, message.replace(found, '')]
  })
  expect(shown).toEqual([
    ['one', -32600, '"1.0"'],
    ['two', -32600, 'nothing'],
    [null, -32600, 'a number'],
    ['four', -32600, expect.stringMatching(/x{20,40}…"$/)],
    ['five', -32600, 'a string'],
  ])
  expect(shown.join()).not.toContain('\u001b')
})

test('what belongs to no session is heard again from an event on, and one listens at a time', async () => {
  const { hub } = await makePlace()
  const client = await Client.open({ hub })
  await client.ask('_fixture/pid')
  const [first] = client.own
  const again: Fields[] = []
  const where = { session: undefined, after: undefined }
  expect(await client.port.listen(where, () => {})).toBe('taken')
  await client.port.listen({ ...where, after: first?.id }, ({ message }) => again.push(message))
  await expect.poll(() => again.length).toBe(1)
  expect(again).toEqual([client.own[1]?.message])
})

test('a deleted session is gone for everybody, and a principal has no more sessions than it may', async () => {
  const { hub, folder } = await makePlace({ keeps: true, mostSessions: 2 })
  const client = await Client.open({ hub })
  const [one] = [await client.newSession(folder), await client.newSession(folder)]
  await expect(client.newSession(folder)).rejects.toMatchObject({ data: { reason: 'rate_limited' } })
  await client.ask('session/delete', { sessionId: one })
  await expect(client.turn(one, 'say x')).rejects.toMatchObject(notFound)
  expect(await hub.knowsSession(one, callerOf())).toBe(false)
  await client.newSession(folder)
})

test('a session is gone when it is said to be deleted, also where its agent had forgotten it already', async () => {
  const place = await makePlace({ keeps: true })
  const first = await Client.open({ hub: place.hub })
  const sessionId = await first.newSession(place.folder)
  await first.turn(sessionId, 'say one')
  const { hub, folder, journal } = await place.again()
  await rm(join(folder, 'agent'), { recursive: true })
  const client = await Client.open({ hub })
  expect(await client.ask('session/delete', { sessionId })).toEqual({})
  expect((await journal.list()).sessions).toEqual([])
})

test('a fork has the past of its source and goes its own way', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const client = await Client.open({ hub })
  const source = await client.newSession(folder)
  await client.turn(source, 'say before')
  const fork = await client.ask('session/fork', { sessionId: source, cwd: folder, mcpServers: [] })
  const sessionId = String(fork.sessionId)
  await client.listen(sessionId)
  expect(await client.turn(sessionId, 'say after')).toEqual({ stopReason: 'end_turn' })
  expect([client.said(source), client.said(sessionId)]).toEqual(['before ', 'after '])
  const other = await Client.open({ hub })
  await other.load(sessionId, folder)
  expect(other.said(sessionId)).toBe('before after ')
})

test('a client that never listens to what it is told is shown out before it fills the memory', async () => {
  const { hub } = await makePlace()
  const port = new MemoryPort()
  hub.serve(port, callerOf())
  const name = 'x'.repeat(200_000)
  port.say({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } })
  for (let id = 1; id < 40 && !port.isClosed; id++)
    port.say({ id, method: '_fixture/echo', params: { name } })
  await expect.poll(() => port.isClosed, { timeout: 10_000 }).toBe(true)
})

test('scout works behind a hub, for two screens at once', async () => {
  const state = await mkdtemp(join(tmpdir(), 'parley-scout-'))
  onTestFinished(() => rm(state, { recursive: true, force: true }))
  const program = "import { serveScout } from '@parley/scout'; await serveScout({ models: [] })"
  const env = { XDG_STATE_HOME: state, HOME: state }
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const agents = {
    scout: { command: process.execPath, args: ['--input-type=module', '-e', program], env, cwd },
  }
  const { hub, folder } = await makePlace({ agents })
  await writeFile(join(folder, 'notes.md'), '# Notes\n')
  const [one, two] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await one.newSession(folder)
  await two.load(sessionId, folder)
  expect(await one.turn(sessionId, 'What is in notes.md?')).toEqual({ stopReason: 'end_turn' })
  await two.untilEnds(sessionId, 1)
  expect(one.said(sessionId)).not.toBe('')
  expect(two.history(sessionId)).toEqual(one.history(sessionId))
})

test('for a guest of one session there is no other, and it makes none', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const ann = await Client.open({ hub })
  const [shown, hidden] = [await ann.newSession(folder), await ann.newSession(folder)]
  const caller = callerOf({ name: 'Guest', session: shown })
  const guest = await Client.open({ hub, caller })
  await guest.load(shown, folder)
  expect(await guest.turn(shown, 'say hello')).toEqual({ stopReason: 'end_turn' })
  await expect(guest.load(hidden, folder)).rejects.toMatchObject(notFound)
  await expect(guest.ask('session/status', { sessionId: hidden })).rejects.toMatchObject(notFound)
  expect(await guest.listen(hidden)).toBe('unknown')
  await expect(guest.newSession(folder)).rejects.toMatchObject(denied)
  // Whatever an agent makes of a method that nobody here knows, it could tell of other sessions.
  for (const method of ['_fixture/echo', 'authenticate', 'session/delete', 'session/close'])
    await expect(guest.ask(method, { sessionId: shown })).rejects.toMatchObject(denied)
  await expect(guest.ask('_fixture/pid')).rejects.toMatchObject(denied)
  await ann.ask('_fixture/pid')
  await expect(
    guest.ask('session/fork', { sessionId: shown, cwd: folder, mcpServers: [] }),
  ).rejects.toMatchObject(denied)
  expect((await guest.ask('session/list')).sessions).toMatchObject([{ sessionId: shown }])
  expect([await hub.knowsSession(shown, caller), await hub.knowsSession(hidden, caller)]).toEqual([
    true,
    false,
  ])
})

test('a port that hears nothing more is told what is owed, and then closed', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const { answer } = client.prompt(sessionId, 'slowly 20')
  await client.until(sessionId, () => client.said(sessionId).includes('1'))
  const port = client.port as MemoryPort
  port.drain()
  expect((await answer).result).toEqual({ stopReason: 'end_turn' })
  await expect.poll(() => port.isClosed).toBe(true)
})

test('a request that is under way is answered before the gateway ends, or called off in the end', async () => {
  const { hub, folder } = await makePlace({ agents: crude() })
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const slow = client.request('_crude/slow', { sessionId })
  const hung = client.request('_crude/hang', { sessionId })
  const outside = client.request('_crude/hang')
  await client.ask('_crude/pid')
  await hub.close(1_500)
  expect((await slow.answer).result).toEqual({})
  for (const { answer } of [hung, outside]) expect((await answer).error).toMatchObject({ code: -32800 })
})

test('what nobody waits for any more is called off, but not what changes a session for others', async () => {
  const { hub, folder } = await makePlace({ agents: crude(), patience: { agents: 300 } })
  const [staying, leaving] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await staying.newSession(folder)
  await leaving.load(sessionId, folder)
  for (const method of ['_crude/hang', 'session/set_mode']) leaving.request(method, { sessionId })
  leaving.request('_crude/hang')
  await leaving.ask('_crude/pid')
  await leaving.leave()
  const givenUp = async (): Promise<unknown> => (await staying.ask('_crude/given-up')).methods
  await expect.poll(async () => String(await givenUp())).toMatch(/^_crude\/hang,_crude\/hang/)
  // An agent that never says what became of it does not keep anybody waiting for ever.
  await expect(staying.ask('session/set_mode', { sessionId })).rejects.toMatchObject({
    data: { reason: 'timeout' },
  })
  expect(await givenUp()).toHaveLength(4)
})

test('what waits for an agent weighs something until it is answered', async () => {
  const { hub, folder } = await makePlace({ agents: crude() })
  let held = 0
  const hold = (bytes: number): (() => void) | undefined => {
    if (held + bytes > 250) return undefined
    held += bytes
    return () => {
      held -= bytes
    }
  }
  const caller = callerOf({ allowance: { hold, openSession: () => () => {} } })
  const client = await Client.open({ hub, caller })
  const place = { cwd: folder, mcpServers: [] }
  const hung = [1, 2].map(() => client.request('session/new', { ...place, _meta: { hangs: true } }))
  await expect(client.newSession(folder)).rejects.toMatchObject({ data: { reason: 'rate_limited' } })
  for (const { id } of hung) client.notify('$/cancel_request', { requestId: id })
  await Promise.all(hung.map(({ answer }) => answer))
  await client.newSession(folder)
  expect(held).toBe(0)
})

test('an answer whose words are no text is an answer without words, and its client is served on', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const error = { code: 1, message: { toString: null, valueOf: null } }
  client.port.say({ id: 'x', error })
  const { answer } = client.prompt(sessionId, 'ask once')
  const { id } = await client.question(sessionId)
  client.port.say({ id, error })
  // What an agent makes of that is its own affair.
  await answer
  expect(await client.turn(sessionId, 'say calm')).toMatchObject({ stopReason: 'end_turn' })
})

test('a connection that cannot be read is closed at once, whatever is under way', async () => {
  const errors: unknown[] = []
  const { hub, folder } = await makePlace({ onError: error => errors.push(error) })
  const ann = await Client.open({ hub })
  const sessionId = await ann.newSession(folder)
  ann.prompt(sessionId, 'hang')
  const port = new MemoryPort()
  const { incoming } = port
  const broken = async function* (): AsyncGenerator<Delivery> {
    for await (const delivery of incoming) {
      if (JSON.stringify(delivery.messages).includes('poison')) throw new Error('unreadable')
      yield delivery
    }
  }
  hub.serve(Object.assign(port, { incoming: broken() }), callerOf())
  const other = await Client.over(port)
  await other.load(sessionId, folder)
  other.notify('poison', {})
  await expect.poll(() => port.isClosed).toBe(true)
  expect(errors).toEqual([new Error('unreadable')])
  expect(await ann.ask('session/list')).toMatchObject({ sessions: [{ sessionId }] })
})
