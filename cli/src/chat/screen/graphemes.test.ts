import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { graphemesOf } from './graphemes.js'

const PARTS = [
  'a',
  ' ',
  'é',
  'e\u0301',
  '世',
  '👩‍👧‍👦',
  '🇩🇪',
  '🇩',
  '\u200d',
  '\u0301',
  '각',
  '\u1100\u1161\u11a8',
  'क्षि',
  '\r\n',
  '\ud800',
]

test('characters are those of the engine, wherever a window ends', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const text = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 400,
    size: 'max',
  })
  fc.assert(
    fc.property(text, parts => {
      const whole = parts.join('')
      expect([...graphemesOf(whole)]).toEqual(Array.from(segmenter.segment(whole), ({ segment }) => segment))
    }),
    { numRuns: atLeast(300) },
  )
  // Half of a character before a whole one, where a window ends between them.
  expect([...graphemesOf(`${'a'.repeat(127)}\ud800\u{e0100}`)].at(-1)).toBe('\ud800\u{e0100}')
  expect([...graphemesOf(`a${'\u0301'.repeat(1_000)}b`)]).toEqual([`a${'\u0301'.repeat(1_000)}`, 'b'])
})

test('a long text takes time as it is long, not as its square', () => {
  const started = performance.now()
  let count = 0
  for (const _ of graphemesOf('wörd 世'.repeat(50_000))) count++
  expect(count).toBe(300_000)
  expect(performance.now() - started).toBeLessThan(3_000)
})
