import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPatchRows, toPlainChange } from './plain-change.js'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)
const signs = (oldText: string | undefined, newText: string) =>
  toPlainChange({ path: '/a', oldText, newText }).rows.map(({ sign, line, text }) => `${sign}${line} ${text}`)

test('three lines stand around what changes', () => {
  const before = lines(20)
  const after = before.with(9, 'changed')
  expect(signs(`${before.join('\n')}\n`, `${after.join('\n')}\n`)).toEqual([
    ...[' 7 line 7', ' 8 line 8', ' 9 line 9'],
    ...['-10 line 10', '+10 changed'],
    ...[' 11 line 11', ' 12 line 12', ' 13 line 13'],
  ])
})

test('a new file is all added, and called new', () => {
  expect(toPlainChange({ path: '/a', newText: 'x\n' }).isNew).toBe(true)
  expect(toPlainChange({ path: '/a', oldText: '', newText: 'x\n' }).isNew).toBe(false)
  expect(signs(undefined, 'x\n')).toEqual(['+1 x'])
})

test('a missing line break at the end is seen', () => {
  expect(signs('a\n', 'a')).toEqual(['-1 a', '+1 a ⏎ none'])
})

test('what did not change has no rows that go or come', () => {
  expect(signs('a\nb\n', 'a\nb\n')).toEqual([])
})

test('a line that is there twice goes once', () => {
  expect(signs('a\na\n', 'a\n')).toEqual([' 1 a', '-2 a'])
})

test('whatever changes, taking the old lines out and putting the new ones in makes the new text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map(all => all.map(each => `${each}\n`).join(''))
  fc.assert(
    fc.property(text, text, (oldText, newText) => {
      const { rows } = toPlainChange({ path: '/a', oldText, newText })
      const made = oldText.split('\n').slice(0, -1)
      const gone = rows.filter(({ sign }) => sign === '-')
      const come = rows.filter(({ sign }) => sign === '+')
      const at = (gone[0] ?? come[0])?.line ?? 1
      made.splice(at - 1, gone.length, ...come.map(row => row.text))
      expect(made.map(line => `${line}\n`).join('')).toBe(newText)
    }),
  )
})

test('a patch is shown line by line, and its heads are no lines that go or come', () => {
  const patch =
    '--- a/cart.ts\n+++ b/cart.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+++ new\ndiff --git a/b b/b\n+++ b/b'
  expect(toPatchRows(patch).map(({ sign, text }) => `${sign}|${text}`)).toEqual([
    ...[' |--- a/cart.ts', ' |+++ b/cart.ts', ' |@@ -1,2 +1,2 @@', ' | same', '-|old', '+|++ new'],
    ...[' |diff --git a/b b/b', ' |+++ b/b'],
  ])
})
