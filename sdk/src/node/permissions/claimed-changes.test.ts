import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionRequest } from '../../client/index.js'
import { findChanges } from './claimed-changes.js'
import { makePlace } from './office.fixture.js'

const toRequest = (work: string, ...content: readonly object[]): PermissionRequest =>
  ({ toolCall: { toolCallId: 't', content }, session: { roots: [work] } }) as unknown as PermissionRequest

const diff = (path: string, newText = 'new', oldText?: string) => ({ type: 'diff', path, oldText, newText })

test('a path that does not begin at the root of the disk is meant from where the session works', async () => {
  const { work } = makePlace()
  const { writes } = await findChanges(toRequest(work, diff('../x'), diff('a/b')), [work])
  expect(writes.map(({ at }) => at)).toEqual([
    { path: join(work, '../x'), root: undefined },
    { path: join(work, 'a/b'), root: work },
  ])
})

test('behind a link both its own place and the one it leads to are judged, and only its own text is known', async () => {
  const { work } = makePlace()
  mkdirSync(join(work, 'kept'))
  symlinkSync('kept/file', join(work, 'link'))
  const { writes } = await findChanges(toRequest(work, diff(join(work, 'link'))), [work])
  expect(writes.map(({ at, sha256 }) => [at.path, sha256 !== ''])).toEqual([
    [join(work, 'link'), true],
    [join(work, 'kept/file'), false],
  ])
})

test('a file that is said to be new and is there is shown with what stands in it', async () => {
  const { work } = makePlace()
  const path = join(work, 'a')
  writeFileSync(path, 'precious')
  const { shown } = await findChanges(toRequest(work, diff(path)), [work])
  expect(shown).toEqual([{ path, oldText: 'precious', newText: 'new' }])
})

test('every path of a patch is judged, and nothing of what is no change', async () => {
  const { work } = makePlace()
  const moved = { operation: 'move', oldPath: join(work, 'a'), path: join(work, 'b') }
  const content = [
    { type: 'diff', changes: [moved, { operation: '_other' }], patch: { format: 'git_patch', text: 'x' } },
    { type: 'diff', path: 7, newText: 'x' },
    { type: 'content', content: { type: 'text', text: 'x' } },
  ]
  const { writes, shown, patches } = await findChanges(toRequest(work, ...content), [work])
  expect(writes.map(({ at, sha256 }) => [at.path, sha256])).toEqual([
    [join(work, 'a'), ''],
    [join(work, 'b'), ''],
  ])
  expect({ shown, patches }).toEqual({ shown: [], patches: ['x'] })
})

test('a patch that touches more than it is said to is judged by all of it, and shown', async () => {
  const { work } = makePlace()
  const [said, silent] = [join(work, 'a'), join(work, '.git/hooks/x')]
  const text = [said, silent].map(path => `--- /dev/null\n+++ ${path}\n@@ -0,0 +1,1 @@\n+x\n`).join('')
  const content = { type: 'diff', changes: [{ operation: 'add', path: said }], patch: { text } }
  const { writes, shown, patches } = await findChanges(toRequest(work, content), [work])
  expect(new Set(writes.map(({ at }) => at.path))).toEqual(new Set([said, silent]))
  expect(shown.map(({ path }) => path)).toEqual([said, silent])
  expect(patches).toEqual([])
  const other = { ...content, patch: { text: `--- a/b\n+++ b/b\n@@ -1,1 +1,1 @@\n-x\n+y\n` } }
  expect((await findChanges(toRequest(work, other), [work])).patches).toEqual([other.patch.text])
})

test('a path of any length is judged as it is', async () => {
  const { work } = makePlace()
  const path = '/x'.repeat(100_000)
  const { writes } = await findChanges(toRequest(work, diff(path)), [work])
  expect(writes[0]?.at.path).toBe(path)
})

test('a hundred paths into nowhere are judged in a moment', async () => {
  const { work } = makePlace()
  const start = performance.now()
  const diffs = Array.from({ length: 100 }, (_, index) => diff(`${'/a'.repeat(2_000)}${index}`))
  const { writes } = await findChanges(toRequest(work, ...diffs), [work])
  expect(writes).toHaveLength(100)
  // Asked for every directory on the way it took a minute.
  expect(performance.now() - start).toBeLessThan(10_000)
})

test('more changes than anybody would look through are not looked into', async () => {
  const { work } = makePlace()
  const diffs = Array.from({ length: 257 }, (_, index) => diff(join(work, `${index}`)))
  expect(await findChanges(toRequest(work, ...diffs), [work])).toMatchObject({ writes: [], isTooMuch: true })
})
