import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Grant } from '../../guard/index.js'
import { grantMemory } from '../grants.js'
import { makeFolder } from '../journal/place.fixture.js'
import { HostGrants } from './host-grants.js'

const grant = (id: string, more: Partial<Grant> = {}): Grant => ({
  ...{ id, scope: 'always', effect: 'allow', action: 'fs.write', createdAt: 0 },
  covers: { facts: '["fs.write","/work/a"]' },
  ...more,
})
const inSession = (id: string, sessionId = 's1'): Grant =>
  grant(id, { scope: 'session', sessionId, expiresAt: 1e15 })

function open(folder = join(makeFolder(), 'permissions')) {
  const shared = grantMemory({ folder })
  onTestFinished(() => shared.close())
  const grants = new HostGrants(shared)
  const ids = async () => (await grants.list()).map(({ id }) => id)
  const sharedIds = async () => (await shared.list()).map(({ id }) => id)
  return { folder, shared, grants, ids, sharedIds }
}

test('what ends with a session is this host’s alone, and the rest is shared', async () => {
  const { folder, grants, ids, sharedIds } = open()
  expect(grants.folder).toBe(folder)
  expect(await ids()).toEqual([])
  await grants.add(grant('a'))
  await grants.add(inSession('s'))
  expect(await ids()).toEqual(['s', 'a'])
  expect(await sharedIds()).toEqual(['a'])
  expect(await open(folder).ids()).toEqual(['a'])
})

test('either kind is revoked, once, and nothing beside it', async () => {
  const { grants, ids, sharedIds } = open()
  for (const each of [grant('a'), grant('b'), inSession('s'), inSession('t')]) await grants.add(each)
  expect(await grants.revoke('s')).toBe(true)
  expect(await grants.revoke('s')).toBe(false)
  expect(await grants.revoke('a')).toBe(true)
  expect(await grants.revoke('a')).toBe(false)
  expect(await ids()).toEqual(['t', 'b'])
  expect(await sharedIds()).toEqual(['b'])
})

test('with a session ends what was allowed in it', async () => {
  const { grants, ids } = open()
  for (const each of [grant('a'), inSession('s'), inSession('t', 's2')]) await grants.add(each)
  grants.forget('s1')
  expect(await ids()).toEqual(['t', 'a'])
})

test('who closes keeps only what is shared', async () => {
  const { grants, ids } = open()
  for (const each of [grant('a'), inSession('s')]) await grants.add(each)
  await grants.close()
  expect(await ids()).toEqual(['a'])
})

test('of more than 10000 of this host the newest are kept', async () => {
  const { grants, ids } = open()
  for (let index = 0; index <= 10_000; index++) await grants.add(inSession(`g${index}`))
  const kept = await ids()
  expect(kept).toHaveLength(10_000)
  expect([kept[0], kept.at(-1)]).toEqual(['g1', 'g10000'])
})
