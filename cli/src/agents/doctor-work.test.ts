import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { auditLog } from '@parley/acp/node'
import { expect, test } from 'vitest'
import { EXIT } from '../exit-code.js'
import type { Finding } from './doctor/finding.js'
import { findFolders } from './doctor/folders.js'
import { findLeftovers, starterIn } from './doctor/leftovers.js'
import { findNode, findPath } from './doctor/machine.js'
import { findAudit, findPolicy } from './doctor/permissions.js'
import { fixture, machineForEach } from './machine.fixture.js'

const person = machineForEach()
const official = [process.execPath, fixture('official-agent.mjs')]

const about = (findings: readonly Finding[], word: string): Finding | undefined =>
  findings.find(finding => finding.about === word)

test('one agent that is well ends with 0, and one that is not with 1, its last words and a cure', async () => {
  await person.machine.run('agents', 'add', 'mine', '--no-probe', '--', ...official)
  const well = await person.machine.run('agents', 'doctor', 'mine')
  expect([well.code, well.stdout]).toEqual([
    EXIT.ok,
    expect.stringContaining('✓ agent mine: The official one 2.4.0 answers in'),
  ])
  expect(well.stdout).toContain('nothing is wrong')
  const crash = [process.execPath, fixture('hostile-agent.mjs'), 'crash']
  await person.machine.run('agents', 'add', 'ill', '--no-probe', '--', ...crash)
  const ill = await person.machine.run('agents', 'doctor', 'ill')
  expect(ill.code).toBe(EXIT.error)
  expect(ill.stdout).toMatch(/✗ agent ill: .*\n {4}cannot read ·the settings: no such file\n/)
  expect(ill.stdout).toMatch(/ {4}cure: start `.*` with the same arguments.*\n\n1 thing is wrong\n$/)
})

test('everything is looked at, and programs are told in JSON', async () => {
  await person.machine.run('agents', 'add', 'mine', '--no-probe', '--', ...official)
  person.machine.write('bin/gemini', `#!/bin/sh\necho not signed in >&2\nexit 2\n`, 0o700)
  const { code, json } = await person.machine.run('agents', 'doctor', '--format', 'json')
  expect(code).toBe(EXIT.error)
  expect(json.isWell).toBe(false)
  expect(about(json.findings, 'agent gemini')).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('not signed in'),
  })
  expect(about(json.findings, 'agent mine')).toMatchObject({ state: 'well' })
  for (const word of ['Node', 'PATH', 'state', 'policy', 'audit log', 'locks', 'processes'])
    expect(json.findings.map((finding: Finding) => finding.about)).toContain(word)
  expect(about(json.findings, 'others')?.says).toContain('codex')
})

test('a Node that is too old is wrong', () => {
  expect(['18.20.0', '20.18.1', '20.19.0', '24.1.0'].map(version => findNode(version).state)).toEqual([
    'wrong',
    'wrong',
    'well',
    'well',
  ])
})

test('folders that only the login shell knows are named', async () => {
  person.machine.write('.profile', `export PATH="$PATH:${person.machine.path('tools')}"\n`)
  const [finding] = await findPath(person.machine.shell)
  expect(finding?.says).toContain('the login shell has folders that are not here')
  expect(finding?.says.split('\n')).toContain(person.machine.path('tools'))
})

test('folders that others can write are wrong, those they can read are odd', async () => {
  const config = person.machine.path('config', 'parley')
  mkdirSync(config, { recursive: true })
  const state = async (mode: number): Promise<string | undefined> => {
    chmodSync(config, mode)
    return about(await findFolders(person.machine.shell), config)?.state
  }
  expect([await state(0o777), await state(0o755), await state(0o700)]).toEqual(['wrong', 'odd', 'well'])
})

test('a state folder that cannot be written is wrong', async () => {
  person.machine.write('state', 'a file in its place')
  const finding = about(await findFolders(person.machine.shell), 'state')
  expect(finding).toMatchObject({ state: 'wrong', cure: expect.stringContaining('XDG_STATE_HOME') })
})

test('a policy that does not count is wrong, and says where', async () => {
  const { shell, write } = person.machine
  expect((await findPolicy(shell)).state).toBe('well')
  write('config/parley/policy.json', '{"version": 1, "rules": [{"effect": "maybe"}]}')
  expect(await findPolicy(shell)).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('$.rules[0].effect'),
  })
  write('config/parley/policy.json', '{"version": 1, "rules": []}', 0o666)
  expect(await findPolicy(shell)).toMatchObject({
    state: 'wrong',
    cure: expect.stringContaining('chmod 600'),
  })
  write('config/parley/policy.json', '{"version": 1, "rules": []}')
  expect((await findPolicy(shell)).state).toBe('well')
})

test('an audit log that was changed is wrong', async () => {
  const { shell, path, read, write } = person.machine
  expect((await findAudit(shell)).says).toContain('nothing was written down yet')
  const log = auditLog({ folder: path('state', 'parley', 'audit') })
  for (const action of ['one', 'two', 'three'])
    await log.record({ action: { name: 'terminal.exec', argv: [action] }, decision: 'allow' } as never)
  await log.close()
  expect(await findAudit(shell)).toMatchObject({ state: 'well', says: 'whole, 3 lines' })
  const day = `state/parley/audit/${new Date().toISOString().slice(0, 10)}.ndjson`
  write(day, read(day).replace('"two"', '"too"'))
  expect(await findAudit(shell)).toMatchObject({ state: 'wrong', says: expect.stringContaining('line 2') })
})

test('what dead processes left is found: owners of locks, unfinished installations, processes', async () => {
  const { shell, write, path } = person.machine
  const gone = spawn(process.execPath, ['-e', '0'])
  await new Promise(resolve => gone.once('exit', resolve))
  write('state/parley/sessions/.owners/one', JSON.stringify({ pid: gone.pid }))
  write('state/parley/sessions/.owners/two', JSON.stringify({ pid: process.pid }))
  write('data/parley/agents/tiny/.staging-1/package.json', '{}')
  const mark = `${gone.pid?.toString(16)}-1-2-3.1;`
  const env = { PATH: '/usr/bin:/bin', ACP_TERM_OWNER: mark }
  const orphan = spawn('sleep', ['60'], { env: { ...env, HOME: path() } })
  const others = spawn('sleep', ['60'], { env: { ...env, HOME: path('somebody') } })
  try {
    const findings = await findLeftovers(shell)
    expect(about(findings, 'locks')).toMatchObject({
      state: 'odd',
      says: expect.stringMatching(/^1 owners .*\n.*\/one$/),
    })
    expect(about(findings, 'installations')?.cure).toContain(
      `rm -r ${path('data/parley/agents/tiny/.staging-1')}`,
    )
    expect(about(findings, 'processes')?.says).toContain(
      `1 was started by a client that is gone: ${orphan.pid}`,
    )
  } finally {
    orphan.kill()
    others.kill()
  }
})

test('the verdict counts what is odd, too', async () => {
  person.machine.write('data/parley/agents/tiny/.staging-1/package.json', '{}')
  const { stdout } = await person.machine.run('agents', 'doctor')
  const odd = stdout.match(/^! /gm)?.length ?? 0
  expect(odd).toBeGreaterThan(0)
  expect(stdout).toMatch(new RegExp(`, ${odd} things? (is|are) odd but harmless \\(!\\)\n$`))
})

test('of several marks the last is that of the nearest starter', () => {
  expect(starterIn('A=1\0ACP_TERM_OWNER=a-1-2-3.1;1f-1-2-3.7;\0B=2')).toBe(31)
  expect(starterIn('A=1\0NOT_ACP_TERM_OWNER=a-1;')).toBeUndefined()
  expect(starterIn('ACP_TERM_OWNER=nonsense')).toBeUndefined()
})
