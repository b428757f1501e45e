import { expect, test } from 'vitest'
import { isOnHost, matchesUrl, toUrl, toUrlPattern } from './url-pattern.js'

function fits(url: string, text: string): boolean {
  const pattern = toUrlPattern(text)
  if ('expected' in pattern) throw new Error(pattern.expected)
  return matchesUrl(url, pattern)
}

test.each([
  ['https://example.com/docs/a', 'https://example.com/docs/**', true],
  ['https://example.com/docs', 'https://example.com/docs/**', true],
  ['https://example.com/docs/', 'https://example.com/docs', true],
  ['https://example.com/docs/a?b=c#d', 'https://example.com/docs/*', true],
  ['https://example.com/docs/../x', 'https://example.com/docs/**', false],
  ['https://example.com/docs/%2e%2e/x', 'https://example.com/docs/**', false],
  ['https://EXAMPLE.com/docs/a', 'https://example.com/docs/a', true],
  ['https://example.com:443/docs/a', 'https://example.com/docs/a', true],
  ['https://example.com:8443/docs/a', 'https://example.com/docs/a', false],
  ['http://example.com/docs/a', 'https://example.com/docs/a', false],
  ['https://example.com@evil.test/docs/a', 'https://example.com/docs/a', false],
  ['https://user@example.com/docs/a', 'https://example.com/docs/a', true],
  ['https://example.com/', 'https://example.com/', true],
  ['https://example.com', 'https://example.com/**', true],
  ['https://example.com/Docs', 'https://example.com/docs', false],
  ['not an address', 'https://example.com/**', false],
])('the address %s and the pattern %s: %s', (url, text, isMatch) => {
  expect(fits(url, text)).toBe(isMatch)
})

const EXPECTED = 'an address such as https://example.com/docs/**, its host spelt out'
test.each([
  'example.com/',
  'ftp://a/',
  'https://a',
  'https://*.a/x',
  'https://a@b/',
  'https://a/?q',
  'https://a/#h',
  'xhttps://a/',
  'https:///x',
])('the pattern %s is refused', text => {
  expect(toUrlPattern(text)).toEqual({ expected: EXPECTED })
})

test('the path of a pattern is held to the rules of paths', () => {
  expect(toUrlPattern('https://a/x**')).toEqual({ expected: '** as a whole name between slashes' })
})

test('only addresses of the web are addresses', () => {
  expect(toUrl('http://a/')?.origin).toBe('http://a')
  expect(toUrl('https://a/')?.origin).toBe('https://a')
  for (const text of ['file:///etc/passwd', 'data:,x', 'javascript:x', 'ftp://a/', '', '/a'])
    expect(toUrl(text)).toBeUndefined()
})

test('a host is itself, or every host below it', () => {
  expect(isOnHost('https://a.com/x', ['b.com', 'A.com'])).toBe(true)
  expect(isOnHost('https://x.a.com/', ['a.com'])).toBe(false)
  expect(isOnHost('https://x.y.a.com/', ['*.a.com'])).toBe(true)
  expect(isOnHost('https://a.com/', ['*.a.com'])).toBe(false)
  expect(isOnHost('https://xa.com/', ['*.a.com'])).toBe(false)
  expect(isOnHost('https://a.com@evil.test/', ['a.com'])).toBe(false)
  expect(isOnHost('file:///a.com', ['a.com'])).toBe(false)
})
