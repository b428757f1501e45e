import { expect, test } from 'vitest'
import { parseArguments } from './arguments.js'

test('without arguments every row runs five times at full size', () => {
  const { rows, runs, size, contestants } = parseArguments([])
  expect(rows.length).toBeGreaterThan(10)
  expect({ runs, size, contestants }).toEqual({
    runs: 5,
    size: 'full',
    contestants: ['raw', 'official', 'parley'],
  })
})

test('rows, runs and a file may be named', () => {
  const { rows, runs, json } = parseArguments(['stream', '--runs', '2', '--json', 'out.json', 'validate'])
  expect(rows.map(row => row.id)).toEqual(['stream', 'validate'])
  expect({ runs, json }).toEqual({ runs: 2, json: 'out.json' })
})

test('what is not known is refused by name', () => {
  expect(() => parseArguments(['strem'])).toThrow('no row "strem"')
  expect(() => parseArguments(['--only', 'zod'])).toThrow('no contestant "zod"')
  expect(() => parseArguments(['--runs', '0'])).toThrow('--runs')
})
