import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EXIT } from '../exit-code.js'
import { findAgent } from './catalogue.js'
import { planInstall } from './install-plan.js'
import { fixture, machineForEach, marked, type Ran } from './machine.fixture.js'
import { NpmRegistry } from './npm-registry.fixture.js'
import { findPackageProgram } from './package-program.js'

const person = machineForEach()
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const NAME = '@example/tiny-agent'
const DAY = 24 * 60 * 60 * 1_000
const old = new Date(Date.now() - 30 * DAY)

let npm: NpmRegistry

beforeAll(async () => {
  npm = await NpmRegistry.open(NAME, [
    { version: '0.9.0', publishedAt: old, isForged: true },
    { version: '0.9.5', publishedAt: old, bin: { one: 'agent.js', two: 'agent.js' } },
    { version: '0.9.6', publishedAt: old, program: 'process.exit(1)' },
    { version: '1.0.0', publishedAt: old },
    { version: '1.1.0', publishedAt: old },
    { version: '1.2.0', publishedAt: new Date() },
  ])
}, 30_000)

afterAll(() => npm[Symbol.asyncDispose]())

beforeEach(() => {
  Object.assign(person.machine.env, { npm_config_registry: npm.address, npm_config_fetch_retries: '0' })
  npm.requests.length = 0
})

const install = (word: string, ...more: string[]): Promise<Ran> =>
  person.machine.run('agents', 'install', word, '--package', NAME, ...more)

const place = (...names: string[]): string =>
  person.machine.path('data', 'parley', 'agents', 'tiny', ...names)

test('a range is resolved once, pinned and told; no script runs; our Node starts it, unless it was changed', async () => {
  const { code, stdout, stderr } = await install('tiny@^1.0.0', '--', '--acp')
  expect([code, stderr]).toEqual([EXIT.ok, expect.stringContaining('^1.0.0 is 1.1.0 today, and stays 1.1.0')])
  expect(stdout).toMatch(/^installed: tiny 1\.1\.0\n {2}package {2}@example\/tiny-agent\n {2}sum {6}sha512-/)
  expect(existsSync(place('1.1.0', 'script-was-run'))).toBe(false)
  expect(statSync(place()).mode & 0o077).toBe(0)
  expect(JSON.parse(person.machine.read('data/parley/agents/tiny/1.1.0/package.json')).dependencies).toEqual({
    [NAME]: '1.1.0',
  })
  const entry = await findAgent('tiny', person.machine.shell)
  expect(entry).toMatchObject({ version: '1.1.0', command: process.execPath, source: 'installed' })
  expect(entry.args).toEqual([place('1.1.0', 'node_modules', NAME, 'agent.js'), '--acp'])
  const { json } = await person.machine.run('agents', 'probe', 'tiny', '--no-session', '--format', 'json')
  expect(json.info).toMatchObject({ name: 'tiny', version: '--acp' })
  await changeIt()
})

/** What was changed since it was installed is not started, not even by the doctor. */
async function changeIt(): Promise<void> {
  const program = place('1.1.0', 'node_modules', NAME, 'agent.js')
  const before = readFileSync(program)
  appendFileSync(program, '\n// more\n')
  await expect(findAgent('tiny', person.machine.shell)).rejects.toMatchObject({
    message: 'the installed agent tiny 1.1.0 is not what was installed: its program was changed.',
    exitCode: EXIT.agentFailed,
    reason: 'integrity',
  })
  const { code, stdout } = await person.machine.run('agents', 'doctor', 'tiny')
  expect([code, stdout]).toEqual([
    EXIT.error,
    expect.stringContaining('✗ agent tiny: the installed agent tiny'),
  ])
  writeFileSync(program, before)
  await findAgent('tiny', person.machine.shell)
  const other = place('1.1.0', 'node_modules', NAME, 'other.js')
  writeFileSync(other, '')
  await expect(findAgent('tiny', person.machine.shell)).rejects.toThrow('a file of its package was changed')
  rmSync(other)
  await findAgent('tiny', person.machine.shell)
  const lock = place('1.1.0', 'package-lock.json')
  writeFileSync(
    lock,
    person.machine.read('data/parley/agents/tiny/1.1.0/package-lock.json').replace('1.1.0', '1.1.1'),
  )
  await expect(findAgent('tiny', person.machine.shell)).rejects.toThrow('its lock was changed')
}

test('another version keeps the one before, which comes back without the network; the youngest only on demand', async () => {
  await install('tiny@1.0.0', '--no-probe')
  const { stdout } = await install('tiny', '--no-probe')
  expect(stdout).toContain('installed: tiny 1.1.0')
  expect(stdout).toContain('kept     1.0.0 (parley agents install tiny@1.0.0)')
  npm.requests.length = 0
  expect((await install('tiny@1.0.0', '--no-probe')).stdout).toContain('was installed already: tiny 1.0.0')
  expect(npm.requests).toEqual([])
  expect((await findAgent('tiny', person.machine.shell)).version).toBe('1.0.0')
  const youngest = await install('tiny', '--no-probe', '--any-age')
  expect(youngest.stdout).toContain('installed: tiny 1.2.0')
  expect(readdirSync(place()).sort()).toEqual(['1.0.0', '1.2.0', 'installed.json'])
  expect((await person.machine.run('agents', 'remove', 'tiny')).stdout).toContain('deleted tiny')
  expect(existsSync(place())).toBe(false)
})

test('of two who install at once neither undoes what the other did', async () => {
  await Promise.all([install('tiny@1.0.0', '--no-probe'), install('tiny@1.1.0', '--no-probe')])
  const { versions } = JSON.parse(person.machine.read('data/parley/agents/tiny/installed.json'))
  expect(versions.map(({ version }: { version: string }) => version).sort()).toEqual(['1.0.0', '1.1.0'])
  expect(readdirSync(place()).sort()).toEqual(['1.0.0', '1.1.0', 'installed.json'])
})

test('where the registry of npm cannot be reached, one line says so within seconds, with the cure', async () => {
  const closed = createServer()
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
  person.machine.env.npm_config_registry = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  delete person.machine.env.npm_config_fetch_retries
  await new Promise(resolve => closed.close(resolve))
  const begun = performance.now()
  const { code, stderr } = await install('tiny@1.0.0')
  expect(performance.now() - begun).toBeLessThan(15_000)
  expect(code).toBe(EXIT.error)
  expect(stderr.trimEnd().split('\n').slice(1)).toEqual([
    'npm cannot reach its registry (ECONNREFUSED).',
    expect.stringContaining('npm ping'),
  ])
}, 30_000)

test('an installation that fails leaves nothing, and says why', async () => {
  for (const [word, why] of [
    ['tiny@0.9.0', 'EINTEGRITY'],
    ['tiny@1.2.0', 'younger than three days needs --any-age'],
    ['tiny@0.9.5', 'has several programs: one, two'],
  ] as const) {
    const { code, stderr } = await install(word)
    expect([code, stderr]).toEqual([EXIT.error, expect.stringContaining(why)])
    expect(existsSync(place())).toBe(false)
  }
  expect(readdirSync(person.machine.path('data', 'parley', 'agents'))).toEqual([])
})

test('what is installed and does not answer is told, with exit code 8', async () => {
  const { code, stderr } = await install('tiny@0.9.6')
  expect([code, stderr]).toEqual([
    EXIT.agentFailed,
    expect.stringMatching(/it was installed, and tiny does not answer.*scripts, which are never run here/s),
  ])
})

test.each([
  ['tiny@https://evil.example/x.tgz', NAME],
  ['tiny@npm:evil@1.0.0', NAME],
  ['tiny@file:../x', NAME],
  ['tiny@1 || 2', NAME],
  ['tiny', '--registry=https://evil.example'],
  ['tiny', '../x'],
  ['tiny', 'git+https://evil.example/x'],
  ['../tiny', NAME],
])('neither addresses nor paths nor options are installed: %s from %s', async (word, packageName) => {
  const { code } = await person.machine.run('agents', 'install', `--package=${packageName}`, '--', word)
  expect(code).toBe(EXIT.usage)
  expect(npm.requests).toEqual([])
})

test('a known agent keeps its package, whatever a registry says', async () => {
  await person.machine.run('agents', 'registry', fixture('registry.json'))
  const plan = await planInstall({ word: 'gemini', args: [] }, person.machine.shell)
  expect(plan).toMatchObject({ package: '@google/gemini-cli', version: 'latest', args: ['--acp'] })
  expect(plan.remarks).toEqual([expect.stringContaining('another package for gemini (@evil/gemini-cli)')])
})

test('an agent of the registry is installed with the version, arguments and variables it gives', async () => {
  await person.machine.run('agents', 'registry', fixture('registry.json'))
  expect(await planInstall({ word: 'good-agent', args: [] }, person.machine.shell)).toMatchObject({
    ...{ package: '@example/good-agent', version: '1.2.3', args: ['--acp'], settings: { GOOD_MODE: '1' } },
  })
  const { version } = await planInstall({ word: 'good-agent@1.2.4', args: [] }, person.machine.shell)
  expect(version).toBe('1.2.4')
})

test('a package that nearly has the name of a known one is told', async () => {
  const plan = await planInstall(
    { word: 'x', package: '@google/gemini-cIi'.toLowerCase(), args: [] },
    person.machine.shell,
  )
  expect(plan.remarks[0]).toContain('is not @google/gemini-cli, the package of Gemini CLI')
})

test('an agent that nobody knows is not guessed', async () => {
  const { code, stderr } = await person.machine.run('agents', 'install', 'gemnii')
  expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('did you mean gemini?')])
  expect((await person.machine.run('agents', 'install', 'goose')).stderr).toContain(
    'as soon as `goose` is on the PATH',
  )
})

test('where a package only works after a script, the program that the script would have put there is started', async () => {
  const folder = person.machine.path('staging')
  person.machine.write('staging/node_modules/tiny/package.json', '{"bin": {"tiny": "stub.js"}}')
  person.machine.write('staging/node_modules/tiny/stub.js', '')
  const wish = { package: 'tiny', programs: ['tiny'], platformProgram: 'tiny-linux/bin/tiny' }
  const stub = { program: 'node_modules/tiny/stub.js', isScript: true }
  expect(await findPackageProgram(folder, wish)).toEqual(stub)
  person.machine.write('staging/node_modules/tiny-linux/bin/tiny', '\u007fELF', 0o700)
  const real = { program: 'node_modules/tiny-linux/bin/tiny', isScript: false }
  expect(await findPackageProgram(folder, wish)).toEqual(real)
  symlinkSync('/bin/sh', person.machine.path('staging/node_modules/tiny-linux/bin/out'))
  expect(await findPackageProgram(folder, { ...wish, platformProgram: 'tiny-linux/bin/out' })).toEqual(stub)
})

test('a program that is a link out of its folder is refused', async () => {
  person.machine.write('staging/node_modules/tiny/package.json', '{"bin": "../../../out.js"}')
  person.machine.write('out.js', '')
  const wish = { package: 'tiny', programs: ['tiny'] }
  await expect(findPackageProgram(person.machine.path('staging'), wish)).rejects.toThrow(
    'leads out of its folder',
  )
})

test('whichever way the command ends, also by SIGKILL, npm ends with it', async () => {
  let asked = (): void => {}
  const server = createServer(() => asked())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  person.machine.env.npm_config_registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
      const isAsked = new Promise<void>(resolve => {
        asked = resolve
      })
      const words = ['agents', 'install', 'tiny@1.0.0', '--package', NAME]
      const child = spawn(process.execPath, [MAIN, ...words], { env: person.machine.env, stdio: 'ignore' })
      await isAsked
      expect(marked(person.machine.home).length).toBeGreaterThan(1)
      child.kill(signal)
      await once(child, 'close')
      await expect.poll(() => marked(person.machine.home), { timeout: 5_000 }).toEqual([])
    }
  } finally {
    server.close().closeAllConnections()
  }
}, 30_000)

test('who is stopped while installing leaves nothing, neither files nor processes, and ends with 130', async () => {
  const server = createServer(() => {
    setImmediate(() => process.emit('SIGINT'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  person.machine.env.npm_config_registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const { code, stderr } = await install('tiny@1.0.0')
    expect([code, stderr]).toEqual([EXIT.cancelled, expect.stringContaining('npm was stopped')])
    expect(existsSync(place())).toBe(false)
  } finally {
    server.close().closeAllConnections()
  }
})
