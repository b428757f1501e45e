import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText } from './fuzzy.js'

const best = (query: string, texts: readonly string[]): string | undefined =>
  texts
    .map(text => ({ text, score: fitText(query, text)?.score }))
    .filter(({ score }) => score !== undefined)
    .sort((one, other) => (other.score ?? 0) - (one.score ?? 0))[0]?.text

test('letters must stand in their order', () => {
  expect(fitText('nc', 'New conversation')).toBeDefined()
  expect(fitText('cn ew', 'New conversation')).toBeUndefined()
})

test.each([
  ['nc', ['Rename this conversation', 'New conversation'], 'New conversation'],
  ['plan', ['Explain the tax tables', 'Show Plan'], 'Show Plan'],
  ['dark', ['Do a remark', 'Theme: dark'], 'Theme: dark'],
  ['term', ['Stop the turn, maybe', 'Show Terminals'], 'Show Terminals'],
])('"%s" means what begins with it', (query, texts, meant) => {
  expect(best(query, texts)).toBe(meant)
})

test('the places are those of the letters', () => {
  expect(fitText('sp', 'Show Plan')?.places).toEqual([0, 5])
})

test('every text fits itself, and the places spell the query', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{1,30}$/), text => {
      const places = fitText(text, text)?.places ?? []
      expect(places.map(place => text[place]).join('')).toBe(text.replace(/\s+/g, ''))
    }),
  )
})

test('a long text of one letter is no trouble', () => {
  expect(fitText('aaaaaaaaab', 'a'.repeat(2_000))).toBeUndefined()
})
