import { expect, test } from 'vitest'
import {
  basicCredentials,
  decodePercent,
  endOf,
  spellingsOf,
  toPattern,
  wellFormed,
  withoutUnseen,
} from './secret-spelling.js'

test('a secret is written as it is, as in JSON, in an address, in a header, and as digits', () => {
  expect(spellingsOf('é"/')).toEqual(['é"/', 'é\\"/', '%C3%A9%22%2F', 'w6kiLw', 'c3a9222f', 'C3A9222F'])
  expect(spellingsOf('ab\u200bc')).toEqual([
    'abc',
    'abc',
    'ab%E2%80%8Bc',
    'YWLigItj',
    '6162e2808b63',
    '6162E2808B63',
  ])
  expect(spellingsOf('\u200b')).toEqual(['%E2%80%8B', '4oCL', 'e2808b', 'E2808B'])
  expect(spellingsOf('a\n')).toContain('0a'.padStart(4, '61'))
  expect(spellingsOf('a')).toContain('YQ')
})

test('half a character is no reason to fail', () => {
  expect(spellingsOf('a\ud800')).toContain('a%EF%BF%BD')
  expect(wellFormed('a\ud800b\u{1f600}')).toBe('a\ufffdb\u{1f600}')
})

test('what nobody sees is left out', () => {
  expect(withoutUnseen('a\u200bb\ufe0fc\u034fd\u00ade')).toBe('abcde')
})

test('a loose pattern finds the text with what nobody sees between its letters, and nothing else', () => {
  const text = 'a.b*c+d?e^f$g{h}i(j)k|l[m]n\\o/p'
  const pattern = new RegExp(`^${toPattern(text, 99, true)}$`, 'u')
  expect(text).toMatch(pattern)
  expect([...text].join('\u200b\ufe0f')).toMatch(pattern)
  expect(text.replace('.', 'x')).not.toMatch(pattern)
  expect([...text].join(' ')).not.toMatch(pattern)
  expect(toPattern('a.\u{1f600}d', 2, true)).toBe(toPattern('a.', 9, true))
})

test('where a secret ends is found by its letters', () => {
  expect(endOf('abc', 'xabcabc', 1)).toBe(4)
  expect(endOf('abc', 'xa\u200bb\u{e0101}\ufe0fc\u200b', 1)).toBe(8)
  expect(endOf('abc', 'xa b c', 1)).toBeUndefined()
  expect(endOf('abc', 'xab', 1)).toBeUndefined()
  expect(endOf('abc', '\u200babc', 0)).toBeUndefined()
  expect(endOf('a\u{1f600}c', 'a\u{1f600}\u200bc', 0)).toBe(5)
})

test('percent signs are read where they stand for something', () => {
  expect(decodePercent('a%2Fb')).toBe('a/b')
  expect(decodePercent('a%zz')).toBe('a%zz')
})

test('who is named in an address is named in a header the same way', () => {
  expect(basicCredentials(new URL('https://m%C3%A9:p%2Fw@x.test'))).toBe(
    Buffer.from('mé:p/w').toString('base64'),
  )
  expect(basicCredentials(new URL('https://me@x.test'))).toBe(Buffer.from('me:').toString('base64'))
  expect(basicCredentials(new URL('https://:pw@x.test'))).toBe(Buffer.from(':pw').toString('base64'))
  expect(basicCredentials(new URL('https://x.test'))).toBeUndefined()
})
