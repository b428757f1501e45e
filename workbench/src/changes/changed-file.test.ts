import { emptyThread, reduce, type Thread } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { type Circumstances, changedFilesIn } from './changed-file.js'
import type { DiskFile } from './disk.js'
import { editsOf, firstPlace } from './edits.js'
import type { Rejection } from './review.js'

let calls = 0

function edit(oldText: string | null, newText: string, status = 'completed') {
  const content = [{ type: 'diff', path: '/shop/a.ts', oldText, newText }]
  const toolCallId = `call-${++calls}`
  return { sessionUpdate: 'tool_call', toolCallId, title: 'Edit', kind: 'edit', status, content }
}

const asked = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'go' } }

function threadOf(updates: readonly object[], version: 1 | 2 = 1): Thread {
  return updates.reduce<Thread>((thread, update) => reduce(thread, update as never), emptyThread(version))
}

const onDisk = (text: string, digest = 'd'): DiskFile => ({
  is: 'file',
  content: { path: '/shop/a.ts', text, size: text.length, isCut: false, digest },
})

function filesOf(thread: Thread, disk: DiskFile | undefined, more: Partial<Circumstances> = {}) {
  return changedFilesIn({
    ...{ cwd: '/shop', edits: editsOf(thread), rejections: [], from: 0, hasWorkspace: true },
    ...{ fileAt: () => disk, ...more },
  })
}

test('edits of whole texts are taken back to what the file was first', () => {
  const thread = threadOf([asked, edit('a\n', 'b\n'), edit('b\n', 'c\n')])
  expect(filesOf(thread, onDisk('c\n'))).toMatchObject([
    {
      name: 'a.ts',
      kind: 'changed',
      state: 'ready',
      isChangedByOthers: false,
      parts: [{ old: 'a\n', now: 'c\n' }],
    },
  ])
})

test('edits of parts of a file are found in the whole of it', () => {
  const thread = threadOf([asked, edit('two', 'TWO'), edit('three', 'THREE')])
  const [file] = filesOf(thread, onDisk('one\nTWO\nTHREE\n'))
  expect(file).toMatchObject({
    parts: [{ old: 'one\ntwo\nthree\n' }],
    isUnsure: false,
    isChangedByOthers: false,
  })
})

test('a change of somebody else is said, and stays out of what is taken back', () => {
  const thread = threadOf([asked, edit('1\n2\n3\n4\n5\n6\n7\n8\n', '1\ntwo\n3\n4\n5\n6\n7\n8\n')])
  const [file] = filesOf(thread, onDisk('1\ntwo\n3\n4\n5\n6\n7\neight\n'))
  expect(file).toMatchObject({
    isChangedByOthers: true,
    parts: [{ old: '1\n2\n3\n4\n5\n6\n7\neight\n', now: '1\ntwo\n3\n4\n5\n6\n7\neight\n' }],
  })
})

test('a new file had no text, and a file that is gone is deleted', () => {
  const made = threadOf([asked, edit(null, 'new\n')])
  expect(filesOf(made, onDisk('new\n'))).toMatchObject([
    { kind: 'new', parts: [{ old: undefined, now: 'new\n' }] },
  ])
  const gone = threadOf([asked, edit('old\n', '')])
  expect(filesOf(gone, { is: 'missing' })).toMatchObject([
    { kind: 'deleted', digest: null, isChangedByOthers: false, parts: [{ old: 'old\n', now: undefined }] },
  ])
})

test('what was rejected by us is no change of somebody else', () => {
  const thread = threadOf([asked, edit('a\nm\nb\n', 'A\nm\nB\n')])
  const rejection: Rejection = {
    ...{ batch: '1', path: '/shop/a.ts', at: 2, hadFile: true, hasFile: true, digest: 'ours', isSent: false },
    splices: [{ at: 0, was: ['A\n'], now: ['a\n'] }],
  }
  expect(filesOf(thread, onDisk('a\nm\nB\n', 'ours'), { rejections: [rejection] })).toMatchObject([
    { isChangedByOthers: false, isUnsure: false, parts: [{ old: 'a\nm\nb\n', now: 'a\nm\nB\n' }] },
  ])
  expect(filesOf(thread, onDisk('a\nm\nB\n', 'theirs'), { rejections: [rejection] })).toMatchObject([
    { isChangedByOthers: true },
  ])
})

test('an edit that waits for leave is not taken for one that happened', () => {
  const thread = threadOf([asked, edit('a\n', 'b\n', 'pending')])
  expect(filesOf(thread, onDisk('a\n'))).toMatchObject([
    { state: 'told', isProposed: true, parts: [{ old: 'a\n', now: 'b\n' }] },
  ])
  expect(filesOf(thread, onDisk('b\n'))).toMatchObject([{ state: 'ready', isProposed: false }])
})

test('an edit that was written and rejected while its call goes on does not look as if it waited for leave', () => {
  const thread = threadOf([asked, edit('a\n', 'b\n', 'in_progress')])
  const rejection: Rejection = {
    ...{ batch: '1', path: '/shop/a.ts', at: 2, hadFile: true, hasFile: true, digest: 'ours', isSent: false },
    splices: [{ at: 0, was: ['b\n'], now: ['a\n'] }],
  }
  expect(filesOf(thread, onDisk('a\n', 'ours'), { rejections: [rejection] })).toMatchObject([
    { state: 'ready', isProposed: false, parts: [{ old: 'a\n', now: 'a\n' }] },
  ])
})

test('failed edits are none', () => {
  expect(filesOf(threadOf([asked, edit('a\n', 'b\n', 'failed')]), onDisk('a\n'))).toEqual([])
})

test('only what changed since a place of the timeline is compared', () => {
  const thread = threadOf([asked, edit('a\n', 'b\n'), { ...asked, messageId: 'm2' }, edit('b\n', 'c\n')])
  const from = firstPlace('turn', { asked: thread.asked, reviewed: 0 })
  expect(filesOf(thread, onDisk('c\n'), { from })).toMatchObject([{ parts: [{ old: 'b\n', now: 'c\n' }] }])
  expect(firstPlace('session', { asked: 2, reviewed: 1 })).toBe(0)
  expect(firstPlace('review', { asked: 2, reviewed: 1 })).toBe(1)
})

test('where files cannot be reached, what the agent says is shown', () => {
  const thread = threadOf([asked, edit('a\n', 'b\n'), edit('b\n', 'c\n'), edit('x', 'y')])
  expect(filesOf(thread, undefined, { hasWorkspace: false })).toMatchObject([
    {
      state: 'told',
      parts: [
        { old: 'a\n', now: 'c\n' },
        { old: 'x', now: 'y' },
      ],
    },
  ])
  expect(filesOf(thread, { is: 'failed', message: 'No leave to read.' })).toMatchObject([
    { state: 'told', failure: 'No leave to read.' },
  ])
})

test('patches of version 2 are taken back, also of files that were moved', () => {
  const text = [
    'diff --git /shop/b.ts /shop/a.ts',
    '--- /shop/b.ts',
    '+++ /shop/a.ts',
    '@@ -1,2 +1,2 @@',
    ' one',
    '-two',
    '+TWO',
    '',
  ].join('\n')
  const content = [
    {
      ...{ type: 'diff', patch: { format: 'git_patch', text } },
      changes: [{ operation: 'move', oldPath: '/shop/b.ts', path: '/shop/a.ts' }],
    },
  ]
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 'v2', status: 'completed', content }
  const [file] = filesOf(threadOf([update], 2), onDisk('one\nTWO\n'))
  expect(file).toMatchObject({
    ...{ kind: 'renamed', oldName: 'b.ts', isUnsure: false, isChangedByOthers: false },
    parts: [{ old: 'one\ntwo\n', now: 'one\nTWO\n' }],
  })
})

test('what a file was is the agent’s word, unless that stood there when it was read', () => {
  const thread = threadOf([asked, edit('a\n', 'b\n')])
  const claimed = (wasRead?: Circumstances['wasRead']) =>
    filesOf(thread, onDisk('b\n'), { wasRead }).map(({ isClaimed }) => isClaimed)
  expect(claimed()).toEqual([true])
  expect(claimed((_, text) => text === 'b\n')).toEqual([true])
  expect(claimed((path, text) => path === '/shop/a.ts' && text === 'a\n')).toEqual([false])
  const made = threadOf([asked, edit(null, 'b\n')])
  const wasThere = (_: string, text: string | undefined) => text === undefined
  expect(filesOf(made, onDisk('b\n'), { wasRead: wasThere })).toMatchObject([
    { kind: 'new', isClaimed: false },
  ])
})
