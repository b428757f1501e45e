import { expect, test } from 'vitest'
import { replaceCutKey, replacePrivateKeys, startOfKeyBefore } from './private-keys.js'

const KEY =
  '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE+/ab==\n-----END RSA PRIVATE KEY-----'
const show = (secret: string): string => `<${secret.length}>`
const WHOLE = `<${KEY.length}>`

test.each([
  ['', ''],
  [KEY, WHOLE],
  [`a\n${KEY}\nb${KEY}c`, `a\n${WHOLE}\nb${WHOLE}c`],
  [KEY + KEY, WHOLE + WHOLE],
  [`-----BEGIN ${KEY}`, `-----BEGIN ${WHOLE}`],
  [
    `-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n${KEY}`,
    `-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n${WHOLE}`,
  ],
  ['-----BEGIN PRIVATE KEY-----', '<27>'],
  ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1 (a)\n\nabc', '<57>'],
  ['-----BEGIN PRIVATE KEY-----\\nabc\\n"; then', '<34>"; then'],
  ['-----BEGIN PRIVATE KEY-----·abc·def…"', '<36>"'],
  ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PUBLIC KEY-----"', '<56>"'],
  ['-----BEGIN PUBLIC KEY-----\nabc', '-----BEGIN PUBLIC KEY-----\nabc'],
])('a private key goes whole, and nothing else: %j', (given, shown) => {
  expect(replacePrivateKeys(given, show)).toBe(shown)
})

test('the end of a longer text may begin inside a key', () => {
  const rest = KEY.slice(50)
  expect(replaceCutKey(`${rest} and on`, show)).toBe(`<${rest.length}> and on`)
  expect(replaceCutKey('-----END PRIVATE KEY-----', show)).toBe('<25>')
  expect(replaceCutKey('say "a" -----END PRIVATE KEY-----', show)).toBe('say "a" -----END PRIVATE KEY-----')
  expect(replaceCutKey('nothing of that kind', show)).toBe('nothing of that kind')
  expect(replaceCutKey('abc -----END PUBLIC KEY-----', show)).toBe('abc -----END PUBLIC KEY-----')
})

test('a place inside a key moves to where the key begins', () => {
  const text = `ab\n${KEY}\ncd`
  expect(startOfKeyBefore(text, 3)).toBe(3)
  expect(startOfKeyBefore(text, 3 + 31)).toBe(3)
  expect(startOfKeyBefore(text, 60)).toBe(3)
  expect(startOfKeyBefore(text, 2 + KEY.length)).toBe(3)
  expect(startOfKeyBefore(text, 3 + KEY.length)).toBe(3 + KEY.length)
  expect(startOfKeyBefore(text, text.length)).toBe(text.length)
  expect(startOfKeyBefore('-----BEGIN CERTIFICATE-----\nabc\n', 32)).toBe(32)
  expect(startOfKeyBefore('no key', 4)).toBe(4)
})
