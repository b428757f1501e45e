import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLastRun } from './last-run.js'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-last-run-'))
  mkdirSync(join(root, '.build'))
  writeFileSync(join(root, '.gitignore'), '.build\n')
  writeFileSync(join(root, 'one.ts'), 'one')
  execFileSync('git', ['init', '-q'], { cwd: root })
})
afterEach(() => rmSync(root, { recursive: true }))

const report = (...results: readonly [fullName: string, status: string][]): void => {
  const assertionResults = results.map(([fullName, status]) => ({ fullName, status }))
  const testResults = [{ name: join(root, 'one.test.ts'), assertionResults }]
  writeFileSync(join(root, '.build/vitest.json'), JSON.stringify({ testResults }))
}

const named = (title: string) => ({ file: 'one.test.ts', title })

test('what passed in the last run has passed, and nothing else', () => {
  report(['one holds', 'passed'], ['two holds', 'failed'], ['three holds', 'skipped'])
  const lastRun = readLastRun(root)
  expect(lastRun?.hasPassed(named('one'))).toBe(true)
  expect(lastRun?.hasPassed(named('two'))).toBe(false)
  expect(lastRun?.hasPassed(named('three'))).toBe(false)
  expect(lastRun?.hasPassed(named('four'))).toBe(false)
  expect(lastRun?.hasPassed({ file: 'other.test.ts', title: 'one' })).toBe(false)
})

test('a title that fits two tests has passed when both have', () => {
  report(['it holds', 'passed'], ['it holds again', 'failed'])
  expect(readLastRun(root)?.hasPassed(named('it holds'))).toBe(false)
})

test('a run is forgotten when a file is younger than it', () => {
  report(['one holds', 'passed'])
  const later = Date.now() / 1000 + 60
  utimesSync(join(root, 'one.ts'), later, later)
  expect(readLastRun(root)).toBeUndefined()
})

test('without a run nothing is known', () => {
  expect(readLastRun(root)).toBeUndefined()
})
