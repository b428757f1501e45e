import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { survey } from './survey.js'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-map-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const lawsBroken = (files: Record<string, string>): string[] => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return survey(root, []).flaws.map(({ law }) => law)
}

const head = '/** What it knows. */\n'

test('a room may import the rooms below it', () => {
  const files = {
    'sdk/src/protocol/peer.ts': `${head}import { one } from '../jsonrpc/index.js'`,
    'sdk/src/transport/lines.ts': `${head}import type { Scope } from '../protocol/scope.js'`,
    'sdk/src/node/stdio.ts': `${head}import { one } from '../agent/index.js'\nimport { two } from 'node:fs'`,
    'sdk/src/thread/reduce.ts': `${head}import { type One } from '../schema/index.js'`,
    'sdk/src/guard/redact.ts': `${head}import { one } from '../text/index.js'`,
    'sdk/src/index.ts': `${head}export { one } from './agent/index.js'`,
  }
  expect(lawsBroken(files)).toEqual([])
})

test('the front door stays out of the room that needs Node', () => {
  expect(lawsBroken({ 'sdk/src/index.ts': `${head}export { one } from './node/index.js'` })).toEqual([
    'floors',
  ])
})

test('a comment, and a word inside a longer word, break no word law', () => {
  const code = `${head}// the client of a session says console.log and process.exit\nexport const reagent = 1\n`
  expect(lawsBroken({ 'sdk/src/jsonrpc/one.ts': code })).toEqual([])
})

test('words in strings, templates and patterns are no globals', () => {
  const code = `${head}export const one = ['console.log', \`process.\${1} Buffer\`, /console.process.Buffer/]\n`
  expect(lawsBroken({ 'sdk/src/agent/one.ts': code })).toEqual([])
})

test('code inside a template counts as code', () => {
  const code = `${head}export const one = \`it is \${process.cwd()}\`\n`
  expect(lawsBroken({ 'sdk/src/agent/one.ts': code })).toEqual(['node-words'])
})

test('asking whether a version was given compares no versions', () => {
  const code = `${head}export const one = (version?: number) => version === undefined\n`
  expect(lawsBroken({ 'sdk/src/agent/one.ts': code })).toEqual([])
})

test('tests may reach up, talk to the console and hold error numbers', () => {
  const code = "import { one } from '../testing/index.js'\nconsole.log(one, -32601, process.pid)\n"
  expect(lawsBroken({ 'sdk/src/jsonrpc/one.test.ts': code })).toEqual([])
})

test('an else-if ladder is one step deep', () => {
  const ladder =
    'if (n === 1) n = 2\n else if (n === 2) n = 3\n else if (n === 3) n = 4\n else if (n === 4) n = 5'
  const code = `${head}export const one = (n: number) => {\n${ladder}\n return n\n}\n`
  expect(lawsBroken({ 'sdk/src/agent/one.ts': code })).toEqual([])
})

test('a generated file may be long and hold error numbers', () => {
  const code = `${head}${'export type One = -32601\n'.repeat(400)}`
  expect(lawsBroken({ 'sdk/src/schema/one.gen.ts': code })).toEqual([])
})
