import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from '../map/files.js'

test('no property fixes its number of runs: whoever has more time can have more of them', () => {
  const properties = listFiles(process.cwd())
    .filter(path => /\.(test|fixture)\.tsx?$/.test(path))
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => text.includes("from 'fast-check'"))
  expect(properties.length).toBeGreaterThan(20)
  const fixed = properties.filter(({ text }) => /numRuns: \d/.test(text)).map(({ path }) => path)
  expect(fixed).toEqual([])
})
