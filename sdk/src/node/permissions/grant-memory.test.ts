import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Grant } from '../../guard/index.js'
import { grantMemory } from '../grants.js'
import type { FileSystem } from '../journal/file-system.js'
import { diskWith, failure, makeFolder } from '../journal/place.fixture.js'
import type { GrantMemoryOptions } from './grant-memory.js'

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

function open(folder: string, now = () => 0, options: Partial<GrantMemoryOptions> = {}) {
  const memory = grantMemory({ folder, now, ...options })
  onTestFinished(() => memory.close())
  return memory
}

const idsOf = (grants: readonly Grant[]): string[] => grants.map(({ id }) => id).sort()

test('what lasts is there for the next process, for its user alone; what ends with a session is not taken', async () => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  await memory.add(grant('a'))
  await expect(memory.add(grant('s', { scope: 'session', sessionId: 's1' }))).rejects.toThrow(
    'what ends with a session is not kept longer',
  )
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

test('only what was named is revoked, and whether it was there is said', async () => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  for (const id of ['a', 'b', 'c']) await memory.add(grant(id))
  expect(await memory.revoke('x')).toBe(false)
  expect(await memory.revoke('b')).toBe(true)
  expect(await memory.revoke('b')).toBe(false)
  expect(idsOf(await open(folder).list())).toEqual(['a', 'c'])
})

test('what is not there is not revoked, and nothing is written', async () => {
  const folder = join(makeFolder(), 'permissions')
  expect(await open(folder).revoke('a')).toBe(false)
  expect(() => statSync(folder)).toThrow('ENOENT')
})

test('what holds until it is revoked outlives everything', async () => {
  const folder = join(makeFolder(), 'permissions')
  const { expiresAt: _, ...lasting } = grant('a', { scope: 'always' })
  await open(folder).add(lasting)
  expect(await open(folder, () => 1e16).list()).toEqual([lasting])
})

test.each([
  { format: 2, grants: [] },
  { format: 1 },
  { format: 1, grants: { length: 0 } },
  { format: 1, grants: [grant('a'), { id: 'x' }] },
  { format: 1, grants: [grant('s', { scope: 'session', sessionId: 's1' })] },
])('a file that holds %j is not one of ours', async content => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  await memory.add(grant('a'))
  writeFileSync(join(folder, 'grants.json'), JSON.stringify(content))
  const message = 'the file of what was allowed is not one of ours'
  await expect(memory.list()).rejects.toMatchObject({ message })
})

/** A memory of one grant, and what is asked of its disk. */
async function observe(change: (disk: FileSystem) => Partial<FileSystem> = () => ({})) {
  const folder = join(makeFolder(), 'permissions')
  await open(folder).add(grant('a'))
  const opened: (readonly [name: string, use: string])[] = []
  const counts = { reads: 0, open: 0 }
  const files = diskWith(disk => {
    const changed = { ...disk, ...change(disk) }
    return {
      ...changed,
      open: (path, use) => {
        const file = changed.open(path, use)
        opened.push([path.slice(folder.length + 1), use])
        counts.open++
        return file
      },
      close: file => {
        counts.open--
        changed.close(file)
      },
      read: (...asked) => {
        counts.reads++
        return changed.read(...asked)
      },
    }
  })
  return { folder, memory: open(folder, undefined, { files }), opened, counts }
}

test('a file that did not change is read once, at one go', async () => {
  const { folder, memory, opened, counts } = await observe()
  expect(idsOf(await memory.list())).toEqual(['a'])
  expect(idsOf(await memory.list())).toEqual(['a'])
  expect(opened).toEqual([['grants.json', 'read']])
  expect(counts).toEqual({ reads: 1, open: 0 })
  await open(folder).add(grant('b'))
  expect(idsOf(await memory.list())).toEqual(['a', 'b'])
  expect(counts).toEqual({ reads: 2, open: 0 })
})

test.each(['size', 'identity', 'modifiedAt'] as const)('a file of another %s is read again', async name => {
  let more = 0
  const { memory, counts } = await observe(disk => ({
    status: path => {
      const status = disk.status(path)
      return status && { ...status, [name]: status[name] + more }
    },
  }))
  await memory.list()
  const before = counts.reads
  more = 1
  expect(idsOf(await memory.list())).toEqual(['a'])
  expect(counts.reads).toBeGreaterThan(before)
})

test('a file is read whole, however little the disk gives at a time', async () => {
  const { memory, counts } = await observe(disk => ({
    read: (file, into, position) => disk.read(file, into.subarray(0, 100), position),
  }))
  expect(idsOf(await memory.list())).toEqual(['a'])
  expect(counts.reads).toBeGreaterThan(1)
})

test('a file of 16 MiB is read, and one of a byte more is too large', async () => {
  const most = 16 * 1024 * 1024
  const sized = (size: number) =>
    observe(disk => ({
      status: path => {
        const status = disk.status(path)
        return status && path.endsWith('grants.json') ? { ...status, size } : status
      },
    }))
  expect(idsOf(await (await sized(most)).memory.list())).toEqual(['a'])
  const { folder, memory, opened } = await sized(most + 1)
  await expect(memory.list()).rejects.toThrow(`${folder}/grants.json is too large`)
  await expect(memory.add(grant('b'))).rejects.toThrow(`${folder}/grants.json is too large`)
  expect(opened.filter(([name]) => name.startsWith('grants'))).toEqual([])
})

test('a disk that fails to read leaves no file open', async () => {
  const { memory, counts } = await observe(() => ({ read: () => Promise.reject(failure('EIO')) }))
  await expect(memory.list()).rejects.toThrow('EIO')
  expect(counts.open).toBe(0)
})

test('a disk that fails to make it last changes nothing, and leaves no file open', async () => {
  const { folder, memory, counts } = await observe(() => ({ sync: () => Promise.reject(failure('EIO')) }))
  await expect(memory.add(grant('b'))).rejects.toThrow('EIO')
  expect(counts.open).toBe(0)
  expect(idsOf(await open(folder).list())).toEqual(['a'])
})

test('a draft that somebody who was killed left behind is in nobody’s way', async () => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  await memory.add(grant('a'))
  writeFileSync(join(folder, 'grants.json.draft'), 'x'.repeat(100_000))
  await memory.add(grant('b'))
  expect(idsOf(await open(folder).list())).toEqual(['a', 'b'])
  expect(readdirSync(folder)).not.toContain('grants.json.draft')
})

test('of more than 10000 the newest are kept', async () => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  await memory.add(grant('first'))
  const many = Array.from({ length: 10_000 }, (_, index) => grant(`g${index}`))
  writeFileSync(join(folder, 'grants.json'), JSON.stringify({ format: 1, grants: many }))
  await memory.add(grant('last'))
  const kept = await memory.list()
  expect(kept).toHaveLength(10_000)
  expect([kept[0]?.id, kept.at(-1)?.id]).toEqual(['g1', 'last'])
})

test('who leaves is no longer named as somebody who may hold the folder', async () => {
  const folder = join(makeFolder(), 'permissions')
  const memory = open(folder)
  await memory.add(grant('a'))
  expect(readdirSync(join(folder, '.owners'))).toHaveLength(1)
  await memory.close()
  expect(readdirSync(join(folder, '.owners'))).toEqual([])
  await memory.add(grant('b'))
  expect(idsOf(await memory.list())).toEqual(['a', 'b'])
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
