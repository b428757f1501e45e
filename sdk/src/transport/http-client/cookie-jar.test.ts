import { expect, test } from 'vitest'
import { CookieJar } from './cookie-jar.js'

const NOW = Date.UTC(2026, 0, 1)
interface Circumstances {
  readonly url?: string
  readonly isSafe?: boolean
  readonly later?: number
}

const kept = (cookies: readonly string[], { url, isSafe = true, later = 0 }: Circumstances = {}) => {
  const jar = new CookieJar(new URL(url ?? 'https://a.example.com/acp/x'), isSafe)
  jar.store(cookies, NOW)
  return jar.header(NOW + later)
}

test('cookies come back as name and value, the later of one name in the place of the earlier', () => {
  expect(kept(['a=1; HttpOnly; SameSite=Lax', ' b = 2 ', 'a=3'])).toBe('b=2; a=3')
  expect(kept(['a="quoted=yes"', 'empty='])).toBe('a="quoted=yes"; empty=')
  expect(kept([])).toBeUndefined()
})

test('a cookie for another path stays away, and the longest path comes first', () => {
  expect(kept(['a=1; Path=/', 'b=2; Path=/acp', 'c=3; Path=/ac', 'd=4; Path=/acp/x/y'])).toBe('b=2; a=1')
  expect(kept(['e=5'], { url: 'https://h/acp/x' })).toBe('e=5')
  expect(kept(['e=5; Path=nonsense'], { url: 'https://h/' })).toBe('e=5')
})

test('a cookie goes when its time is over, and at once when the server takes it back', () => {
  expect(kept(['a=1; Max-Age=10'], { later: 9_000 })).toBe('a=1')
  expect(kept(['a=1; Max-Age=10'], { later: 10_000 })).toBeUndefined()
  expect(kept(['a=1; Expires=Thu, 01 Jan 2026 00:00:05 GMT'], { later: 6_000 })).toBeUndefined()
  expect(kept(['a=1; Expires=Thu, 01 Jan 2026 00:00:05 GMT; Max-Age=60'], { later: 6_000 })).toBe('a=1')
  expect(kept(['a=1', 'a=; Max-Age=0'])).toBeUndefined()
  expect(kept(['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])).toBeUndefined()
})

test('a cookie of another host is not taken, whatever it says', () => {
  expect(kept(['a=1; Domain=example.com', 'b=2; Domain=.a.example.com', 'c=3; Domain=evil.com'])).toBe(
    'a=1; b=2',
  )
  expect(kept(['a=1; Domain=le.com'])).toBeUndefined()
})

test('a secure cookie is not taken where others listen, and a name that promises more must keep it', () => {
  expect(kept(['a=1; Secure', 'b=2'], { url: 'http://far/', isSafe: false })).toBe('b=2')
  expect(kept(['__Secure-a=1', '__Host-b=2; Secure', '__Host-c=3; Secure; Path=/'])).toBe('__Host-c=3')
})

test('what cannot be a cookie is not one, and there is an end to their number and size', () => {
  expect(kept(['', '=1', 'a', 'a b=1', 'c=1\u00e9', `d=${'x'.repeat(5_000)}`, 'e=1\n2'])).toBeUndefined()
  const many = kept(Array.from({ length: 80 }, (_, index) => `n${index}=1`))
  expect(many?.split('; ')).toHaveLength(50)
  expect(many).toContain('n79=1')
})
