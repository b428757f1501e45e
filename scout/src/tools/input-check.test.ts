import { expect, test } from 'vitest'
import { findFlaw } from './input-check.js'

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    line: { type: 'integer' },
    mode: { type: 'string', enum: ['a', 'b'] },
    edits: {
      type: 'array',
      items: { type: 'object', properties: { all: { type: ['boolean', 'null'] } }, required: ['all'] },
    },
  },
  required: ['path'],
  additionalProperties: false,
}

test('what fits has no flaw', () => {
  expect(
    findFlaw({ path: 'x', line: 1, mode: 'a', edits: [{ all: null }, { all: true }] }, schema),
  ).toBeUndefined()
})

test('a flaw is told with its place, what was expected and what was found', () => {
  const flaws = [
    [undefined, 'the input should be an object, but it is absent'],
    [[], 'the input should be an object, but it is an array'],
    [{}, 'the input lacks "path"; it takes path, line (optional), mode (optional), edits (optional)'],
    [{ path: null }, 'path should be a string, but it is null'],
    [{ path: 'x', line: 1.5 }, 'line should be an integer, but it is a number'],
    [{ path: 'x', mode: 'c' }, 'mode should be one of "a", "b"'],
    [{ path: 'x', edits: [{ all: true }, {}] }, 'edits[1] lacks "all"; it takes all'],
    [{ path: 'x', edits: [{ all: 3 }] }, 'edits[0].all should be a boolean or null, but it is a number'],
    [
      { path: 'x', pfad: 1 },
      'the input has no room for "pfad"; it takes path, line (optional), mode (optional), edits (optional)',
    ],
  ] as const
  for (const [input, flaw] of flaws) expect(findFlaw(input, schema)).toBe(flaw)
})

test('what an object has only by inheritance does not count', () => {
  expect(findFlaw({}, { type: 'object', properties: {}, required: ['toString'] })).toBe(
    'the input lacks "toString"',
  )
})

test('what a schema says beyond the subset is passed over', () => {
  expect(findFlaw('x', { type: 'file', minLength: 9 })).toBeUndefined()
  expect(findFlaw('x', true)).toBeUndefined()
})
