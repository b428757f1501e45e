import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, report } from './command.fixture.js'

const claim = (shown: object): string => `claim ${JSON.stringify(shown)}`
const touch = { rawInput: { command: 'touch made' }, after: ['touch', 'made'] }

test.concurrent.each([
  ['--approve', 'reads', { kind: 'read', ...touch }],
  ['--approve', 'edits', { kind: 'edit', ...touch }],
  ['--allow', 'claimed:read', { kind: 'read', ...touch }],
  ['--approve', 'reads', { kind: 'think', writes: ['made'] }],
  ['--allow', 'claimed:execute', { kind: 'execute', writes: ['made'], ...touch }],
])('%s %s does not believe a kind that is not what is shown: %j', async (flag, value, shown) => {
  const place = makePlace()
  const { ran, report: told } = await report(place, [claim(shown), flag, value])
  expect(ran.code).toBe(5)
  expect(told.error?.reason).toBe('permission_needed')
  expect(existsSync(join(place.cwd, 'made'))).toBe(false)
})

test.concurrent.each([
  [{ kind: 'execute', rawInput: { command: 'touch made' } }, 'execute:touch made'],
  [{ kind: 'execute', rawInput: { command: 'touch', args: ['made'] } }, 'execute:touch made'],
  [{ kind: 'other', rawInput: { command: ['touch', 'made'] } }, 'execute:touch made'],
  [{ kind: 'execute', rawInput: { command: 'touch made; true' } }, `execute:sh -c 'touch made; true'`],
  [{ kind: 'execute', rawInput: { command: 'touch made; true' } }, 'execute'],
  [{ kind: 'read', rawInput: { command: 'ls' } }, 'execute'],
  [{ kind: 'edit', writes: ['README.md'] }, 'edit:README.md'],
  [{ kind: 'edit', writes: ['a.md', 'b.md'] }, 'edit:*.md'],
])('a narrow flag answers for what is shown: %j, --allow %s', async (shown, line) => {
  const { ran, report: told } = await report(makePlace(), [claim(shown), '--allow', line])
  expect(told.text).toBe('answered yes')
  expect(ran.code).toBe(0)
  expect(told.permissions[0]?.by).toContain('--allow ')
})

test.concurrent.each([
  [{ kind: 'execute', rawInput: { command: 'touch made; true' } }, 'execute:touch ...'],
  [{ kind: 'execute', rawInput: { command: 'touch made', cwd: '/' } }, 'execute:touch made'],
  [{ kind: 'execute', rawInput: { command: 'touch other' } }, 'execute:touch made'],
  [{ kind: 'edit', writes: ['a.md', 'b.txt'] }, 'edit:*.md'],
  [{ kind: 'edit', writes: ['a.md'], rawInput: { command: 'touch made' } }, 'edit:a.md'],
  [{ kind: 'execute' }, 'execute:touch made'],
])('a narrow flag answers for nothing else: %j, --allow %s', async (shown, line) => {
  const { report: told } = await report(makePlace(), [claim(shown), '--allow', line])
  expect(told.error?.reason).toBe('permission_needed')
})

test.concurrent('what is allowed when it is asked about is run, and nobody is asked twice', async () => {
  const place = makePlace()
  const shown = { kind: 'execute', ...touch }
  const { report: told } = await report(place, [claim(shown), '--allow', 'execute:touch made'])
  expect(told.text).toBe('answered yes, ran')
  expect(existsSync(join(place.cwd, 'made'))).toBe(true)
})

test.concurrent.each([
  [{ kind: 'execute', rawInput: { command: 'touch made' } }, 'execute', []],
  [{ kind: 'execute' }, 'execute', ['--approve', 'all']],
  [{ kind: 'execute', rawInput: { command: 'touch made' } }, 'execute:touch ...', ['--allow', 'execute']],
  [{ kind: 'edit', writes: ['a.md'] }, 'edit:*.md', ['--approve', 'edits']],
])('what a flag denies is denied when it is asked about: %j, --deny %s', async (shown, line, more) => {
  const { ran, report: told } = await report(makePlace(), [claim(shown), '--deny', line, ...more])
  expect(told.text).toBe('answered no')
  expect(ran.code).toBe(5)
  expect(told.permissions).toMatchObject([
    { decision: 'deny', by: expect.stringContaining(line.split(' ')[0] ?? '') },
  ])
  expect(ran.stderr).toMatch(/\(by --deny .*\)/)
})

test.concurrent('an agent that does not ask hears which flag denies it', async () => {
  const { report: told } = await report(makePlace(), ['run touch made', '--deny', 'execute'])
  expect(told.text).toBe('not run: It was denied by --deny execute.')
})

test.concurrent.each([
  [{ kind: 'execute', rawInput: { command: 'npm test' } }, `--allow 'execute:npm test'`, '--allow execute'],
  [{ kind: 'edit', writes: ['a b.md'] }, `--allow 'edit:a b.md'`, '--approve edits'],
  [{ kind: 'read', rawInput: { command: 'ls' } }, '--allow execute:ls', '--allow execute'],
])('the narrowest flag is named first: %j', async (shown, narrow, broad) => {
  const { report: told } = await report(makePlace(), [claim(shown)])
  expect(told.error?.cure).toBe(`To allow it: ${narrow}, or more broadly: ${broad}`)
})
