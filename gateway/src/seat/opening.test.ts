import { setTimeout as pause } from 'node:timers/promises'
import { memoryJournal } from '@parley/acp/store'
import { expect, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { crude } from '../upstream/crude.fixture.js'
import { Client, callerOf, type Fields } from './client.fixture.js'

const notFound = { code: -32002, data: { reason: 'session_not_found' } }
const crowded = { data: { reason: 'rate_limited' } }

test('of many sessions that are wanted at once no more are opened than may be, and a failure takes no place', async () => {
  const { hub, folder } = await makePlace({ agents: crude({ DELAY: 100 }), mostSessions: 2 })
  const client = await Client.open({ hub })
  const wants = [...Array(12)].map(() => client.ask('session/new', { cwd: folder, mcpServers: [] }))
  const done = await Promise.allSettled(wants)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const each of done) if (each.status === 'rejected') expect(each.reason).toMatchObject(crowded)
  const small = await makePlace({ agents: crude(), mostSessions: 1 })
  const other = await Client.open({ hub: small.hub })
  const params = { cwd: small.folder, mcpServers: [], _meta: { fails: true } }
  for (let count = 0; count < 3; count++)
    await expect(other.ask('session/new', params)).rejects.toMatchObject({ code: -32603 })
  await other.newSession(small.folder)
})

test('sessions that are found count, by whatever way they are found', async () => {
  const place = await makePlace({ keeps: true })
  const before = await Client.open({ hub: place.hub })
  const ids = [await before.newSession(place.folder), await before.newSession(place.folder)]
  ids.push(await before.newSession(place.folder))
  const { hub, folder } = await place.again()
  const close = await makePlace({ keeps: true, folder, mostSessions: 2 })
  await hub.close(0)
  const client = await Client.open({ hub: close.hub })
  const [one = '', two = '', three = ''] = ids
  await client.load(one, folder)
  expect(await client.listen(two)).not.toBe('unknown')
  await expect(
    client.ask('session/load', { sessionId: three, cwd: folder, mcpServers: [] }),
  ).rejects.toMatchObject(crowded)
  expect(await client.listen(three)).toBe('unknown')
  await client.ask('session/delete', { sessionId: one })
  await expect.poll(() => client.load(three, folder).catch(error => error)).toMatchObject({ modes: {} })
})

test('who leaves while a session is being found is not in it, and keeps no agent alive', async () => {
  const place = await makePlace({ keeps: true })
  const before = await Client.open({ hub: place.hub })
  const sessionId = await before.newSession(place.folder)
  await before.turn(sessionId, 'say one')
  await place.hub.close(0)
  const count = { started: 0, ended: 0, failed: 0 }
  const { hub, folder } = await makePlace({
    ...{ keeps: true, folder: place.folder, idleMilliseconds: 200 },
    onAgent: ({ what }) => void count[what]++,
    wrap: journal => ({
      ...{ create: header => journal.create(header), read: (id, from) => journal.read(id, from) },
      ...{ find: id => journal.find(id), list: query => journal.list(query) },
      delete: id => journal.delete(id),
      acquire: async id => {
        await pause(300)
        return await journal.acquire(id)
      },
    }),
  })
  const client = await Client.open({ hub })
  client.request('session/load', { sessionId, cwd: folder, mcpServers: [] })
  await pause(20)
  await client.leave()
  await pause(1_000)
  await expect.poll(() => [count.started, count.ended], { timeout: 5_000 }).toEqual([1, 1])
})

test('who leaves while its agent is being started is none of its clients', async () => {
  const count = { started: 0, ended: 0, failed: 0 }
  const { hub } = await makePlace({ idleMilliseconds: 200, onAgent: ({ what }) => void count[what]++ })
  const client = await Client.open({ hub })
  process.kill(Number((await client.ask('_fixture/pid')).pid), 'SIGKILL')
  await expect.poll(() => count.ended).toBe(1)
  client.request('_fixture/pid')
  await pause(1)
  await client.leave()
  await expect.poll(() => [count.started, count.ended], { timeout: 5_000 }).toEqual([2, 2])
})

test('what only the agent knows is for the only principal there ever was, and that is looked at each time', async () => {
  const first = await makePlace({ keeps: true })
  const ann = await Client.open({ hub: first.hub })
  const sessionId = await ann.newSession(first.folder)
  await ann.turn(sessionId, 'say mine')
  await first.hub.close(0)
  let isSolitary = true
  const { hub, folder } = await makePlace({
    ...{ keeps: true, folder: first.folder },
    isSolitary: () => isSolitary,
    wrap: () => memoryJournal(),
  })
  const bob = await Client.open({ hub, caller: callerOf({ principal: 'bob' }) })
  isSolitary = false
  expect(await bob.ask('session/list')).toEqual({ sessions: [] })
  await expect(bob.load(sessionId, folder)).rejects.toMatchObject(notFound)
  await bob.newSession(folder)
  // Bob may come no more, but what he has left may be among what the agent knows.
  isSolitary = true
  const again = await Client.open({ hub })
  expect(await again.ask('session/list')).toEqual({ sessions: [] })
  await expect(again.load(sessionId, folder)).rejects.toMatchObject(notFound)
})

test('what only the agent knows is not for guests, nor for those who only look', async () => {
  const first = await makePlace({ keeps: true })
  const ann = await Client.open({ hub: first.hub })
  const sessionId = await ann.newSession(first.folder)
  await ann.turn(sessionId, 'say mine')
  await first.hub.close(0)
  const options = { keeps: true, folder: first.folder, isSolitary: () => true }
  const { hub, folder } = await makePlace({ ...options, wrap: () => memoryJournal() })
  const owner = await Client.open({ hub })
  const mcpServers = [{ name: 'x', command: '/bin/sh', args: ['-c', 'true'], env: [] }]
  for (const caller of [callerOf({ session: sessionId }), callerOf({ scopes: ['session.read'] })]) {
    const guest = await Client.open({ hub, caller })
    for (const method of ['session/load', 'session/resume'])
      await expect(guest.ask(method, { sessionId, cwd: folder, mcpServers })).rejects.toMatchObject(notFound)
  }
  // The agent does know it.
  await owner.ask('session/load', { sessionId, cwd: folder, mcpServers: [] })
})

test('a session that never was cannot be listened to, also where there is one principal', async () => {
  const { hub } = await makePlace({ keeps: true, isSolitary: () => true })
  const client = await Client.open({ hub })
  expect(await client.listen('never-was')).toBe('unknown')
  expect(await hub.knowsSession('never-was', callerOf())).toBe(false)
})

test('a gateway that closes opens no sessions', async () => {
  const { hub, folder } = await makePlace({ agents: crude({ DELAY: 300 }) })
  const client = await Client.open({ hub })
  const late = client.request('session/new', { cwd: folder, mcpServers: [] })
  await pause(50)
  const drained = hub.drain()
  const refused = { data: { reason: 'invalid_session_state' } }
  await expect(client.newSession(folder)).rejects.toMatchObject(refused)
  // The agent has made it; nobody would put it away here.
  expect((await late.answer).error).toMatchObject(refused)
  await drained
})

test('requests within sessions are bounded like all others', async () => {
  const { hub, folder } = await makePlace({ agents: crude() })
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const answers: Fields[] = []
  for (let count = 0; count < 1_030; count++)
    void client
      .request('session/set_mode', { sessionId, modeId: 'x' })
      .answer.then(each => answers.push(each))
  await expect.poll(() => answers.length, { timeout: 5_000 }).toBe(6)
  for (const { error } of answers) expect(error).toMatchObject(crowded)
})

test('sessions can be listed, loaded and resumed, though their agent can do nothing of it', async () => {
  const place = await makePlace({ agents: crude() })
  const client = await Client.open({ hub: place.hub })
  const offered = { loadSession: true, sessionCapabilities: { resume: {}, list: {}, delete: {} } }
  expect(client.greeting.agentCapabilities).toEqual(offered)
  const sessionId = await client.newSession(place.folder)
  await client.turn(sessionId, 'nobody')
  const listed = {
    sessionId,
    cwd: place.folder,
    title: 'nobody',
    updatedAt: expect.stringMatching(/^\d{4}-/),
  }
  expect(await client.ask('session/list')).toEqual({ sessions: [listed] })
  expect(await client.ask('session/list', { cwd: '/elsewhere' })).toEqual({ sessions: [] })
  const stranger = await Client.open({ hub: place.hub, caller: callerOf({ principal: 'bob' }) })
  expect(await stranger.ask('session/list')).toEqual({ sessions: [] })
  const guest = await Client.open({ hub: place.hub, caller: callerOf({ session: 'another' }) })
  expect(await guest.ask('session/list')).toEqual({ sessions: [] })
  const { hub, folder } = await place.again()
  const next = await Client.open({ hub })
  expect(await next.ask('session/list')).toMatchObject({ sessions: [{ sessionId }] })
  await next.load(sessionId, folder)
  expect(next.said(sessionId)).toContain('-32602')
  await expect(next.turn(sessionId, 'nobody')).rejects.toMatchObject({
    ...{ code: -32006, data: { reason: 'invalid_session_state', isBroken: true } },
    message: expect.stringMatching(/can be read.*cannot go on/),
  })
  await next.ask('session/resume', { sessionId, cwd: folder })
  await expect(next.load('never-was', folder)).rejects.toMatchObject(notFound)
})

test('several who load at once what only the agent knows all have it, and all of it', async () => {
  const first = await makePlace({ keeps: true })
  const before = await Client.open({ hub: first.hub })
  const ids = [await before.newSession(first.folder), await before.newSession(first.folder)]
  for (const sessionId of ids) for (const word of ['one', 'two']) await before.turn(sessionId, `say ${word}`)
  await first.hub.close(0)
  const options = { keeps: true, folder: first.folder, isSolitary: () => true, mostSessions: 3 }
  const { hub, folder } = await makePlace({ ...options, wrap: () => memoryJournal() })
  const clients = await Promise.all([...Array(4)].map(() => Client.open({ hub })))
  for (const sessionId of ids) {
    const params = { sessionId, cwd: folder, mcpServers: [] }
    const loads = clients.flatMap(client => [
      client.load(sessionId, folder),
      client.ask('session/load', params),
    ])
    for (const result of await Promise.all(loads)) expect(result).toMatchObject({ modes: {} })
    for (const client of clients) await expect.poll(() => client.said(sessionId)).toMatch(/^(one two ){1,2}$/)
    for (const client of clients)
      expect(await client.turn(sessionId, 'say more')).toEqual({ stopReason: 'end_turn' })
  }
})

test('servers that are too many to keep are refused in words, before anybody is asked', async () => {
  const { hub, folder } = await makePlace({ agents: crude() })
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const mcpServers = [{ name: 'x', command: '/x', args: ['y'.repeat(256 * 1_024)], env: [] }]
  for (const method of ['session/new', 'session/load', 'session/resume'])
    await expect(client.ask(method, { sessionId, cwd: folder, mcpServers })).rejects.toMatchObject({
      ...{ code: -32602, message: expect.stringContaining('256 KiB') },
    })
})

test('who says that a session stays as it is changes neither where it works nor its servers by what must be said', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const server = { name: 'lent', command: '/bin/true', args: [], env: [] }
  const client = await Client.open({ hub, caller: callerOf({ roots: [folder] }) })
  const { sessionId } = (await client.ask('session/new', { cwd: folder, mcpServers: [server] })) as {
    readonly sessionId: string
  }
  await client.listen(sessionId)
  const come = async (params: object): Promise<Client> => {
    const other = await Client.open({ hub, caller: callerOf({ roots: [folder] }) })
    await other.ask('session/load', { sessionId, cwd: '/', mcpServers: [], ...params })
    await other.listen(sessionId)
    return other
  }
  await expect(come({})).rejects.toMatchObject({ data: { reason: 'resource_access_denied' } })
  // Its agent ends: the next one to come says with which servers it goes on, or that it has none to name.
  await client.turn(sessionId, 'die').catch(() => {})
  const keeping = await come({ _meta: { 'parley.dev/keep': true } })
  await keeping.turn(sessionId, 'servers')
  expect(keeping.said(sessionId)).toContain('servers: lent.')
  await keeping.turn(sessionId, 'die').catch(() => {})
  const plain = await come({ cwd: folder })
  await plain.turn(sessionId, 'servers')
  expect(plain.said(sessionId)).toContain('servers: .')
})

test('who may begin sessions is told where when a folder is refused, and a viewer is not', async () => {
  const { hub, folder } = await makePlace({ agents: crude() })
  const roots = [folder, '/no/such/place']
  const owner = await Client.open({ hub, caller: callerOf({ roots }) })
  const sessionId = await owner.newSession(folder)
  await expect(owner.ask('session/new', { cwd: '/', mcpServers: [] })).rejects.toMatchObject({
    ...{ data: { reason: 'resource_access_denied' } },
    message: expect.stringContaining(`inside ${folder}, /no/such/place only`),
  })
  const viewer = await Client.open({ hub, caller: callerOf({ roots, scopes: ['session.read'] }) })
  const refused = await viewer
    .ask('session/load', { sessionId, cwd: '/', mcpServers: [] })
    .catch(error => error)
  expect(refused).toMatchObject({ message: expect.stringContaining('inside its roots only') })
  expect(refused.message).not.toContain(folder)
})
