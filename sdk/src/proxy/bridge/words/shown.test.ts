import { expect, test } from 'vitest'
import { toNewBlock, toOldBlock } from './blocks.js'
import { toNewItems, toOldItems } from './shown.js'

const describe = (terminalId: string): string => `the output of ${terminalId}`

test('a block that both versions say alike is the same object', () => {
  const block = { type: 'resource_link', name: 'n', uri: 'file:///a', size: 1 } as const
  expect(toNewBlock(block)).toBe(block)
  expect(toOldBlock(block)).toBe(block)
})

test('a path becomes the address of a file, and what is no address one that says so', () => {
  expect(toNewBlock({ type: 'resource_link', name: 'n', uri: '/a b/#1.txt' })).toEqual({
    type: 'resource_link',
    name: 'n',
    uri: 'file:///a%20b/%231.txt',
    _meta: { 'parley.dev/v1': { fields: { uri: '/a b/#1.txt' } } },
  })
  expect(toNewBlock({ type: 'resource', resource: { uri: 'notes', text: 't' } })).toMatchObject({
    resource: { uri: 'unknown:notes', text: 't' },
  })
})

test('a kind that version 1 does not have is named, and icons and unknown readers travel along', () => {
  expect(toOldBlock({ type: '_drawing', lines: 2 })).toEqual({
    type: 'text',
    text: '[_drawing]',
    _meta: { 'parley.dev/v2': { block: { type: '_drawing', lines: 2 } } },
  })
  const icons = [{ src: 'https://example.com/i.png' }]
  const annotations = { audience: ['user', '_robot'] }
  expect(toOldBlock({ type: 'resource_link', name: 'n', uri: 'file:///a', icons, annotations })).toEqual({
    type: 'resource_link',
    name: 'n',
    uri: 'file:///a',
    annotations: { audience: ['user'] },
    _meta: { 'parley.dev/v2': { fields: { icons, annotations } } },
  })
})

test('the texts of a changed file go along with its patch, and a new file is all in its patch', () => {
  const changed = { type: 'diff', path: '/w/a', oldText: 'one\n', newText: 'two\n' }
  const added = { type: 'diff', path: '/w/b', newText: 'new\n' }
  const [first, second] = toNewItems([changed, added])
  expect(first).toMatchObject({
    changes: [{ operation: 'modify', path: '/w/a' }],
    patch: { format: 'git_patch', text: expect.stringContaining('-one\n+two\n') },
    _meta: { 'parley.dev/v1': { diff: { oldText: 'one\n', newText: 'two\n' } } },
  })
  expect(second).toMatchObject({ _meta: { 'parley.dev/v1': { diff: {} } } })
  expect(toOldItems([first, second], describe)).toEqual([changed, added])
})

test('new files of a patch are diffs in version 1, and what a patch knows too little of is shown as it is', () => {
  const head = ['diff --git /w/a /w/a', '--- /w/a', '+++ /w/a', '@@ -5,1 +5,1 @@', '-one', '+two', '']
  const modified = {
    type: 'diff',
    changes: [{ operation: 'modify', path: '/w/a' }],
    patch: { format: 'git_patch', text: head.join('\n') },
  }
  const [prose] = toOldItems([modified], describe)
  expect(prose).toMatchObject({ type: 'content', content: { text: expect.stringContaining('```diff') } })
  expect(toNewItems([prose])).toEqual([modified])
})
