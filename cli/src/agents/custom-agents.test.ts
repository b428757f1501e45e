import { existsSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXIT } from '../exit-code.js'
import { findAgent } from './catalogue.js'
import { fixture, machineForEach } from './machine.fixture.js'

const person = machineForEach()
const official = [process.execPath, fixture('official-agent.mjs')]
const FILE = 'config/parley/agents.json'

test('an agent is added in one line, once it was seen to answer, and is then there', async () => {
  const { code, stdout } = await person.machine.run('agents', 'add', 'mine', '--', ...official)
  expect([code, stdout]).toEqual([EXIT.ok, `added mine: ${official.join(' ')}\n`])
  expect(statSync(person.machine.path(FILE)).mode & 0o777).toBe(0o600)
  expect(statSync(person.machine.path('config/parley')).mode & 0o777).toBe(0o700)
  const { json } = await person.machine.run('agents', '--format', 'json')
  expect(json.find(({ id }: { id: string }) => id === 'mine')).toMatchObject({
    source: 'custom',
    state: 'ready',
  })
  const chosen = await person.machine.run('agents', 'list', '--with', 'image,loadSession')
  expect(chosen.stdout.split('\n').map(line => line.split('\t')[0])).toEqual(['scout', 'mine', ''])
  expect([chosen.code, chosen.stderr]).toEqual([EXIT.ok, ''])
  await person.machine.run('agents', 'add', 'other', '--no-probe', '--', ...official)
  const nothing = await person.machine.run('agents', 'list', '--with', 'fax')
  expect([nothing.code, nothing.stdout]).toEqual([EXIT.error, ''])
  expect(nothing.stderr).toContain(
    'not probed yet, and so left out: other (ask with: parley agents probe other)',
  )
  expect(nothing.stderr).toContain('no agent that was probed advertises fax')
  expect((await person.machine.run('agents', 'list', '--with', 'fax', '--format', 'json')).stdout).toBe(
    '[]\n',
  )
})

test('an agent that spells the protocol in its own way is understood once that is said', async () => {
  const spelled = [process.execPath, fixture('spelled-agent.mjs')]
  const [unsaid, said] = [
    await person.machine.run('agents', 'add', 'plain', '--no-probe', '--', ...spelled),
    await person.machine.run('agents', 'add', 'mine', '--dialect', '003', '--', ...spelled),
  ]
  expect([unsaid.code, said.code, said.stderr]).toEqual([EXIT.ok, EXIT.ok, expect.any(String)])
  expect(JSON.parse(person.machine.read(FILE)).agents.mine).toMatchObject({ dialect: '003' })
  const probed = await person.machine.run('agents', 'probe', 'mine', '--format', 'json')
  const plain = await person.machine.run('agents', 'probe', 'plain', '--format', 'json')
  expect(JSON.stringify(probed.json)).toContain('Password')
  expect(JSON.stringify(plain.json)).not.toContain('Password')
})

test('agents that are added in the same moment are all kept, and so is what they advertised', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  await Promise.all(names.map(name => person.machine.run('agents', 'add', name, '--', ...official)))
  expect(Object.keys(JSON.parse(person.machine.read(FILE)).agents).sort()).toEqual([...names].sort())
  const { agents } = JSON.parse(person.machine.read('state/parley/agents/probes.json'))
  expect(Object.keys(agents)).toHaveLength(names.length)
})

test('who waits for an agent hears of it, and which flag gives it more time', async () => {
  const { code, stderr } = await person.machine.run(
    ...['agents', 'add', 'mine', '--timeout', '1500ms', '--', 'sleep', '100'],
  )
  expect(code).toBe(EXIT.agentFailed)
  expect(stderr).toMatch(
    /^waiting for mine to answer \(1\.5 s at most\)\nnothing was added: mine does not answer/,
  )
  expect(stderr).toContain('give it more time: --timeout 2m; or add it as it is: --no-probe')
  expect(stderr).not.toMatch(/`deadline`|What to do/)
})

test('what does not answer, or is not there, is not added', async () => {
  const crash = [process.execPath, fixture('hostile-agent.mjs'), 'crash']
  const dying = await person.machine.run('agents', 'add', 'mine', '--', ...crash)
  expect(dying.code).toBe(EXIT.agentFailed)
  expect(dying.stderr).toContain('nothing was added: mine does not answer')
  expect(dying.stderr).toContain('the settings: no such file')
  const absent = await person.machine.run('agents', 'add', 'mine', '--no-probe', '--', './no-such-agent')
  expect(absent.code).toBe(EXIT.agentFailed)
  expect(existsSync(person.machine.path(FILE))).toBe(false)
  expect((await person.machine.run('agents', 'add', 'mine', '--no-probe', '--', ...crash)).code).toBe(EXIT.ok)
})

test('variables are passed on by name where they are set, or set to a value', async () => {
  person.machine.env.GIVEN = 'given'
  const words = ['--env', 'GIVEN', '--env', 'ABSENT', '--env', 'SHOWN=9.9.9', '--env', 'EMPTY=']
  await person.machine.run('agents', 'add', 'mine', ...words, '--', ...official)
  const entry = await findAgent('mine', person.machine.shell)
  expect(entry.env).toMatchObject({ GIVEN: 'given', SHOWN: '9.9.9', EMPTY: '' })
  expect(entry.env).not.toHaveProperty('ABSENT')
  expect(person.machine.read(FILE)).not.toContain('"given"')
  const { json } = await person.machine.run('agents', 'probe', 'mine', '--format', 'json')
  expect(json.info.version).toBe('9.9.9')
})

test('a secret that is written down is told of, and never shown', async () => {
  const words = ['agents', 'add', 'mine', '--no-probe', '--env', 'SOME_API_KEY=hunter2', '--', ...official]
  const { stdout, stderr } = await person.machine.run(...words, '--api-key', 'hunter2')
  expect(stderr).toContain('SOME_API_KEY will stand in the file as it is')
  const listed = await person.machine.run('agents', 'list', '--format', 'json')
  const shown = await person.machine.run('agents')
  expect(stdout + stderr + listed.stdout + shown.stdout).not.toContain('hunter2')
  expect(shown.stdout).toContain('official-agent.mjs --api-key')
  expect((await findAgent('mine', person.machine.shell)).args.at(-1)).toBe('hunter2')
  expect(listed.stdout).toContain('SOME_API_KEY')
})

test('a program that is meant from here is written down as it is from everywhere', async () => {
  person.machine.write('project/agent.sh', '#!/bin/sh\n', 0o700)
  await person.machine.run('agents', 'add', 'mine', '--no-probe', '--', './agent.sh', 'a b')
  const { command, args } = await findAgent('mine', person.machine.shell)
  expect([command, args]).toEqual([person.machine.path('project/agent.sh'), ['a b']])
})

test('an argument that names a file here is written down as it is from everywhere, and that is said', async () => {
  person.machine.write('project/agent.mjs', '')
  person.machine.write('project/acp/readme', '')
  const words = ['node', 'agent.mjs', 'acp', '--config', 'none.json', '-x']
  const { stderr } = await person.machine.run('agents', 'add', 'mine', '--no-probe', '--', ...words)
  const path = person.machine.path('project/agent.mjs')
  expect(stderr).toContain(`agent.mjs is a file here, and kept as ${path}\n`)
  const { args } = await findAgent('mine', person.machine.shell)
  expect(args).toEqual([path, 'acp', '--config', 'none.json', '-x'])
})

test.each([
  ['the id of the built-in agent', ['scout', '--', 'x'], 'built-in'],
  ['an id that is a path', ['../x', '--', 'x'], 'cannot be the id'],
  ['an id in capitals', ['Mine', '--', 'x'], 'cannot be the id'],
  ['a variable that is none', ['mine', '--env', 'A-B=1', '--', 'x'], 'not the name of a variable'],
])('%s is refused', async (_, words, why) => {
  const { code, stderr } = await person.machine.run('agents', 'add', '--no-probe', ...words)
  expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining(why)])
})

test('an agent is replaced only on demand, and forgotten when removed', async () => {
  const add = (...words: string[]) =>
    person.machine.run('agents', 'add', 'mine', '--no-probe', ...words, '--', ...official)
  await add()
  expect((await add()).stderr).toContain('there is an agent "mine" already')
  expect((await add('--force')).code).toBe(EXIT.ok)
  const typo = await person.machine.run('agents', 'remove', 'mien')
  expect([typo.code, typo.stderr]).toEqual([EXIT.usage, expect.stringContaining('did you mean mine?')])
  expect((await person.machine.run('agents', 'remove', 'mine')).stdout).toContain('forgot mine')
  await expect(findAgent('mine', person.machine.shell)).rejects.toThrow('there is no agent "mine"')
})

test.each([
  ['{\n  "version": 1,\n  "agents": {,}\n}', /line 3/],
  ['[]', /\$: expected an object, found a list/],
  ['{"version": 2, "agents": {}}', /\$\.version: expected 1, found a number/],
  ['{"version": 1, "agents": {"a": {"args": []}}}', /\$\.agents\.a\.command: expected text, found nothing/],
  [
    '{"version": 1, "agents": {"a": {"command": "x", "args": ["y", 7]}}}',
    /\$\.agents\.a\.args\[1\]: expected text, found a number/,
  ],
  [
    '{"version": 1, "agents": {"a": {"command": "x", "cwd": "/"}}}',
    /no other keys than name, command, args, env, inherit, dialect, found "cwd"/,
  ],
  ['{"version": 1, "agents": {"A B": {"command": "x"}}}', /expected an id of small letters/],
  [
    '{"version": 1, "agents": {"a": {"command": "x", "env": {"K": {"secret": "hunter2"}}}}}',
    /\.env\.K: expected text, found an object/,
  ],
])('the file %j is refused with the place and the cure', async (text, where) => {
  person.machine.write(FILE, text)
  const { code, stderr } = await person.machine.run('agents')
  expect(code).toBe(EXIT.error)
  expect(stderr).toMatch(where)
  expect(stderr).toContain(person.machine.path(FILE))
  expect(stderr).toContain('mend the file')
  expect(stderr).not.toContain('hunter2')
})

test('a file that others can write chooses nothing', async () => {
  person.machine.write(FILE, '{"version": 1, "agents": {}}', 0o666)
  expect((await person.machine.run('agents')).stderr).toContain('others can write it (chmod 600')
})
