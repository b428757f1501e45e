import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { judge } from './judge.js'
import { readRows } from './page.js'
import { Titles } from './titles.js'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-seeds-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const evidence = () => ({ titles: new Titles(root), examples: () => new Set([7, 8]) })

const flawsOf = (cell: string, tests = ''): string[] => {
  writeFileSync(join(root, 'some.test.ts'), tests)
  const rows = readRows(`| Item | Asks for | Shown by |\n|---|---|---|\n| S0-1 | text | ${cell} |\n`)
  return judge(rows, evidence()).filter(flaw => flaw.startsWith('S0-1:'))
}

test('an item that names a test, or the beginning of its title, has no flaw', () => {
  const tests = [
    "test('it writes lines', () => {})",
    "test.each([1])('it reads %s lines', () => {})",
    `describe('ends', () => { test.skipIf(false)(\`it ends with \${end}\`, () => {}) })`,
  ].join('\n')
  expect(flawsOf('`some.test.ts` it writes lines', tests)).toEqual([])
  expect(flawsOf('`some.test.ts` it reads %s<br>`some.test.ts` it ends with', tests)).toEqual([])
})

test('a title with a field of a row in it may be named as it is filled in', () => {
  const tests = [
    "const files = [{ title: 'a file', path: 'a mode' }]",
    "const modes = [{ title: 'a mode' }]",
    "test.each(files)('to us: $title', () => {})",
    "test.each(modes.slice(0))('to them: $title', () => {})",
    "test.each([{ title: 'a plan' }])('of $title', () => {})",
  ].join('\n')
  for (const title of ['to us: a file', 'to them: a mode', 'of a plan'])
    expect(flawsOf(`\`some.test.ts\` ${title}`, tests)).toEqual([])
  expect(flawsOf('`some.test.ts` to us: a mode', tests)).toEqual([
    "S0-1: no test in some.test.ts begins with 'to us: a mode'",
  ])
})

test('a title that no test has is told, and so is a file that is not there', () => {
  const tests =
    "// test('it writes lines')\nconst words = 'it writes lines'\ndescribe('it writes lines', () => {})"
  expect(flawsOf('`some.test.ts` it writes lines', tests)).toEqual([
    "S0-1: no test in some.test.ts begins with 'it writes lines'",
  ])
  expect(flawsOf('`other.test.ts` it writes lines')).toEqual(['S0-1: there is no other.test.ts'])
})

test('a test that is never run shows nothing', () => {
  for (const kind of ['skip', 'todo', 'skip.each([1])'])
    expect(flawsOf('`some.test.ts` it writes', `test.${kind}('it writes lines', () => {})`)).toEqual([
      "S0-1: no test in some.test.ts begins with 'it writes'",
    ])
})

test('a line at which no example stands is told', () => {
  const tests = "test.each([1])('the example at line $line is right', () => {})"
  expect(flawsOf('`some.test.ts` the example at line $line (lines 7, 8)', tests)).toEqual([])
  expect(flawsOf('`some.test.ts` the example (line 9)', tests)).toEqual([
    'S0-1: there is no example at line 9',
  ])
})

test('only some things may come later', () => {
  expect(flawsOf('later: proxy chains')).toEqual([])
  expect(flawsOf('later: LSP bridge, several machines')).toEqual([])
  expect(flawsOf('later: no time')).toEqual(["S0-1: 'no time' is no reason for later"])
})

test('an item that names neither is told, and so is what cannot be read', () => {
  expect(flawsOf('')).toEqual(['S0-1: names no test, and no reason for later'])
  expect(flawsOf('surely')).toEqual([
    "S0-1: 'surely' is neither a test nor a reason",
    'S0-1: names no test, and no reason for later',
  ])
})

test('an item is missed, and one that there is not, or twice, is told', () => {
  const row = (item: string): string => `| ${item} | words | later: LSP bridge |\n`
  const flaws = judge(readRows(row('S0-1') + row('S0-1') + row('S9-1')), evidence())
  expect(flaws).toContain('S0-2: is not on the page')
  expect(flaws).toContain('S4-55: is not on the page')
  expect(flaws).toContain('S9-1: there is no such item')
  expect(flaws).toContain('S0-1: is on the page twice')
  expect(flaws.filter(flaw => flaw.endsWith('is not on the page'))).toHaveLength(191)
})
