import type { ToolCallContent } from '@parley/acp/thread'
import { expect, test } from 'vitest'
import { changesIn } from './small-change.js'

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, place) => `line ${from + place}\n`).join('')

test('a change shows what was added and removed, with a little around it', () => {
  const [change] = changesIn({
    type: 'diff',
    path: '/a.ts',
    oldText: lines(1, 30),
    newText: lines(1, 30).replace('line 15\n', 'line fifteen\nand more\n'),
  })
  expect(change).toMatchObject({ path: '/a.ts', what: 'changed', added: 2, removed: 1 })
  expect(change?.lines.map(({ sign, text }) => sign + text)).toEqual([
    ...['@line 13', ' line 13', ' line 14', '-line 15', '+line fifteen', '+and more', ' line 16', ' line 17'],
  ])
})

test('a file that was not there is new, and all of it is added', () => {
  const [change] = changesIn({ type: 'diff', path: '/a.ts', newText: 'a\nb' })
  expect(change).toMatchObject({ what: 'new', added: 2, removed: 0 })
})

test('a patch is read file by file', () => {
  const text = [
    'diff --git a/one.ts b/one.ts',
    'index 1..2 100644',
    '--- a/one.ts',
    '+++ b/one.ts',
    '@@ -3,2 +3,2 @@ function',
    ' same',
    '-- minus',
    '+++ plus',
    'diff --git a/two.ts b/two.ts',
    'deleted file mode 100644',
    '--- a/two.ts',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-gone',
    '\\ No newline at end of file',
  ].join('\n')
  const content = { type: 'diff', changes: [], patch: { format: 'git_patch', text } } as ToolCallContent
  expect(changesIn(content)).toEqual([
    {
      ...{ path: 'one.ts', what: 'changed', added: 1, removed: 1 },
      lines: [
        { sign: '@', text: 'line 3' },
        { sign: ' ', text: 'same' },
        { sign: '-', text: '- minus' },
        { sign: '+', text: '++ plus' },
      ],
    },
    {
      ...{ path: 'two.ts', what: 'deleted', added: 0, removed: 1 },
      lines: [
        { sign: '@', text: 'line 0' },
        { sign: '-', text: 'gone' },
      ],
    },
  ])
})

test('changes without a patch are told by name', () => {
  const content = {
    type: 'diff',
    changes: [
      { operation: 'delete', path: '/a' },
      { operation: 'move', oldPath: '/b', newPath: '/c' },
    ],
  } as unknown as ToolCallContent
  expect(changesIn(content).map(({ path, what }) => [path, what])).toEqual([
    ['/a', 'deleted'],
    ['/c', 'moved'],
  ])
})

test('texts that have nothing in common are not compared for long', () => {
  const make = (word: string): string =>
    Array.from({ length: 2_000 }, (_, place) => `${word} ${place}\n`).join('')
  const [change] = changesIn({ type: 'diff', path: '/a', oldText: make('a'), newText: make('b') })
  expect(change?.what).toBe('uncompared')
})
