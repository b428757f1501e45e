import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley, report } from './command.fixture.js'

test.concurrent('a write is refused with the flag that allows it, and with that flag it is made', async () => {
  const place = makePlace()
  const refused = await report(place, ['write notes.txt one 2'])
  expect(refused.ran.code).toBe(5)
  expect(refused.report.error?.cure).toBe(
    'To allow it: --allow edit:notes.txt, or more broadly: --approve edits',
  )
  expect(existsSync(join(place.cwd, 'notes.txt'))).toBe(false)
  const allowed = await report(place, ['write notes.txt one 2', '--allow', 'edit:notes.txt'])
  expect(allowed.ran.code).toBe(0)
  expect(readFileSync(join(place.cwd, 'notes.txt'), 'utf8')).toBe('one 2\n')
  expect(allowed.report.changes).toEqual([{ path: join(place.cwd, 'notes.txt'), added: 1, removed: 0 }])
  expect(allowed.report.permissions).toEqual([
    {
      action: 'fs.write',
      title: `write ${place.cwd}/notes.txt`,
      decision: 'allow',
      by: '--allow edit:notes.txt',
    },
  ])
})

test.concurrent('a command is refused with the flag that allows it, and its output is shown when it is run', async () => {
  const place = makePlace()
  const refused = await report(place, ['run echo hi there'])
  expect(refused.report.error?.cure).toBe(
    `To allow it: --allow 'execute:echo hi there', or more broadly: --allow execute`,
  )
  const ran = await parley(place, ['run', 'run echo hi there', '--allow', 'execute:echo ...', ...place.actor])
  expect(ran.code).toBe(0)
  expect(ran.stdout).toContain(`  ✓ allowed by --allow 'execute:echo ...': run echo hi there\n`)
  expect(ran.stdout).toMatch(/^◐ echo\n {4}hi there\n✓ echo \d+ ms, exit code 0\n\nran with 0\n$/m)
})

test.concurrent('what is denied does not end the turn, and the exit code says that something was', async () => {
  const { ran, report: told } = await report(makePlace(), [
    'write notes.txt x',
    '--approve',
    'all',
    '--deny',
    'edit:*.txt',
  ])
  expect(ran.code).toBe(5)
  expect(told).toMatchObject({ stopReason: 'end_turn', error: { reason: 'permission_denied' } })
  expect(told.text).toMatch(/^not written: It was denied by --deny 'edit:\*\.txt'\./)
  expect(told.permissions).toMatchObject([{ decision: 'deny', by: `--deny 'edit:*.txt'` }])
  expect(ran.stderr).toContain('something was denied')
})

test.concurrent.each([
  ['reads', 'ask read', 0],
  ['reads', 'ask edit', 5],
  ['edits', 'ask edit', 0],
  ['edits', 'write a.txt x', 0],
  ['edits', 'run true', 5],
  ['edits', 'write .env x', 5],
  ['edits', 'ask edit .env', 5],
  ['all', 'run true', 0],
  ['all', 'write .env x', 0],
])('--approve %s: %s', async (approve, prompt, code) => {
  const { ran, report: told } = await report(makePlace(), [prompt, '--approve', approve])
  expect(ran.code).toBe(code)
  if (prompt.includes('.env') && code === 5) expect(told.error?.cure).toBe('To allow it: --approve all')
})

test.concurrent('an answer goes to the agent as the least lasting that it offers', async () => {
  const { report: told } = await report(makePlace(), ['ask execute', '--allow', 'claimed:execute'])
  expect(told.text).toBe('answered yes')
  expect(told.permissions).toMatchObject([{ decision: 'allow', by: '--allow claimed:execute' }])
})

test.concurrent('the file of a policy is judged by, and flags are added to it', async () => {
  const place = makePlace()
  const rules = [{ effect: 'allow', action: 'fs.write', path: '{root}/ok/**' }]
  writeFileSync(join(place.home, 'policy.json'), JSON.stringify({ version: 1, rules }), { mode: 0o600 })
  mkdirSync(join(place.cwd, 'ok'))
  const policy = ['--policy', join(place.home, 'policy.json')]
  const [allowed, denied, open] = await Promise.all([
    report(place, ['write ok/a.txt x', ...policy]),
    report(place, ['write ok/b.txt x', ...policy, '--deny', 'edit:ok/b.txt']),
    report(place, ['write c.txt x', ...policy]),
  ])
  expect([allowed.ran.code, denied.ran.code, open.ran.code]).toEqual([0, 5, 5])
  expect(allowed.report.permissions).toMatchObject([{ by: 'user:0' }])
})

test.concurrent('a policy or a line that cannot be read is told before anything is started', async () => {
  const place = makePlace()
  const file = join(place.home, 'policy.json')
  writeFileSync(file, '{"version":1,"rules":[{"effect":"allow","action":"fs.write"}]}', { mode: 0o600 })
  const loose = join(place.home, 'loose.json')
  writeFileSync(loose, '{"version":1,"rules":[]}')
  chmodSync(loose, 0o666)
  const run = (...args: string[]) => parley(place, ['run', 'say hi', ...place.actor, ...args])
  const ran = await Promise.all([
    run('--policy', file),
    run('--policy', loose),
    run('--policy', 'absent.json'),
    run('--allow', 'everything'),
    run('--allow', 'execute:npm install ...'),
    run('--allow', 'execute:"open'),
  ])
  expect(ran.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
  expect(ran[0]?.stderr).toContain('$.rules[0].action')
  expect(ran[1]?.stderr).toContain('chmod 600')
  expect(ran[3]?.stderr).toContain('expected read:<path>')
  expect(ran[4]?.stderr).toContain(`--allow 'execute:npm install ...'`)
  for (const { stdout } of ran) expect(stdout).toBe('')
})

test.concurrent('what is not lent is not offered', async () => {
  const place = makePlace()
  const [files, commands] = await Promise.all([
    report(place, ['write a.txt x', '--approve', 'all', '--no-fs']),
    report(place, ['run true', '--approve', 'all', '--no-terminal']),
  ])
  expect(files.report.text).toMatch(/^not written/)
  expect(commands.report.text).toMatch(/^not run/)
})
