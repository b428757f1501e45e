import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BlockGroups, BlockSplitter } from './block-splitter.js'

const rawsOf = (groups: BlockGroups): string[] => groups.flat().map(({ raw }) => raw)
const split = (text: string): string[] => rawsOf(new BlockSplitter().split(text))

test.each([
  ['paragraphs end with an empty line', 'one\ntwo\n\nthree', ['one\ntwo\n\n', 'three']],
  ['a heading is a block of its own beginning', 'one\n# two\nthree', ['one\n', '# two\nthree']],
  [
    'items of a list stay together',
    '- a\n\n- b\n\n  more of b\n\nrest',
    ['- a\n\n- b\n\n  more of b\n\n', 'rest'],
  ],
  [
    'code between fences is one block, whatever is in it',
    'a\n```ts\n\n# x\n\n- y\n```\nb',
    ['a\n', '```ts\n\n# x\n\n- y\n```\n', 'b'],
  ],
  ['a longer fence is not closed by a shorter one', '````\n```\n````\nb', ['````\n```\n````\n', 'b']],
  ['code that is indented stays together', '    a\n\n    b\n\nc', ['    a\n\n    b\n\n', 'c']],
  ['a fence in an item is part of it', '- a\n  ```\n  x\n  ```\n- b', ['- a\n  ```\n  x\n  ```\n- b']],
  ['breaks of Windows are breaks', 'a\r\n\r\nb', ['a\r\n\r\n', 'b']],
])('%s', (_, text, blocks) => {
  expect(split(text)).toEqual(blocks)
})

test('a text that comes in pieces has the same blocks as one that comes at once', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\n\n',
    '- ',
    '```',
    '```\n',
    '# ',
    '| a |',
    '|-|',
    '    ',
    '1. ',
    '> ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
      const splitter = new BlockSplitter()
      let text = ''
      for (const more of pieces) {
        text += more
        splitter.split(text)
      }
      expect(rawsOf(splitter.split(text))).toEqual(split(text))
    }),
  )
})

test('nothing is lost, and a block that is done stays the same value', () => {
  const splitter = new BlockSplitter()
  const first = splitter.split('one\n\ntwo\n\n'.repeat(40))
  const second = splitter.split(`${'one\n\ntwo\n\n'.repeat(40)}three`)
  expect(second[0]).toBe(first[0])
  expect(rawsOf(second).join('')).toBe(`${'one\n\ntwo\n\n'.repeat(40)}three`)
})

test('another text is read from its beginning', () => {
  const splitter = new BlockSplitter()
  splitter.split('one\n\ntwo')
  expect(rawsOf(splitter.split('three\n\nfour'))).toEqual(['three\n\n', 'four'])
})

test.each([
  ['a line without an end', 'x'.repeat(1_000_000)],
  ['a line of words', 'word '.repeat(200_000)],
  ['a paragraph of many lines', 'word word word\n'.repeat(60_000)],
  ['a list of many items', '- item of a list\n'.repeat(60_000)],
  ['pictures of letters', '😀'.repeat(300_000)],
])('%s is cut into blocks that are short', (_, text) => {
  const blocks = split(text)
  expect(Math.max(...blocks.map(raw => raw.length))).toBeLessThanOrEqual(17_000)
  expect(blocks.join('')).toBe(text)
  expect(blocks.every(raw => !/^[\udc00-\udfff]/.test(raw))).toBe(true)
})

test('each part of a long table has its head', () => {
  const head = '| name | number |\n|---|---|\n'
  const blocks = split(`${head}${'| a row of a table | 1 |\n'.repeat(2_000)}`)
  expect(blocks.length).toBeGreaterThan(3)
  for (const raw of blocks) expect(raw.startsWith(head)).toBe(true)
})

test('a text in thousands of pieces takes as long as its lines, not as its square', () => {
  const splitter = new BlockSplitter()
  const piece = 'Some words of an answer that is long, and goes on for a while.\n\nAnd then some.\n'.padEnd(
    100,
    '.',
  )
  let text = ''
  const start = performance.now()
  for (let count = 0; count < 4_000; count++) {
    text += piece
    if (count % 10 === 0) splitter.split(text)
  }
  expect(performance.now() - start).toBeLessThan(15_000)
})
