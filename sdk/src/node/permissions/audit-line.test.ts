import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type AuditEntry,
  auditLine,
  BEGINNING,
  bounded,
  boundedEntry,
  CHANGED,
  digest,
  follow,
  toPrevious,
} from './audit-line.js'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const bytes = (text: string): Uint8Array => Buffer.from(text)
const NOON = Date.parse('2026-03-04T12:00:00Z')
const ZERO = '0000000000000000000000000000000000000000000000000000000000000000'

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ connection: 'c1', session: 's1', action: 'fs.read', by: 'user:0', decision: 'allow', facts: {} },
  ...more,
})

test('a digest is that of the bytes', () => {
  expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(digest(bytes('abc'))).toBe(digest('abc'))
})

test('a chain begins with nothing, and each line carries the digest of the one before', () => {
  expect(BEGINNING).toEqual({ seq: 0, hash: ZERO })
  const first = auditLine({ mended: 3 }, NOON, BEGINNING)
  expect(first.text).toBe(`{"ts":"2026-03-04T12:00:00.000Z","seq":1,"prevHash":"${ZERO}","mended":3}\n`)
  expect(first.link).toEqual({ seq: 1, hash: sha256(first.text.slice(0, -1)) })
  const second = auditLine({ of: 1, outcome: 'done' }, NOON + 1, first.link)
  expect(JSON.parse(second.text)).toEqual({
    ...{ ts: '2026-03-04T12:00:00.001Z', seq: 2, prevHash: first.link.hash },
    ...{ of: 1, outcome: 'done' },
  })
})

test('a line is followed where its number and its digest are those of the chain', () => {
  const first = auditLine({ mended: 1 }, NOON, BEGINNING)
  const second = auditLine({ mended: 2 }, NOON, first.link)
  const line = bytes(second.text.trimEnd())
  expect(follow(line, first.link)).toEqual(second.link)
  expect(follow(line, undefined)).toEqual(second.link)
  expect(toPrevious(line)).toEqual(first.link)
  expect(follow(line, BEGINNING)).toEqual({
    why: 'number 1 should stand here, and number 2 does',
    isBefore: false,
  })
  expect(follow(line, { ...first.link, hash: ZERO })).toEqual({ why: CHANGED, isBefore: true })
})

test('the first line has none before it that could be at fault', () => {
  expect(CHANGED).toBe('this line was changed after it was written, or the digest of it was')
  const { text } = auditLine({ mended: 1 }, NOON, { seq: 0, hash: sha256('other') })
  expect(follow(bytes(text.trimEnd()), BEGINNING)).toEqual({ why: CHANGED, isBefore: false })
})

test.each([
  '',
  '{',
  'null',
  '7',
  '[]',
  '{"seq":1}',
  '{"seq":"1","prevHash":""}',
  '{"seq":1.5,"prevHash":""}',
  '{"seq":1,"prevHash":0}',
])('%j is no line of an audit log', text => {
  expect(follow(bytes(text), BEGINNING)).toEqual({ why: 'this is no line of an audit log', isBefore: false })
  expect(toPrevious(bytes(text))).toBeUndefined()
})

test('a text of 4096 characters stands whole, and a longer one is cut, with the digest of all of it', () => {
  const most = 'é'.repeat(4096)
  expect(bounded(most)).toBe(most)
  expect(bounded(`${most}x`)).toBe(`${most}… sha256:${sha256(`${most}x`)}`)
  expect(bounded({ [`${most}x`]: 1 })).toEqual({ [`${most}… sha256:${sha256(`${most}x`)}`]: 1 })
})

test('a list of 256 stands whole, and of a longer one it is said how many there were', () => {
  const most = Array.from({ length: 256 }, (_, index) => index)
  expect(bounded(most)).toEqual(most)
  const more = [...most, 256]
  expect(bounded(more)).toEqual([...most, `… 257 in all, sha256:${sha256(JSON.stringify(more))}`])
})

test('of an object 256 fields stand, and what is in them is bounded as well', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]))
  expect(bounded(fields(257))).toEqual(fields(256))
  const long = 'x'.repeat(5000)
  expect(bounded({ a: [{ b: long }] })).toEqual({ a: [{ b: bounded(long) }] })
})

test.each([0, true, null, undefined])('%j stays as it is', value => {
  expect(bounded(value)).toBe(value)
})

/** Facts that take so many characters on a line. */
const factsOf = (length: number): readonly string[] => {
  const texts = Array.from({ length: Math.floor((length - 100) / 2003) }, () => 'x'.repeat(2000))
  const rest = length - JSON.stringify([...texts, '']).length
  return [...texts, 'y'.repeat(rest)]
}

test.each([
  ['allow', 256 * 1024],
  ['deny', 4 * 1024],
  ['cancelled', 4 * 1024],
] as const)('what is decided with “%s” has room for %i characters of facts', (decision, most) => {
  const fits = entry({ decision, facts: factsOf(most) })
  expect(boundedEntry(fits)).toEqual(fits)
  const facts = factsOf(most + 1)
  const text = JSON.stringify(facts)
  expect(text).toHaveLength(most + 1)
  expect(boundedEntry(entry({ decision, facts }))).toEqual(
    entry({ decision, facts: { beginning: text.slice(0, most), sha256: sha256(text) } }),
  )
})

test('the other fields of an entry are bounded, and facts may be absent', () => {
  const long = 'x'.repeat(5000)
  expect(boundedEntry(entry({ session: long })).session).toBe(bounded(long))
  expect(boundedEntry(entry({ facts: undefined }))).toEqual(entry({ facts: undefined }))
})
