import { expect, test } from 'vitest'
import { KnownSecrets } from './known-secrets.js'
import { redactStream } from './redact-stream.js'

const MOST = 65_536
const KEPT = 8_192

const open = (...known: readonly string[]) =>
  redactStream(
    { text: text => text.toUpperCase(), tail: text => `<${text}`, head: text => `${text}>` },
    new KnownSecrets(known),
  )

test('lines are let through as they end, and the rest at the end', () => {
  const stream = open()
  expect(stream.push('a\nb\nc')).toBe('A\nB\n')
  expect(stream.push('d')).toBe('')
  expect(stream.push('\n')).toBe('CD\n')
  expect(stream.push('e')).toBe('')
  expect(stream.end()).toBe('E')
  expect(stream.end()).toBe('')
})

test('where a secret may have several lines, so many characters are held back', () => {
  const stream = open('one\ntwo')
  expect(stream.push('a\nb\n')).toBe('')
  expect(stream.push('1234')).toBe('')
  expect(stream.push('5')).toBe('A\n')
  expect(stream.push('6')).toBe('')
  expect(stream.push('7')).toBe('B\n')
  expect(stream.end()).toBe('1234567')
})

test('a secret of several lines is not cut at the end of one', () => {
  const stream = open('one\ntwo')
  expect(stream.push('a one\ntwo 123')).toBe('A ')
  expect(stream.push('4567\n')).toBe('')
  expect(stream.push('1234567')).toBe('ONE\nTWO 1234567\n')
})

test('a key is let through when it is over', () => {
  const stream = open()
  expect(stream.push('a\n-----BEGIN PRIVATE KEY-----\nabc\n')).toBe('A\n')
  expect(stream.push('-----END PRIVATE KEY-----\n')).toContain('ABC\n-----END')
})

test('no line is waited for without end', () => {
  const stream = open()
  expect(stream.push('x'.repeat(MOST))).toBe('')
  expect(stream.push('x')).toHaveLength(MOST + 1 - KEPT)
  expect(stream.end()).toHaveLength(KEPT)
})

test.each(['\n', ',', '}', ']'])('a line that is too long is cut behind %j', joint => {
  const stream = open()
  expect(stream.push(`${joint}aaa${joint}${'x'.repeat(MOST)}`)).toBe(`${joint}AAA${joint}`)
  expect(open().push(joint + 'x'.repeat(MOST))).toBe(joint)
  expect(open().push('x'.repeat(MOST) + joint)).toHaveLength(MOST + 1 - KEPT)
})

test('of several places to cut the last is taken', () => {
  expect(open().push(`a,b}c]d\ne${'x'.repeat(MOST)}`)).toBe('A,B}C]D\n')
  expect(open().push(`a\nb]c}d,e${'x'.repeat(MOST)}`)).toBe('A\nB]C}D,')
})

test('where a secret may be longer, more is kept, and none is cut', () => {
  const long = 'y'.repeat(10_000)
  expect(open(long).push('x'.repeat(MOST + 1))).toHaveLength(MOST + 1 - 2 * long.length)
  expect(open('sword,fish').push(`a sword,fish${'x'.repeat(MOST)}`)).toBe('A ')
})

test('what is let through before its time is taken for half of something, and so is what follows', () => {
  const stream = open()
  expect(stream.push('a\nbc')).toBe('A\n')
  expect(stream.held).toBe(2)
  expect(stream.cut()).toBe('bc>')
  expect(stream.held).toBe(0)
  expect(stream.cut()).toBe('')
  expect(stream.push('de\nf')).toBe('<de\n')
  expect(stream.end()).toBe('F')
})

test('a key that was cut is swallowed to its end, however many pieces follow', () => {
  const stream = open()
  stream.push('-----BEGIN RSA PRIVATE KEY-----\nabc')
  expect(stream.cut()).toBe('-----BEGIN RSA PRIVATE KEY-----\nabc>')
  expect(stream.push('def\nghi\n')).toBe('')
  expect(stream.push('jkl\n-----END RSA PRIVATE KEY-----\nso "far"\n')).toBe('\nSO "FAR"\n')
  expect(stream.push('abc\n')).toBe('ABC\n')
})
