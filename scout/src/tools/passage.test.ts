import { expect, test } from 'vitest'
import { replacePassage } from './passage.js'

const replace = (text: string, oldText: string, newText: string) =>
  replacePassage(text, { oldText, newText, isAll: false }, { name: 'a.txt' })

test('exact text is replaced, and special characters mean nothing', () => {
  expect(replace('a $& b', '$&', '$1')).toEqual({ text: 'a $1 b', notes: [] })
})

test('text that stands there twice is refused with its lines, unless all are meant', () => {
  expect(() => replace('x\ny\nx\n', 'x', 'z')).toThrow('stands 2 times in a.txt (lines 1, 3)')
  expect(
    replacePassage('x\ny\nx\n', { oldText: 'x', newText: 'z', isAll: true }, { name: 'a.txt' }).text,
  ).toBe('z\ny\nz\n')
})

test('lines that differ in white space alone are found, and keep the indentation of the file', () => {
  const text = 'function f() {\n\tif (a) {\n\t\treturn  1\n\t}\n}\n'
  const { text: after, notes } = replace(
    text,
    '  if (a) {\n  return 1\n  }\n',
    '  if (b) {\n    return 2\n  }\n',
  )
  expect(after).toBe('function f() {\n\tif (b) {\n\t  return 2\n\t}\n}\n')
  expect(notes).toEqual(['The old text matched but for white space (line 2).'])
})

test('a loose match at two places is refused', () => {
  expect(() => replace('  a b\nc\n\ta  b\n', 'a   b', 'd')).toThrow('it stands at lines 1, 3')
})

test('breaks of Windows stay', () => {
  expect(replace('one\r\ntwo\r\nthree\r\n', 'one\ntwo', '1\n2').text).toBe('1\r\n2\r\nthree\r\n')
  expect(replace('  one\r\n  two\r\n', 'one\ntwo', '1\n2').text).toBe('  1\r\n  2\r\n')
})

test('what is not there is told with the line that is nearest to it', () => {
  const text = 'const alpha = 1\nconst beta = compute(alpha, 2)\n'
  expect(() => replace(text, 'const beta = compute(alpha, 3)', '')).toThrow(
    'The line nearest to its first one is 2: const beta = compute(alpha, 2)',
  )
  expect(() => replace(text, '%%%%', '')).toThrow('No line is like its first one')
  expect(() => replace(text, '', 'x')).toThrow('The old text is empty')
})

test('of a file with secrets no line is told', () => {
  const passage = { oldText: 'KEY=99', newText: '', isAll: false }
  expect(() => replacePassage('KEY=12345678\n', passage, { name: '.env', isSecret: true })).toThrow(
    /^The old text is not in \.env\. No line is like its first one/,
  )
})

test('a large file without the passage is answered soon', () => {
  const text = `${'some line of code that is not it\n'.repeat(50_000)}`
  const before = performance.now()
  expect(() => replace(text, 'another line\nthat is not there', '')).toThrow('is not in a.txt')
  expect(performance.now() - before).toBeLessThan(3_000)
})
