import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskJournal } from '@parley/acp/node'
import { type Journal, memoryJournal } from '@parley/acp/store'
import { expect, onTestFinished, test } from 'vitest'
import { Client, callerOf } from '../seat/client.fixture.js'
import { MemoryPort } from '../seat/memory-port.fixture.js'
import { crude } from '../upstream/crude.fixture.js'
import { USUAL_PATIENCE } from './patience.js'
import { makePlace } from './place.fixture.js'
import { SharedWork } from './records.js'
import { Sessions } from './sessions.js'

test('a gateway lists its own sessions with who is in them: of others none, for a guest the one', async () => {
  const { hub, folder } = await makePlace()
  const ann = await Client.open({ hub })
  expect(ann.greeting).toMatchObject({ _meta: { 'parley.dev/session': { name: 'Ann', role: 'editor' } } })
  const first = await ann.newSession(folder)
  const second = await ann.newSession(folder)
  await ann.turn(first, 'say hello')
  ann.prompt(second, 'hang')
  await ann.until(second, () => ann.said(second).includes('hanging'))
  const list = async (client: Client): Promise<unknown> => (await client.ask('_parley/session/list')).sessions
  const present = [{ name: 'Ann', role: 'editor', isController: true }]
  const about = { cwd: folder, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/), present }
  expect(await list(ann)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...about, sessionId: first, title: 'say hello', isBusy: false }),
      expect.objectContaining({ ...about, sessionId: second, title: 'hang', isBusy: true, isWaiting: false }),
    ]),
  )
  ann.prompt(first, 'ask')
  await ann.until(first, message => message.method === 'session/request_permission')
  expect(await list(ann)).toEqual(
    expect.arrayContaining([expect.objectContaining({ sessionId: first, isWaiting: true })]),
  )
  const guest = callerOf({ name: 'Guest', session: first, scopes: ['session.read'] })
  expect(await list(await Client.open({ hub, caller: guest }))).toMatchObject([{ sessionId: first }])
  const other = callerOf({ principal: 'mallory', name: 'Mallory' })
  expect(await list(await Client.open({ hub, caller: other }))).toEqual([])
})

test('who comes back and listens before its opening was read is told in the words that this says it knows', async () => {
  const { hub, folder } = await makePlace()
  const ann = await Client.open({ hub })
  const sessionId = await ann.newSession(folder)
  await ann.turn(sessionId, 'say one')
  const port = new MemoryPort()
  hub.serve(port, callerOf())
  const heard: string[] = []
  const after = ann.stream(sessionId).position
  const listening = port.listen({ session: sessionId, after }, ({ text }) => heard.push(text))
  await Client.over(port)
  await listening
  await ann.turn(sessionId, 'say two')
  await expect.poll(() => heard.filter(text => text.includes('_parley/session/turn')).length).toBe(2)
})

/** What is asked of a journal. */
class Counted {
  lists = 0
  reads = 0

  of(journal: Journal): Journal {
    const { create, acquire, find, delete: remove } = journal
    return {
      ...{ create: create.bind(journal), acquire: acquire.bind(journal), find: find.bind(journal) },
      delete: remove.bind(journal),
      list: query => {
        this.lists++
        return journal.list(query)
      },
      read: (id, from) => {
        this.reads++
        return journal.read(id, from)
      },
    }
  }
}

/** So many of Ann's, the first three of them in another directory; those without a word to be called by are looked into. */
async function filled(count: number, say = 'say'): Promise<Journal> {
  const journal = memoryJournal()
  const sessions = new Sessions({ journal, patience: USUAL_PATIENCE, failed: () => {} })
  for (let index = 0; index < count; index++) {
    const facts = { principal: 'ann', agent: 'crude', protocol: 1, additionalDirectories: undefined }
    const cwd = index < 3 ? '/old' : '/'
    const session = await sessions.create({ ...facts, sessionId: `s${index}`, cwd }, () => () => {})
    session.record({ type: 'opened', result: {} })
    const params = { prompt: [{ type: 'text', text: say && `${say} ${index}` }] }
    session.record({ type: 'prompt', seat: 'x', by: 'Ann', params })
    await session.log.release()
    if (index < 3) await new Promise(resolve => setTimeout(resolve, 3))
  }
  return journal
}

test('a long list has pages, and what is not wanted takes no place in them', async () => {
  const journal = await filled(250)
  const { hub } = await makePlace({ agents: crude(), wrap: () => journal })
  const ann = await Client.open({ hub })
  for (const method of ['session/list', '_parley/session/list']) {
    const first = await ann.ask(method)
    const second = await ann.ask(method, { cursor: first.nextCursor })
    const all = [first, second].flatMap(({ sessions }) => sessions as { sessionId: string; title: string }[])
    expect([(first.sessions as unknown[]).length, all.length]).toEqual([200, 250])
    expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(250)
    for (const { sessionId, title } of all) expect(title).toBe(`say ${sessionId.slice(1)}`)
    expect(second).not.toHaveProperty('nextCursor')
    const old = (await ann.ask(method, { cwd: '/old' })).sessions as { sessionId: string }[]
    expect(old.map(({ sessionId }) => sessionId).sort()).toEqual(['s0', 's1', 's2'])
    await expect(ann.ask(method, { cursor: 'x' })).rejects.toMatchObject({ code: -32602 })
    const guest = await Client.open({ hub, caller: callerOf({ session: 's0' }) })
    expect((await guest.ask(method)).sessions).toMatchObject([{ sessionId: 's0', title: 'say 0' }])
  }
})

test('a list costs little the second time, and for many at once what it costs for one; for a guest nearly nothing', async () => {
  const counted = new Counted()
  const journal = counted.of(await filled(50, ''))
  const { hub } = await makePlace({ agents: crude(), wrap: () => journal })
  const guest = await Client.open({ hub, caller: callerOf({ session: 's0', scopes: ['session.read'] }) })
  const ann = await Client.open({ hub })
  for (const method of ['session/list', '_parley/session/list'])
    expect((await guest.ask(method)).sessions).toHaveLength(1)
  expect([counted.lists, counted.reads]).toEqual([0, 1])
  await ann.ask('_parley/session/list')
  expect([counted.lists, counted.reads]).toEqual([1, 50])
  const all = await Promise.all([...Array(100)].map(() => ann.ask('_parley/session/list')))
  for (const { sessions } of all) expect(sessions).toHaveLength(50)
  expect(counted.lists).toBeLessThanOrEqual(3)
  expect(counted.reads).toBe(50)
})

test('whoever comes while work is under way shares the next round, which misses nothing that was there before', async () => {
  const shared = new SharedWork<number>()
  const ends: (() => void)[] = []
  const work = (): Promise<number> => new Promise(resolve => ends.push(() => resolve(ends.length)))
  const first = shared.join('ann', work)
  const later = [shared.join('ann', work), shared.join('ann', work)]
  const other = shared.join('bob', work)
  expect(ends).toHaveLength(2)
  for (const end of ends) end()
  await Promise.all([first, other])
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.()
  expect(await Promise.all(later)).toEqual([3, 3])
})

test('what sessions are called is not looked for in their logs, also by a gateway that comes later', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-titles-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const owner = { principal: 'ann', agent: 'fixture' }
  const files = diskJournal({ directory, isSynced: true })
  const options = { patience: USUAL_PATIENCE, failed: () => {} }
  const before = new Sessions({ journal: files, ...options })
  for (let count = 0; count < 20; count++) {
    const facts = {
      sessionId: `s${count}`,
      ...owner,
      protocol: 1,
      cwd: '/',
      additionalDirectories: undefined,
    }
    const session = await before.create(facts, () => () => {})
    session.record({ type: 'opened', result: {} })
    const params = { prompt: [{ type: 'text', text: `prompt ${count}` }] }
    session.record({ type: 'prompt', seat: 'one', by: 'Ann', params })
    const update = { sessionUpdate: 'session_info_update', title: `Session ${count}` }
    if (count % 2 === 1)
      session.record({
        type: 'told',
        method: 'session/update',
        params: { sessionId: facts.sessionId, update },
      })
    const last = session.record({ type: 'agent', change: 'died' })
    await session.log.kept(last)
    expect(session.log.latest(last)).toMatchObject([{ seq: last, event: { type: 'agent' } }])
  }
  await files.close()
  const next = diskJournal({ directory, isSynced: true })
  onTestFinished(() => next.close())
  let reads = 0
  const read: Journal['read'] = (...args) => {
    reads++
    return next.read(...args)
  }
  const counted = { find: (id: string) => next.find(id), list: (query?: object) => next.list(query), read }
  const { sessions } = await new Sessions({ journal: counted as Journal, ...options }).list(owner, {})
  expect(new Set(sessions.map(({ title }) => title))).toEqual(
    new Set(
      Array.from({ length: 20 }, (_, count) => (count % 2 === 1 ? `Session ${count}` : `prompt ${count}`)),
    ),
  )
  expect(reads).toBe(0)
})
