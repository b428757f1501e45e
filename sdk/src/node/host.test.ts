import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connected, newSession } from '../protocol/parties.fixture.js'
import type { NodeHostOptions } from './host.js'
import type { Notice } from './permissions/notice.js'
import { hostIn, makePlace, user } from './permissions/office.fixture.js'

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const question = (sessionId: string) => ({ sessionId, toolCall: { toolCallId: 't', title: 'More' }, options })

test('nobody is asked anything while no turn runs, nor for a session that is not of this connection', async () => {
  const { asked, permission } = user('yes')
  const both = await connected(hostIn(makePlace(), { permission }))
  await newSession(both)
  for (const sessionId of ['s1', 's2']) {
    const { result } = await both.far.ask('session/request_permission', question(sessionId))
    expect(result).toEqual({ outcome: { outcome: 'cancelled' } })
  }
  const path = '/work/a.txt'
  const { error } = await both.far.ask('fs/write_text_file', { sessionId: 's2', path, content: '' })
  expect(error).toMatchObject({ code: -32002 })
  expect(asked).toEqual([])
  await both.client.close()
})

test('a write that must be asked about is put to nobody while no turn runs', async () => {
  const place = makePlace()
  const { asked, permission } = user('once')
  const { client, far } = await connected(hostIn(place, { permission }))
  const opening = client.newSession({ cwd: place.work })
  const { id } = await far.nextOf('session/new')
  far.answer(id, { sessionId: 's1' })
  await opening
  const path = join(place.work, 'a.txt')
  const { error } = await far.ask('fs/write_text_file', { sessionId: 's1', path, content: '' })
  expect(error).toMatchObject({ code: -32800 })
  expect(asked).toEqual([])
  await client.close()
})

test('two connections of one host whose sessions have one id are both refused', async () => {
  const place = makePlace()
  writeFileSync(join(place.work, 'a.txt'), 'x')
  const host = hostIn(place)
  const [one, other] = [await connected(host), await connected(host)]
  const read = { sessionId: 's1', path: join(place.work, 'a.txt') }
  for (const { client, far } of [one, other]) {
    const opening = client.newSession({ cwd: place.work })
    const { id } = await far.nextOf('session/new')
    far.answer(id, { sessionId: 's1' })
    await opening
  }
  for (const { far } of [one, other])
    expect((await far.ask('fs/read_text_file', read)).error).toMatchObject({ code: -32002 })
  expect(other.log.map(({ event }) => event)).toContain('host_failed')
  await one.client.close()
  await other.client.close()
})

test('a host serves the next connection after the first one is closed', async () => {
  const place = makePlace()
  mkdirSync(join(place.work, 'src'))
  writeFileSync(join(place.work, 'src/a.txt'), 'x')
  const host = hostIn(place)
  for (let round = 0; round < 2; round++) {
    const { client, far } = await connected(host)
    const opening = client.newSession({ cwd: place.work })
    const { id } = await far.nextOf('session/new')
    far.answer(id, { sessionId: 's1' })
    await opening
    const { result } = await far.ask('fs/read_text_file', {
      sessionId: 's1',
      path: join(place.work, 'src/a.txt'),
    })
    expect(result).toEqual({ content: 'x' })
    await client.close()
  }
})

test('what is not lent is not offered', () => {
  const place = makePlace()
  const { permission } = user('once')
  expect(hostIn(place).terminals).toBeUndefined()
  expect(hostIn(place).files?.write).toBeUndefined()
  expect(hostIn(place, { permission, files: 'read', terminals: false })).toMatchObject({
    terminals: undefined,
  })
  expect(hostIn(place, { permission, files: 'read' }).files?.write).toBeUndefined()
  expect(hostIn(place, { permission, files: false }).files).toBeUndefined()
  expect(hostIn(place, { headless: true }).terminals).toBeDefined()
})

/** A session of a host that lets everything pass which its policy allows, in that directory. */
const openIn = async (cwd: string, options: NodeHostOptions = {}) => {
  const notices: Notice[] = []
  const host = hostIn(makePlace(), {
    headless: true,
    onNotice: notice => void notices.push(notice),
    ...options,
  })
  const both = await connected(host)
  const opening = both.client.newSession({ cwd })
  const { id } = await both.far.nextOf('session/new')
  both.far.answer(id, { sessionId: 's1' })
  await opening
  return { ...both, notices }
}

test('F2: a directory that takes the place of the session is not lent to files, nor to commands', async () => {
  const { base, work } = makePlace()
  const policy = join(base, 'policy.json')
  const rule = { effect: 'allow', action: 'terminal.exec', argv: ['pwd'], cwd: '{root}' }
  writeFileSync(policy, JSON.stringify({ version: 1, rules: [rule] }))
  const { client, far } = await openIn(work, { policy })
  const run = { sessionId: 's1', command: 'pwd' }
  expect((await far.ask('terminal/create', run)).result).toHaveProperty('terminalId')
  renameSync(work, join(base, 'moved'))
  symlinkSync('/etc', work)
  for (const cwd of [undefined, work, '/etc', join(base, 'moved')])
    expect((await far.ask('terminal/create', { ...run, cwd })).error).toMatchObject({ code: -32005 })
  const read = { sessionId: 's1', path: join(work, 'hostname') }
  expect((await far.ask('fs/read_text_file', read)).error).toMatchObject({ code: -32005 })
  await client.close()
})

test('F2: too broad a directory, or one that is not there, is lent to nobody, and that is said at the start', async () => {
  const missing = join(makePlace().base, 'missing')
  for (const [cwd, why] of [
    ['/', /allowBroadRoots/],
    [missing, /No such/],
  ] as const) {
    const { client, far, notices } = await openIn(cwd)
    await expect
      .poll(() => notices)
      .toEqual([{ kind: 'directory', path: cwd, message: expect.stringMatching(why) }])
    const message = expect.stringMatching(why)
    const run = { sessionId: 's1', command: 'pwd' }
    expect((await far.ask('terminal/create', run)).error).toMatchObject({ code: -32005, message })
    const read = { sessionId: 's1', path: '/etc/hostname' }
    expect((await far.ask('fs/read_text_file', read)).error).toMatchObject({ code: -32005, message })
    await client.close()
  }
})
