/** No example of the seed documents can be lost: they are counted, document by document and by how they are written. */
import { expect, test } from 'vitest'
import { type DocumentName, examplesOf, isSpoken, sceneOf, spokenIn } from './examples.fixture.js'

const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(words)].sort().map(word => [word, words.filter(w => w === word).length]))

const counted: readonly [DocumentName, object, object][] = [
  ['001', { fragment: 11, message: 45 }, { inline: 2, json: 50, text: 4 }],
  ['002', { fragment: 24, message: 29 }, { json: 53 }],
  ['003', { config: 3, fragment: 45, message: 25 }, { inline: 7, json: 66 }],
  ['004', { fragment: 29, message: 51, schema: 2 }, { json: 69, mermaid: 2, python: 11 }],
]

test.each(counted)('document %s has all of its examples', (name, kinds, writings) => {
  const examples = examplesOf(name)
  expect(tally(examples.map(({ kind }) => kind))).toEqual(kinds)
  expect(tally(examples.map(example => (isSpoken(example) && example.written) || 'json'))).toEqual(writings)
  const lines = examples.map(({ line }) => line)
  expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other))
})

test('the blocks of JSON are 238, and all examples 264', () => {
  const all = counted.flatMap(([name]) => examplesOf(name))
  expect(all.filter(example => !(isSpoken(example) && example.written))).toHaveLength(238)
  expect(all).toHaveLength(264)
})

test.each(counted)('a fragment of document %s stands where it says, in its message', name => {
  for (const { at, kind, message, line } of spokenIn(name)) {
    expect(at !== undefined, `line ${line}`).toBe(kind === 'fragment')
    const value = (at ?? '')
      .split('/')
      .slice(1)
      .reduce<unknown>((whole, key) => (whole as Record<string, unknown>)[key], message)
    expect(value, `line ${line}`).not.toBe(undefined)
  }
})

test.each(counted)('what an example of document %s answers was asked before', name => {
  for (const { answers, before, from, line, message } of spokenIn(name)) {
    expect(answers !== undefined, `line ${line}`).toBe(message.method === undefined)
    if (before === undefined || answers === undefined) continue
    const asked = sceneOf(name, before).findLast(said => said.from !== from && said.message.id === message.id)
    expect(asked?.message.method, `line ${line}`).toBe(answers)
  }
})
