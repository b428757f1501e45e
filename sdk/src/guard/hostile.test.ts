import { expect, test } from 'vitest'
import { createRedactor } from './redact.js'

const HOSTILE = [
  'a',
  'eyJ',
  'eyJaaaaaaaaa.',
  '://',
  '://a',
  '://a:',
  '://a:b@',
  'token',
  'token=',
  'key:',
  'Bearer ',
  'Basic a',
  'sk-',
  'xox',
  'M',
  'MMMMMMMMMMMMMMMMMMMMMMMMM.',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----"',
  '-----END PRIVATE KEY-----',
  'Cookie: a=',
  'password ',
  'password = ',
  '1',
  '0123456789:AA',
  'AccountKey=',
  '?sig=',
  '/api/webhooks/1',
  'hooks.slack.com/services/',
  '%',
  '«',
  '--token',
  '\n',
  ' ',
  '"',
  '\\"',
]
const LENGTH = 1_000_000

test.each(HOSTILE)('a megabyte of %j is redacted in a moment', piece => {
  // One letter that is no Latin one makes the engine take another way through all of it.
  const all = `${piece.repeat(LENGTH / piece.length)} →`
  const start = performance.now()
  const redactor = createRedactor({ known: ['canary-0', 'aaaaaaaaaaaaaaaab'] })
  redactor.text(all)
  redactor.tail(all)
  const stream = redactor.stream()
  for (let at = 0; at < all.length; at += 32_768) stream.push(all.slice(at, at + 32_768))
  stream.end()
  // What is quadratic takes minutes.
  expect(performance.now() - start).toBeLessThan(10_000)
})
