import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { EXIT } from '../exit-code.js'
import { capabilityNames, isMeant } from './capability-names.js'
import { fixture, machineForEach } from './machine.fixture.js'
import { probeAgent } from './probe.js'
import { SCOUT, SCOUT_CAPABILITIES, SCOUT_MODES } from './scout-entry.js'

const person = machineForEach()
const official = [process.execPath, fixture('official-agent.mjs')]
const later = fileURLToPath(
  new URL('../../../sdk/src/node/interop/fixtures/official-agent.mjs', import.meta.url),
)
const hostile = (how: string): string[] => [process.execPath, fixture('hostile-agent.mjs'), how]

test('an agent tells what it is, can do and offers', async () => {
  const { code, json } = await person.machine.run('agents', 'probe', '--format', 'json', '--', ...official)
  expect(code).toBe(EXIT.ok)
  expect(json).toMatchObject({
    info: { name: 'official', title: 'The official one', version: '2.4.0' },
    protocolVersion: 1,
    authMethods: [{ id: 'token', name: 'A token', type: 'agent', description: 'paste· it' }],
    session: 'opened',
    mode: 'code',
    modes: [{ id: 'ask' }, { id: 'code' }],
    commands: [{ id: 'plan', description: 'Makes a plan·' }],
  })
  expect(json.capabilities).toEqual(['loadSession', 'promptCapabilities.image'])
})

test('what people see has all of it in columns', async () => {
  const { stdout } = await person.machine.run('agents', 'probe', '--', ...official)
  expect(stdout).toContain('calls itself  The official one 2.4.0 (official)\n')
  expect(stdout).toContain('capabilities:\n  loadSession\n  image        promptCapabilities\n')
  expect(stdout).toContain('modes:\n     ask   Ask\n  *  code  Code\n')
  expect(stdout).toContain('commands:\n  /plan  Makes a plan·\n')
})

test('an agent that demands to be signed in to is still described', async () => {
  const { code, json } = await person.machine.run(
    'agents',
    'probe',
    '--format',
    'json',
    '--',
    ...official,
    'locked',
  )
  expect(code).toBe(EXIT.ok)
  expect(json).toMatchObject({ session: 'sign-in needed', modes: [], authMethods: [{ id: 'token' }] })
})

test('an agent that speaks only version 2 is added, probed and well, and its version is said', async () => {
  const only = [process.execPath, later, '2']
  const added = await person.machine.run('agents', 'add', 'later', '--', ...only)
  expect(added).toMatchObject({ code: EXIT.ok, stderr: expect.stringContaining('it speaks version 2') })
  const probed = await person.machine.run('agents', 'probe', 'later')
  expect(probed.stdout).toContain('protocol      version 2\n')
  expect(probed.stdout).toContain('session       opened\n')
  const seen = await person.machine.run('agents', 'doctor', 'later')
  expect(seen).toMatchObject({
    code: EXIT.ok,
    stdout: expect.stringContaining('version 2 of the protocol'),
  })
})

test('an agent that never answers is given up in time, with exit code 8', async () => {
  const begun = performance.now()
  const { code, stderr } = await person.machine.run(
    'agents',
    'probe',
    '--timeout',
    '0.5',
    '--',
    ...hostile('silent'),
  )
  expect(code).toBe(EXIT.agentFailed)
  expect(stderr).toContain('had said nothing on stderr')
  expect(performance.now() - begun).toBeLessThan(6_000)
})

test('an agent that floods is given up in time, and little of it is shown', async () => {
  const { code, stderr } = await person.machine.run(
    'agents',
    'probe',
    '--timeout',
    '1',
    '--',
    ...hostile('flood'),
  )
  expect(code).toBe(EXIT.agentFailed)
  expect(stderr).toContain('does not answer')
  expect(stderr.length).toBeLessThan(20_000)
})

test('an agent that dies is told with the end of its stderr, cleaned', async () => {
  const { code, stderr } = await person.machine.run('agents', 'probe', '--', ...hostile('crash'))
  expect(code).toBe(EXIT.agentFailed)
  expect(stderr).toContain('exited with code 3')
  expect(stderr).toContain('cannot read ·the settings: no such file')
})

test('what an agent says of itself reaches the terminal cleaned, in text and in JSON', async () => {
  for (const format of ['text', 'json']) {
    const { stdout } = await person.machine.run(
      ...['agents', 'probe', '--no-session', '--format', format, '--', ...hostile('deceive')],
    )
    expect(stdout).toContain('evil·')
    for (const hidden of ['\u001b', '\u0007', '\u202e', '\u200b', 'u001b'])
      expect(stdout).not.toContain(hidden)
  }
})

test('an agent that spells the protocol in its own way is not taken for one that can do nothing', async () => {
  const spelled = ['--', process.execPath, fixture('spelled-agent.mjs')]
  const runs = [
    await person.machine.run('agents', 'probe', '--format', 'json', ...spelled),
    await person.machine.run('agents', 'add', 'mine', ...spelled),
    await person.machine.run('agents', 'probe', '--no-session', 'mine'),
  ]
  for (const { code, stderr } of runs) {
    expect(code).toBe(EXIT.ok)
    expect(stderr).toContain('looks like document 003: an answer offers `authenticationMethods`')
    expect(stderr).toContain('--dialect 003')
  }
  const told = await person.machine.run('agents', 'add', 'told', '--dialect', '003', ...spelled)
  const plain = await person.machine.run('agents', 'probe', '--', ...official)
  const json = ['--format', 'json', '--dialect', '003']
  const tried = await person.machine.run('agents', 'probe', ...json, '--', ...spelled.slice(1))
  for (const { stderr } of [told, plain, tried]) expect(stderr).not.toContain('looks like')
  expect(tried.json.authMethods).toMatchObject([{ id: 'password', name: 'Password' }])
})

test('a time that is none is refused before anything is started', async () => {
  for (const wrong of ['soon', '0', '-1', '9999999'])
    expect((await person.machine.run('agents', 'probe', 'scout', '--timeout', wrong)).code).toBe(EXIT.usage)
})

test('a time may be written as for a run', async () => {
  for (const timeout of ['20', '20s', '1m', '20000ms'])
    expect(
      (await person.machine.run('agents', 'probe', '--no-session', '--timeout', timeout, '--', ...official))
        .code,
    ).toBe(EXIT.ok)
})

test('what is known of the built-in agent is what it says itself', async () => {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
  const entry = { ...SCOUT, args: [main, 'agent'] }
  const report = await probeAgent(entry, { deadline: 20_000, hasSession: true }, person.machine.shell)
  expect(report.modes.map(({ id }) => id)).toEqual(SCOUT_MODES)
  expect([...report.capabilities].sort()).toEqual([...SCOUT_CAPABILITIES].sort())
  expect(report.info).toMatchObject({ name: SCOUT.id, title: SCOUT.name, version: SCOUT.version })
})

test('capabilities are words: what is true or has room for more, and no group that is empty', () => {
  const capabilities = {
    loadSession: true,
    promptCapabilities: { image: false, audio: true, _meta: { x: true } },
    mcpCapabilities: {},
    auth: {},
    sessionCapabilities: { list: {}, fork: null },
    _meta: { y: true },
  }
  expect(capabilityNames(capabilities)).toEqual([
    'loadSession',
    'promptCapabilities.audio',
    'sessionCapabilities.list',
  ])
  expect(isMeant('sessionCapabilities.list', 'LIST')).toBe(true)
  expect(isMeant('sessionCapabilities.list', 'ist')).toBe(false)
})
