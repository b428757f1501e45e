import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginComment, placeOfComment } from './comment-place.js'
import { chordOf, letterCommand } from './keys.js'
import { toLines } from './lines.js'
import { relativePath, toFileUri } from './paths.js'
import * as reviews from './review.js'
import { toPrompt } from './review-prompt.js'
import { readReviews, writeReviews } from './review-reader.js'

const comment: reviews.LineComment = {
  ...{ id: 'c1', path: '/shop/src/cart.ts', side: 'now', line: 12, text: 'Use cents.' },
  snippet: { before: '{', line: '  return price * 1.2', after: '}' },
}
const rejection: reviews.Rejection = {
  ...{
    batch: 'b1',
    path: '/shop/src/api.ts',
    at: 4,
    hadFile: true,
    hasFile: true,
    digest: 'd',
    isSent: false,
  },
  splices: [{ at: 2, was: ['retry()\n'], now: ['fail()\n'] }],
}
const addressee = { cwd: '/shop', takesLinks: true, stale: new Set<string>() }

test('a review is one prompt: comments with their lines, what was rejected, and links to the files', () => {
  const review = reviews.addRejections(reviews.putComment(reviews.emptyReview, comment), [rejection])
  const { text, blocks } = toPrompt(review, addressee)
  expect(text).toBe(
    [
      'Review of your changes:',
      '',
      'src/cart.ts, line 12:',
      '```',
      '  return price * 1.2',
      '```',
      'Use cents.',
      '',
      'I rejected these changes and took them back in the files:',
      '',
      'src/api.ts, line 3:',
      '```diff',
      '-fail()',
      '+retry()',
      '```',
    ].join('\n'),
  )
  expect(blocks).toEqual([
    { type: 'resource_link', uri: 'file:///shop/src/api.ts', name: 'src/api.ts' },
    { type: 'resource_link', uri: 'file:///shop/src/cart.ts', name: 'src/cart.ts' },
  ])
  expect(toPrompt(review, { ...addressee, takesLinks: false }).blocks).toEqual([])
})

test('a comment on code that has changed says so, and its fence is longer than any in the code', () => {
  const odd = { ...comment, side: 'old', snippet: { line: '````' } } as const
  const { text } = toPrompt(
    { ...reviews.emptyReview, comments: [odd] },
    { ...addressee, stale: new Set(['c1']) },
  )
  expect(text).toContain(
    'line 12 (a line that you removed; the code has changed since):\n`````\n````\n`````\n',
  )
})

test('a comment on a line that was rejected says so, and not that the code has changed', () => {
  const rejected = { ...comment, path: rejection.path, line: 3, snippet: { line: 'retry()' } }
  const other = { ...rejected, id: 'c2', line: 9, snippet: { line: 'else()' } }
  const { text } = toPrompt(
    { ...reviews.emptyReview, comments: [rejected, other], rejections: [rejection] },
    { ...addressee, stale: new Set(['c1', 'c2']) },
  )
  expect(text).toContain('src/api.ts, line 3 (rejected, see below):\n')
  expect(text).toContain('src/api.ts, line 9 (the code has changed since):\n')
})

test('after a review was sent nothing waits, and the next round begins there', () => {
  const review = reviews.addRejections(reviews.putComment(reviews.emptyReview, comment), [rejection])
  expect(reviews.pendingCount(review)).toBe(2)
  const sent = reviews.sendReview(review, 9)
  expect([reviews.pendingCount(sent), sent.reviewed, reviews.lastBatch(sent)]).toEqual([0, 9, []])
  expect(sent.rejections).toHaveLength(1)
})

test('what was rejected at once is undone at once, and only the last of it', () => {
  const other = { ...rejection, batch: 'b2' }
  const third = { ...other, path: '/shop/x.ts' }
  const review = reviews.addRejections(reviews.emptyReview, [rejection, other, third])
  expect(reviews.lastBatch(review)).toEqual([other, third])
  expect(reviews.lastBatch(reviews.dropRejection(review, third))).toEqual([other])
})

test('a comment is edited in its place, and one without words is none', () => {
  const second = { ...comment, id: 'c2' }
  const both = reviews.putComment(reviews.putComment(reviews.emptyReview, comment), second)
  const edited = reviews.putComment(both, { ...comment, text: 'Or not.' })
  expect(edited.comments.map(({ text }) => text)).toEqual(['Or not.', 'Use cents.'])
  expect(reviews.putComment(edited, { ...comment, text: ' ' }).comments).toEqual([second])
  expect(reviews.dropComment(edited, 'c2').comments).toHaveLength(1)
})

test('a hunk is kept once, and can be opened again', () => {
  const name = reviews.hunkName('/a', 'k')
  const kept = reviews.keepHunks(reviews.keepHunks(reviews.emptyReview, [name]), [name])
  expect(kept.kept).toEqual([name])
  expect(reviews.unkeepHunks(kept, [name]).kept).toEqual([])
})

test('a comment stays at its line, moves with it, or turns stale', () => {
  const begun = beginComment({ path: '/a', side: 'now', line: 2 }, 'one\ntwo\nthree\n', 'id')
  expect(begun.snippet).toEqual({ before: 'one', line: 'two', after: 'three' })
  const place = (text: string) => placeOfComment(begun, toLines(text))
  expect(place('one\r\ntwo\r\n')).toEqual({ is: 'there', line: 2 })
  expect(place('zero\none\ntwo\nthree\n')).toEqual({ is: 'moved', line: 3 })
  expect(place('one\n2\nthree\n')).toEqual({ is: 'stale' })
  expect(place('')).toEqual({ is: 'stale' })
})

const words = fc.string({ maxLength: 8 })
const splice = fc.record({ at: fc.nat(99), was: fc.array(words), now: fc.array(words) })
const anyReview: fc.Arbitrary<reviews.Review> = fc.record({
  kept: fc.array(words),
  rejections: fc.array(
    fc.record({
      ...{ batch: words, path: words, at: fc.nat(99), splices: fc.array(splice) },
      ...{ hadFile: fc.boolean(), hasFile: fc.boolean(), digest: fc.option(words), isSent: fc.boolean() },
    }),
  ),
  comments: fc.array(
    fc.record({
      ...{
        id: words,
        path: words,
        side: fc.constantFrom('old', 'now'),
        line: fc.nat(99).map(line => line + 1),
      },
      ...{ snippet: fc.record({ line: words }), text: words },
    }),
  ),
  settled: fc.array(fc.record({ path: words, from: fc.nat(99), to: fc.nat(99) })),
  reviewed: fc.nat(99),
})

test('reviews are read as they were written', () => {
  fc.assert(
    fc.property(anyReview, review => {
      expect(readReviews(writeReviews(new Map([['scout/1', review]])))).toEqual(
        new Map([['scout/1', review]]),
      )
    }),
  )
})

test('whatever else stands in the browser is no review', () => {
  const shapeOf = (value: unknown) => Object.keys(Object(value)).sort()
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const found = readReviews(JSON.stringify([['key', value], value]))
      for (const review of found.values()) expect(shapeOf(review)).toEqual(shapeOf(reviews.emptyReview))
    }),
  )
  expect(readReviews('{')).toEqual(new Map())
  expect(readReviews(null)).toEqual(new Map())
})

test('what is kept is bounded: the oldest reviews go, and comments stay when rejections are too long', () => {
  const many = new Map(Array.from({ length: 60 }, (_, index) => [`k${index}`, reviews.emptyReview]))
  expect([...readReviews(writeReviews(many)).keys()]).toEqual(
    Array.from({ length: 40 }, (_, n) => `k${n + 20}`),
  )
  const long = { ...rejection, splices: [{ at: 0, was: ['x'.repeat(500_000)], now: [] }] }
  const review = { ...reviews.emptyReview, comments: [comment], rejections: [long] }
  expect(readReviews(writeReviews(new Map([['k', review]]))).get('k')).toEqual({ ...review, rejections: [] })
})

test('keys are read by letter, and by place where Alt writes another character', () => {
  const press = { key: 'y', code: 'KeyY', altKey: true, ctrlKey: false, shiftKey: false, metaKey: false }
  expect(chordOf(press)).toBe('keep')
  expect(chordOf({ ...press, key: '¥' })).toBe('keep')
  expect(chordOf({ ...press, code: 'KeyZ' })).toBe('keep')
  expect(chordOf({ ...press, key: 'Z', code: 'KeyZ', shiftKey: true })).toBe('reject-all')
  expect(chordOf({ ...press, shiftKey: true })).toBe('keep-all')
  expect(chordOf({ ...press, key: 'z', code: 'KeyZ', ctrlKey: true })).toBe('reject')
  expect(chordOf({ ...press, key: 'z', code: 'KeyZ' })).toBeUndefined()
  expect(chordOf({ ...press, altKey: false })).toBeUndefined()
  expect(letterCommand({ ...press, altKey: false, key: 'j' })).toBe('next')
  expect(letterCommand({ ...press, key: 'j' })).toBeUndefined()
})

test('paths are shown from the folder of the session on, and linked as addresses', () => {
  expect(relativePath('/shop/a.ts', '/shop')).toBe('a.ts')
  expect(relativePath('/shopping/a.ts', '/shop')).toBe('/shopping/a.ts')
  expect(relativePath('/shop/', '/shop')).toBe('/shop/')
  expect(relativePath('C:\\shop\\a.ts', 'C:\\shop')).toBe('a.ts')
  expect(toFileUri('/shop/a b#.ts')).toBe('file:///shop/a%20b%23.ts')
  expect(toFileUri('C:\\shop\\a.ts')).toBe('file:///C:/shop/a.ts')
})
