import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { difference } from './difference.js'
import { makeProject, removeProject } from './folder.fixture.js'
import { PrivateStore } from './private-store.js'
import { glance, keep } from './sight.js'
import type { Snapshot } from './snapshot.js'

test('a file that was too young to be told by its times is read, one that was not is believed', async () => {
  const project = makeProject({ 'a.txt': 'new\n' }, false)
  const store = await PrivateStore.open(project.state)
  const kept = await keep({ is: 'file', bytes: Buffer.from('old\n'), mode: 0o644 }, store)
  const identity = (await glance(join(project.cwd, 'a.txt')))?.identity ?? ''
  const since = (isFresh: boolean): Snapshot => ({
    files: new Map([['a.txt', { kept, identity, isFresh }]]),
    ...{ leftAlone: [], startedAt: 0, youngest: 0, view: undefined },
  })
  const comparing = { root: project.cwd, store, signal: AbortSignal.timeout(5_000) }
  expect((await difference(since(true), comparing)).changes.map(({ path }) => path)).toEqual(['a.txt'])
  expect((await difference(since(false), comparing)).changes).toEqual([])
  await store.close()
  removeProject(project)
})

test.each([true, false])(
  'what is behind a link that took the place of a folder is not shown',
  async isRepository => {
    const project = makeProject({ 'sub/a.txt': 'a\n', 'b.txt': 'b\n' }, isRepository)
    const outside = join(project.base, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a.txt'), 'secret\n')
    await project.turn(() => {
      rmSync(join(project.cwd, 'sub'), { recursive: true })
      symlinkSync(outside, join(project.cwd, 'sub'))
    })
    const told = await project.changes.compare()
    expect(JSON.stringify(told)).not.toContain('secret')
    expect(told.find(({ path }) => path.endsWith('a.txt'))).toEqual({
      ...{ path: join(project.cwd, 'sub/a.txt'), oldText: 'a\n' },
    })
    expect((await project.changes.undo()).kept).toEqual([])
    expect(project.read('sub/a.txt')).toBe('a\n')
    await project.changes.close()
    removeProject(project)
  },
)

test.each([true, false])('a file never comes back in another folder, even one inside', async isRepository => {
  const project = makeProject({ 'sub/a.txt': 'a\n', 'other/c.txt': 'c\n' }, isRepository)
  await project.turn(() => rmSync(join(project.cwd, 'sub/a.txt')))
  rmSync(join(project.cwd, 'sub'), { recursive: true, force: true })
  symlinkSync('other', join(project.cwd, 'sub'))
  const { restored, kept } = await project.changes.undo()
  expect(restored).toEqual([])
  expect(kept.length).toBe(1)
  expect(existsSync(join(project.cwd, 'other/a.txt'))).toBe(false)
  await project.changes.close()
  removeProject(project)
})

test('another directory in the place of the one that was begun in is not touched', async () => {
  const project = makeProject({ 'a.txt': 'a\n' }, false)
  await project.turn(() => {
    rmSync(join(project.cwd, 'a.txt'))
    project.write('new.txt', 'new\n')
  })
  renameSync(project.cwd, `${project.cwd}-moved`)
  mkdirSync(project.cwd)
  project.write('new.txt', 'new\n')
  const { restored, kept } = await project.changes.undo()
  expect([restored, kept.length]).toEqual([[], 2])
  expect(project.read('new.txt')).toBe('new\n')
  expect(existsSync(join(project.cwd, 'a.txt'))).toBe(false)
  await project.changes.close()
  removeProject(project)
})
