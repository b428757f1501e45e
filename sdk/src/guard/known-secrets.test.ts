import { expect, test } from 'vitest'
import { KnownSecrets } from './known-secrets.js'

const show = (secret: string): string => `<${secret}>`

test('who knows no secrets changes nothing', () => {
  for (const known of [new KnownSecrets([]), new KnownSecrets([''])]) {
    expect(known.replaceIn('any text', show)).toBe('any text')
    expect(known.replaceInTail('any text', show)).toBe('any text')
    expect(known.startBefore('any text', 3)).toBe(3)
    expect([known.longest, known.longestOfLines]).toEqual([0, 0])
  }
})

test('of secrets that begin alike the longest is found, in whichever order they were told', () => {
  for (const secrets of [
    ['abcd', 'abcd-efgh'],
    ['abcd-efgh', 'abcd'],
  ])
    expect(new KnownSecrets(secrets).replaceIn('abcd-efgh abcd abc', show)).toBe('<abcd-efgh> <abcd> abc')
})

test('a spelling stands for the secret that was told first', () => {
  const base64 = Buffer.from('swordfish').toString('base64')
  const known = new KnownSecrets(['swordfish', base64])
  expect(known.replaceIn(`${base64} sword\u200bfish`, show)).toBe('<swordfish> <swordfish>')
})

test('a text may begin inside a secret, and with anything else', () => {
  const known = new KnownSecrets(['swordfish'])
  expect(known.replaceInTail('fish swordfish', show)).toBe('<swordfish> <swordfish>')
  expect(known.replaceInTail('wordfish', show)).toBe('<swordfish>')
  expect(known.replaceInTail('swordfish', show)).toBe('<swordfish>')
  expect(known.replaceInTail('ish and so on', show)).toBe('ish and so on')
  expect(known.replaceInTail('a fish', show)).toBe('a fish')
})

test('the longest spelling is known, and the longest with several lines', () => {
  const known = new KnownSecrets(['one\ntwo', 'a longer one without'])
  expect(known.longest).toBe('a longer one without'.length * 2)
  expect(known.longestOfLines).toBe('one\ntwo'.length)
  expect(new KnownSecrets(['no line']).longestOfLines).toBe(0)
})

test('a place inside a secret moves to where it begins, and every other place stays', () => {
  const known = new KnownSecrets(['swordfish'])
  const text = 'a swordfish b swordfish c'
  const places = [0, 2, 3, 10, 11, 12, 14, 15, 22, 23, 24]
  expect(places.map(place => known.startBefore(text, place))).toEqual([
    0, 2, 2, 2, 11, 12, 14, 14, 14, 23, 24,
  ])
})

test('a secret may be very long, and begin like another', () => {
  const [one, other] = [
    `head-of-both-of-them-${'y'.repeat(100_000)}`,
    `head-of-both-of-them-${'z'.repeat(100_000)}`,
  ]
  const known = new KnownSecrets([one, other])
  expect(
    known.replaceIn(`a ${other} b ${one} c head-of-both-of-them-x`, secret => `<${secret.at(-1)}>`),
  ).toBe('a <z> b <y> c head-of-both-of-them-x')
})

test('a secret inside what only begins like one is found', () => {
  const known = new KnownSecrets(['aaaaaaaaaaaaaaaaab', 'aaaa-cd'])
  expect(known.replaceIn('aaaaaaaaaaaaaaaaaaaaab', show)).toBe('aaaa<aaaaaaaaaaaaaaaaab>')
  expect(known.replaceIn('aaaaaaaaaaaaaaaaaaaa-cd', show)).toBe('aaaaaaaaaaaaaaaa<aaaa-cd>')
})
