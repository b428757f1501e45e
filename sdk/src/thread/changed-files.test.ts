import { expect, test } from 'vitest'
import { changedFiles } from './changed-files.js'
import { fold, type Happening } from './fold.fixture.js'

const call = (toolCallId: string, content: readonly object[], status = 'completed') =>
  ({ sessionUpdate: 'tool_call_update', toolCallId, status, content }) as Happening
const edit = (path: string, oldText: string | null, newText: string) => ({
  type: 'diff',
  path,
  oldText,
  newText,
})

test('version 1: the lines of all diffs of a file are added up, in order of path', () => {
  const thread = fold(
    1,
    call('1', [edit('/b', 'x\ny\n', 'x\nz\n'), edit('/a', null, '1\n2\n')]),
    call('2', [edit('/b', 'x\n', '')], 'pending'),
  )
  expect(changedFiles(thread)).toEqual([
    { path: '/a', added: 2, removed: 0 },
    { path: '/b', added: 1, removed: 2 },
  ])
})

test('what failed or was cancelled changed nothing', () => {
  const thread = fold(
    1,
    call('1', [edit('/a', 'x', 'y')], 'failed'),
    call('2', [edit('/b', 'x', 'y')], 'pending'),
  )
  expect(changedFiles(thread)).toMatchObject([{ path: '/b' }])
  expect(changedFiles(fold(1, call('2', [edit('/b', 'x', 'y')], 'pending'), { type: 'cancel' }))).toEqual([])
})

test('version 2: the changes name the files, and the patch their lines', () => {
  const changes = [
    { operation: 'modify', path: '/a' },
    { operation: 'move', oldPath: '/old', path: '/new' },
  ]
  const patch = { format: 'git_patch', text: '--- /a\n+++ /a\n@@ -1 +1,2 @@\n-x\n+y\n+z\n' }
  expect(changedFiles(fold(2, call('1', [{ type: 'diff', changes, patch }])))).toEqual([
    { path: '/a', added: 2, removed: 1 },
    { path: '/new', added: 0, removed: 0 },
  ])
})
