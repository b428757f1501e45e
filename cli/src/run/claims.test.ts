import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley, report } from './command.fixture.js'

const claim = (shown: object): string => `claim ${JSON.stringify(shown)}`
const touch = { rawInput: { command: 'touch made' }, after: ['touch', 'made'] }

test.concurrent.each([
  ['--approve', 'reads', { kind: 'read', ...touch }],
  ['--approve', 'reads', { kind: 'think', writes: ['made'] }],
  ['--allow', 'claimed:execute', { kind: 'execute', writes: ['made'], ...touch }],
])('%s %s does not believe a kind that is not what is shown: %j', async (flag, value, shown) => {
  const place = makePlace()
  const { ran, report: told } = await report(place, [claim(shown), flag, value])
  expect(ran.code).toBe(5)
  expect(told.error?.reason).toBe('permission_needed')
  expect(existsSync(join(place.cwd, 'made'))).toBe(false)
})

test.concurrent('what is allowed when it is asked about is run, and nobody is asked twice', async () => {
  const place = makePlace()
  const shown = { kind: 'execute', ...touch }
  const refused = await report(place, [claim(shown)])
  expect(refused.report.error?.cure).toContain(`To allow it: --allow 'execute:touch made', or`)
  const { report: told } = await report(place, [claim(shown), '--allow', 'execute:touch made'])
  expect(told.text).toBe('answered yes, ran')
  expect(existsSync(join(place.cwd, 'made'))).toBe(true)
})

test.concurrent.each([
  [{ kind: 'execute', rawInput: { command: 'touch made' } }, 'execute', []],
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

test.concurrent.each([[['--deny', 'execute']], [[]]])(
  'who ends its turn before it is answered was not allowed it: %j',
  async flags => {
    const { ran, report: told } = await report(makePlace(), ['hasty', ...flags])
    expect(ran.code).toBe(5)
    expect(told.permissions).toMatchObject([{ decision: expect.not.stringMatching('allow') }])
  },
)

test.concurrent.each(['read:*.key', 'edit', '{"action":"fs.*","path":"**"}'])(
  '--no-fs cannot go with --deny %s',
  async line => {
    const place = makePlace()
    const ran = await parley(place, ['run', 'say hi', ...place.actor, '--no-fs', '--deny', line])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('with --no-fs the agent uses its own hands, which no --deny can hold')
  },
)

test.concurrent('a text for a shell is not run by --allow execute where some commands are denied', async () => {
  const flags = ['--allow', 'execute', '--deny', 'execute:rm ...']
  const [shell, plain] = await Promise.all([
    report(makePlace(), ['run sh -c true', ...flags]),
    report(makePlace(), ['run true', ...flags]),
  ])
  expect([shell.ran.code, plain.ran.code]).toEqual([5, 0])
  expect(shell.ran.stderr).toContain(`A text for a shell cannot be held against --deny 'execute:rm ...'.`)
  expect(shell.report.error?.cure).toBe(`To allow it: --allow 'execute:sh -c true'`)
})

test.concurrent('a question that is split from its call ends the run', async () => {
  const place = makePlace()
  const { ran } = await report(place, ['split', '--approve', 'reads'])
  expect(ran.code).toBe(5)
  expect(ran.stderr).toContain('The question calls it something else than the call that it is about.')
})
