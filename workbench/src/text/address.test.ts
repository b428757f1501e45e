import { expect, test } from 'vitest'
import { toAddress } from './address.js'

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'ftp://example.org',
  'src/cart.ts',
  '//example.org',
  '#top',
  '',
  `https://example.org/${'a'.repeat(5_000)}`,
])('%j is no address to follow', href => {
  expect(toAddress(href, 'words')).toBeUndefined()
})

test('hosts of other scripts are told in plain letters', () => {
  expect(toAddress('https://exаmple.org/a', 'example')).toEqual({
    href: 'https://xn--exmple-4nf.org/a',
    host: 'xn--exmple-4nf.org',
    isHostTold: true,
  })
})

test.each([
  ['https://example.org/a', 'the guide', false],
  ['https://example.org/a', 'https://example.org/a', false],
  ['https://www.example.org/a', 'example.org', false],
  ['https://evil.example/login', 'https://bank.example', true],
  ['https://evil.example/login', 'bank.example/login', true],
  ['https://bank.example@evil.example/', 'sign in', true],
  ['mailto:ada@example.org', 'write to Ada', false],
])('of %s behind the words %j the host is told: %s', (href, words, isTold) => {
  expect(toAddress(href, words)?.isHostTold).toBe(isTold)
})
