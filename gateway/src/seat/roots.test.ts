import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Journal, memoryJournal, type SessionHeader } from '@parley/acp/store'
import { expect, onTestFinished, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { crude } from '../upstream/crude.fixture.js'
import { Client, callerOf, type Fields } from './client.fixture.js'

interface House {
  readonly outside: string
  readonly inside: string
  /** Inside, and deep enough that two names less of it are inside, too. */
  readonly deep: string
  /** Leads there, and stands so that two names less of it are outside. */
  readonly link: string
}

async function makeHouse(): Promise<House> {
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'parley-roots-')))
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  const inside = join(outside, 'inside')
  const deep = join(inside, 'a', 'b', 'c', 'd')
  const link = join(inside, 'link')
  await mkdir(deep, { recursive: true })
  await symlink(deep, link)
  return { outside, inside, deep, link }
}

const denied = { data: { reason: 'resource_access_denied' } }
const expected = (what: string): object => ({ code: -32602, message: expect.stringContaining(what) })
const idsOf = ({ sessions }: Fields): unknown[] =>
  (sessions as readonly Fields[]).map(({ sessionId }) => sessionId).sort()

/** Where the agent of a session works, as it says itself. */
async function placeOf(client: Client, sessionId: string): Promise<unknown> {
  const before = client.said(sessionId).length
  const answer = (): string => client.said(sessionId).slice(before)
  await client.turn(sessionId, 'place')
  await expect.poll(answer).toMatch(/\]$/)
  return JSON.parse(answer())
}

for (const version of [1, 2] as const)
  test(`version ${version}: a directory that not everybody reads alike is refused, by whatever method it comes`, async () => {
    const { inside, deep, link } = await makeHouse()
    const { hub } = await makePlace({ keeps: true, isSolitary: () => true })
    const client = await Client.open({ hub, version, caller: callerOf({ roots: ['/'] }) })
    const sessionId = await client.newSession(inside)
    const dots = 'expected a path without "." and ".."'
    const special = 'expected a directory that is not in /proc, /dev, /sys'
    const rows = [
      [`${link}/../..`, dots],
      [`${deep}/./`, dots],
      [`${inside}/..`, dots],
      ['/proc/self/cwd/..', dots],
      ['/proc/self/cwd', special],
      ['/dev', special],
      ['/sys', special],
    ] as const
    const openers = [
      ...['session/new', 'session/fork', 'session/resume', '_parley/session/attach'],
      ...(version === 1 ? ['session/load'] : []),
    ]
    const ask = (method: string, place: Fields): Promise<Fields> =>
      client.ask(method, { ...(method === 'session/new' ? {} : { sessionId }), mcpServers: [], ...place })
    for (const method of openers)
      for (const [path, words] of rows) {
        const all = { cwd: inside, additionalDirectories: [inside, path] }
        await expect(ask(method, { cwd: path }), method).rejects.toMatchObject(expected(`/cwd: ${words}`))
        await expect(ask(method, all), method).rejects.toMatchObject(
          expected(`/additionalDirectories/1: ${words}`),
        )
      }
    const unknown = { sessionId: 'nobody-knows', cwd: `${link}/../..`, mcpServers: [] }
    await expect(client.ask('session/resume', unknown)).rejects.toMatchObject(expected(`/cwd: ${dots}`))
    expect(idsOf(await client.ask('session/list'))).toEqual([sessionId])
  })

test('a link does not lead into a folder of the system', async () => {
  const { inside } = await makeHouse()
  await symlink('/dev', join(inside, 'devices'))
  const { hub } = await makePlace()
  const client = await Client.open({ hub })
  const params = { cwd: join(inside, 'devices'), mcpServers: [] }
  await expect(client.ask('session/new', params)).rejects.toMatchObject(
    expected('/cwd: expected a directory'),
  )
})

for (const version of [1, 2] as const)
  test(`version ${version}: an agent works in the real directories that were judged, and clients find them by any name`, async () => {
    const { inside, deep, link } = await makeHouse()
    const place = await makePlace({ keeps: true })
    const caller = callerOf({ roots: [inside] })
    const client = await Client.open({ hub: place.hub, version, caller })
    const params = { cwd: link, additionalDirectories: [link, inside], mcpServers: [] }
    const sessionId = String((await client.ask('session/new', params)).sessionId)
    await client.listen(sessionId)
    expect(await placeOf(client, sessionId)).toEqual([deep, deep, inside])
    const fork = String((await client.ask('session/fork', { ...params, sessionId })).sessionId)
    await client.listen(fork)
    expect(await placeOf(client, fork)).toEqual([deep, deep, inside])
    const { hub } = await place.again()
    const late = await Client.open({ hub, version, caller })
    for (const method of ['session/list', '_parley/session/list'])
      for (const cwd of [deep, link]) {
        const listed = await late.ask(method, { cwd })
        expect(idsOf(listed), `${method} of ${cwd}`).toEqual([sessionId, fork].sort())
        expect((listed.sessions as Fields[]).map(each => each.cwd)).toEqual([deep, deep])
      }
    await late.load(sessionId, link)
    expect(await placeOf(late, sessionId)).toEqual([deep, deep, inside])
  })

test('what only the agent knows is taken up in the real directory, by the name that its client has for it', async () => {
  const { deep, link } = await makeHouse()
  const first = await makePlace({ keeps: true })
  const ann = await Client.open({ hub: first.hub })
  const sessionId = await ann.newSession(deep)
  await ann.turn(sessionId, 'say remembered')
  await first.hub.close(0)
  const { folder } = first
  const { hub } = await makePlace({
    keeps: true,
    folder,
    isSolitary: () => true,
    wrap: () => memoryJournal(),
  })
  const client = await Client.open({ hub })
  // What it was told of may be listened to before it is open.
  expect(idsOf(await client.ask('session/list'))).toEqual([sessionId])
  await client.load(sessionId, link)
  expect(await placeOf(client, sessionId)).toEqual([deep])
})

/** A journal of the time when directories were kept as clients had spelled them. */
const spelling =
  (cwd: string) =>
  (journal: Journal): Journal =>
    new Proxy(journal, {
      get(target, name) {
        if (name === 'create') return (header: SessionHeader) => target.create({ ...header, cwd })
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })

test('a session that was kept as its client spelled it loads by that name, and its agent works where it was judged', async () => {
  const { inside, link } = await makeHouse()
  const spelled = `${link}/../..`
  const place = await makePlace({ keeps: true, wrap: spelling(spelled) })
  const caller = callerOf({ roots: [inside] })
  const client = await Client.open({ hub: place.hub, caller })
  const sessionId = await client.newSession(inside)
  await client.turn(sessionId, 'say before')
  const { hub } = await place.again()
  const late = await Client.open({ hub, caller })
  expect((await late.ask('_parley/session/list')).sessions).toMatchObject([{ cwd: spelled }])
  await late.load(sessionId, spelled)
  expect(await placeOf(late, sessionId)).toEqual([join(inside, 'a', 'b')])
  await expect(
    late.ask('session/load', { sessionId, cwd: `${inside}/..`, mcpServers: [] }),
  ).rejects.toMatchObject(expected('/cwd: expected a path without'))
})

test('whoever names another directory is held to the one in which the session works, too', async () => {
  const { outside, inside } = await makeHouse()
  const { hub } = await makePlace()
  const wide = await Client.open({ hub, caller: callerOf({ roots: [outside] }) })
  const sessionId = await wide.newSession(outside)
  const narrow = await Client.open({ hub, caller: callerOf({ roots: [inside] }) })
  const params = { sessionId, cwd: inside, mcpServers: [] }
  await expect(narrow.ask('session/load', params)).rejects.toMatchObject(denied)
})

test('additional directories that are no list of absolute paths are refused, and none at all are none', async () => {
  const { inside } = await makeHouse()
  // An agent that checks nothing.
  const { hub } = await makePlace({ agents: crude() })
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(inside)
  const rows = [
    ['/etc', '/additionalDirectories: expected an array of strings'],
    [{ 0: '/etc', length: 1 }, '/additionalDirectories: expected an array of strings'],
    [1, '/additionalDirectories: expected an array of strings'],
    [false, '/additionalDirectories: expected an array of strings'],
    [[inside, 1], '/additionalDirectories/1: expected an absolute path'],
    [[['/etc']], '/additionalDirectories/0: expected an absolute path'],
  ] as const
  for (const method of ['session/new', 'session/load', 'session/fork', '_parley/session/attach'])
    for (const [additionalDirectories, words] of rows) {
      const params = { sessionId, cwd: inside, mcpServers: [], additionalDirectories }
      await expect(client.ask(method, params), method).rejects.toMatchObject(expected(words))
    }
  for (const additionalDirectories of [[], [inside]])
    await client.ask('session/new', { cwd: inside, mcpServers: [], additionalDirectories })
})

test('a refusal names the folder that was meant, in one line, to those who may begin sessions', async () => {
  const { outside, inside } = await makeHouse()
  const { hub } = await makePlace()
  const owner = await Client.open({ hub, caller: callerOf({ roots: [inside] }) })
  const refused = async (client: Client, method: string, params: Fields): Promise<string> => {
    const error = await client.ask(method, { mcpServers: [], ...params }).catch(thrown => thrown)
    expect(error).toMatchObject(denied)
    return (error as Error).message
  }
  const more = { cwd: inside, additionalDirectories: [outside] }
  expect(await refused(owner, 'session/new', more)).toContain(`; ${outside} is not`)
  const odd = await refused(owner, 'session/new', { cwd: `/odd\n\u001b[31mname${'x'.repeat(10_000)}` })
  expect(odd).not.toContain('\\u001b')
  expect(odd.length).toBeLessThan(1_000)
  const wide = await Client.open({ hub, caller: callerOf({ roots: [outside] }) })
  const sessionId = await wide.newSession(outside)
  const viewer = await Client.open({ hub, caller: callerOf({ roots: [inside], scopes: ['session.read'] }) })
  const told = await refused(viewer, 'session/load', { sessionId, cwd: inside })
  expect(told).toContain('; this one is not')
  expect(told).not.toContain(outside)
})
