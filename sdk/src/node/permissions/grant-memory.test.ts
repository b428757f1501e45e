import { execFile } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Grant } from '../../guard/index.js'
import { grantMemory } from '../grants.js'
import { makeFolder } from '../journal/place.fixture.js'

const grant = (id: string, more: Partial<Grant> = {}): Grant => ({
  id,
  scope: 'workspace',
  effect: 'allow',
  action: 'fs.write',
  covers: { facts: '["fs.write","/work/a"]' },
  workspace: '1:2:/work',
  createdAt: 0,
  expiresAt: 1e15,
  ...more,
})

function open(folder: string, now = () => 0) {
  const memory = grantMemory({ folder, now })
  onTestFinished(() => memory.close())
  return memory
}

const idsOf = (grants: readonly Grant[]): string[] => grants.map(({ id }) => id).sort()

test('what lasts is there for the next process, for its user alone; what ends with a session is not taken', async () => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  await memory.add(grant('a'))
  await expect(memory.add(grant('s', { scope: 'session', sessionId: 's1' }))).rejects.toThrow()
  expect(idsOf(await open(folder).list())).toEqual(['a'])
  expect(statSync(join(folder, 'grants.json')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('what one process revokes is revoked for the other', async () => {
  const folder = join(makeFolder(), 'permissions')
  const [one, other] = [open(folder), open(folder)]
  await one.add(grant('a'))
  expect(idsOf(await other.list())).toEqual(['a'])
  expect(await one.revoke('a')).toBe(true)
  expect(await other.list()).toEqual([])
})

test('what has expired is not remembered', async () => {
  const folder = join(makeFolder(), 'permissions')
  let now = 0
  const memory = open(folder, () => now)
  await memory.add(grant('a', { expiresAt: 10 }))
  now = 10
  expect(await memory.list()).toEqual([])
  await memory.add(grant('b'))
  expect(readFileSync(join(folder, 'grants.json'), 'utf8')).not.toContain('"a"')
})

test('a file that is not one of ours is neither believed nor overwritten', async () => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  await memory.add(grant('a'))
  for (const text of [
    '{',
    '{"format":2,"grants":[]}',
    '{"format":1,"grants":[{"id":"x","scope":"session"}]}',
  ]) {
    writeFileSync(join(folder, 'grants.json'), text)
    await expect(memory.list()).rejects.toThrow()
    await expect(memory.add(grant('b'))).rejects.toThrow()
    expect(readFileSync(join(folder, 'grants.json'), 'utf8')).toBe(text)
  }
})

test('nothing is lost when processes remember at the same time', async () => {
  const folder = join(makeFolder(), 'permissions')
  const program = (name: string) => `
    import { grantMemory } from ${JSON.stringify(new URL('../../../lib/node.js', import.meta.url).href)}
    const memory = grantMemory({ folder: ${JSON.stringify(folder)} })
    for (let each = 0; each < 20; each++)
      await memory.add({ ...${JSON.stringify(grant(''))}, id: '${name}' + each })
    await memory.close()`
  const run = (name: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(name)])
  await Promise.all(['a', 'b', 'c'].map(run))
  expect(await open(folder).list()).toHaveLength(60)
}, 30_000)
