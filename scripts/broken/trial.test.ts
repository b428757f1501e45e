import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Copy } from './copy.js'
import type { Row } from './row.js'
import { tryRow } from './trial.js'

let root = ''
let copy: Copy

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-trial-'))
  mkdirSync(join(root, 'sdk'))
  mkdirSync(join(root, 'node_modules/@parley'), { recursive: true })
  symlinkSync('../../sdk', join(root, 'node_modules/@parley/acp'))
  writeFileSync(join(root, '.gitignore'), 'node_modules\n')
  writeFileSync(
    join(root, 'guard.mjs'),
    "import { readFileSync } from 'node:fs'\nif (!readFileSync('sdk/one', 'utf8').includes('good')) throw new Error('one is bad')\n",
  )
  writeFileSync(join(root, 'sdk/one'), 'good')
  execFileSync('git', ['init', '-q'], { cwd: root })
  copy = new Copy(root)
})
afterEach(() => {
  copy[Symbol.dispose]()
  rmSync(root, { recursive: true })
})

const row = (parts: Partial<Row>): Row => ({
  name: 'one',
  change: [{ file: 'sdk/one', find: 'good', replace: 'bad' }],
  run: ['node', 'guard.mjs'],
  says: 'one is bad',
  ...parts,
})

test("a copy's own packages lead into the copy", () => {
  expect(realpathSync(join(copy.folder, 'node_modules/@parley/acp'))).toBe(
    realpathSync(join(copy.folder, 'sdk')),
  )
})

test('a row holds when its guard notices the fault, and the copy is whole afterwards', async () => {
  expect(await tryRow(copy, row({}))).toBeUndefined()
  expect(readFileSync(join(copy.folder, 'sdk/one'), 'utf8')).toBe('good')
})

test('a row fails when nothing notices the fault', async () => {
  const blind = row({ change: [{ file: 'sdk/two', content: 'bad' }] })
  expect(await tryRow(copy, blind)).toBe('nothing noticed the fault')
})

test('a row fails when its guard fails for another reason', async () => {
  expect(await tryRow(copy, row({ says: 'two is bad' }))).toContain('did not say /two is bad/')
})

test('a row fails when its guard fails before anything is broken', async () => {
  const run = ['node', '-e', 'process.exit(1)']
  expect(await tryRow(copy, row({ run }))).toContain('fails before anything is broken')
})

test('a row fails when the text to break no longer stands there exactly once', async () => {
  writeFileSync(join(copy.folder, 'sdk/one'), 'good good')
  expect(await tryRow(copy, row({}))).toContain('stands there 2 times')
})
