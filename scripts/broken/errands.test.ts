import { expect, test } from 'vitest'
import { toErrands } from './errands.js'
import type { Row } from './row.js'

const row = (name: string, file: string, more: Partial<Row> = {}): Row => ({
  ...{ name, change: [], run: { file, title: name }, says: name },
  ...more,
})

test('rows of one test file are tried together, the longest list first, and what needs a build last', () => {
  const rows = [
    row('built', 'one', { build: true }),
    row('a', 'one'),
    row('gate', '', { run: ['npm', 'run', 'gate'] }),
    row('b', 'two'),
    row('c', 'two'),
    row('law', '', { run: ['npm', 'run', 'gate'] }),
  ]
  const names = toErrands(rows).map(list => list.map(({ name }) => name))
  expect(names).toEqual([['b', 'c'], ['a'], ['gate'], ['law'], ['built']])
})

test('no list is so long that one worker is left alone with it, and none is lost', () => {
  const rows = Array.from({ length: 30 }, (_, index) => row(`${index}`, 'one'))
  const errands = toErrands(rows)
  expect(errands.map(({ length }) => length)).toEqual([12, 12, 6])
  expect(errands.flat()).toEqual(rows)
})
