import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from '../map/files.js'

/** Where `atLeast` is: each product has one, because tests, too, come through the doors. */
const isRuns = (path: string): boolean => path.endsWith('/src/runs.fixture.ts')

test('no property fixes its number of runs, or reckons it by itself: whoever has more time can have more of them', () => {
  const properties = listFiles(process.cwd())
    .filter(path => /\.(test|fixture)\.tsx?$/.test(path))
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => text.includes("from 'fast-check'"))
  expect(properties.length).toBeGreaterThan(20)
  const fixed = properties.filter(({ text }) => /numRuns: \d/.test(text)).map(({ path }) => path)
  expect(fixed).toEqual([])
  const own = properties.filter(({ path, text }) => !isRuns(path) && /readConfigureGlobal\(/.test(text))
  expect(own.map(({ path }) => path)).toEqual([])
})
