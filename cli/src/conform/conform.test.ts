/** `parley conform` as a program: what it prints, the files it writes, and how it ends. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, makePlace, parley } from '../run/command.fixture.js'

const ONLY = ['--only', 'initialize.version', '--isolated']
const SCOUT = ['--', process.execPath, MAIN, 'agent']
const MUTE = ['--', process.execPath, '-e', 'process.stdin.resume()']
const LIAR = [
  '--',
  process.execPath,
  '-e',
  `process.stdin.on('data', () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":7}}\\n'))`,
]

test('an agent that keeps what was asked ends with 0, and every report is written', async () => {
  const place = makePlace()
  const files = ['r.json', 'r.xml', 'r.html', 'r.txt'].map(name => join(place.cwd, name))
  const [json = '', junit = '', html = '', badge = ''] = files
  const reports = ['--json', json, '--junit', junit, '--html', html, '--badge', badge]
  const ran = await parley(place, ['conform', 'agent', ...ONLY, ...reports, ...SCOUT])
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  expect(ran.stdout).toContain('scout')
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    side: 'agent',
    version: 1,
    counts: { failed: 0 },
  })
  expect(readFileSync(junit, 'utf8')).toContain('<testsuite name="ACP v1 agent"')
  expect(readFileSync(html, 'utf8')).toContain('<!doctype html>')
  expect(readFileSync(badge, 'utf8')).toMatch(/^ACP v1 agent: MUST \d+\/\d+/)
})

test('a broken MUST ends with 1, unless it was expected; one that is mended ends with 1, too', async () => {
  const place = makePlace()
  const file = join(place.cwd, 'expected.json')
  const id = 'agent.initialize.version'
  writeFileSync(file, JSON.stringify({ expected: [{ id, reason: 'it has always said 7' }] }))
  const broken = await parley(place, ['conform', 'agent', ...ONLY, ...LIAR])
  expect([broken.code, broken.stdout]).toEqual([1, expect.stringContaining(`not expected: ${id}`)])
  const expected = await parley(place, ['conform', 'agent', ...ONLY, '--expected', file, ...LIAR])
  expect([expected.code, expected.stdout]).toEqual([0, expect.stringContaining('1 broken as expected')])
  const mended = await parley(place, ['conform', 'agent', ...ONLY, '--expected', file, ...SCOUT])
  expect([mended.code, mended.stdout]).toEqual([1, expect.stringContaining(`and is kept: ${id}`)])
})

test('a command that never answers ends with 8', async () => {
  const ran = await parley(makePlace(), ['conform', 'agent', ...ONLY, ...MUTE])
  expect([ran.code, ran.stderr]).toEqual([8, expect.stringContaining('it never answered')])
}, 40_000)

test.each([
  [['agent', '--fixture', 'nothing', ...SCOUT], 'no fixture of that name'],
  [['agent', '--only', 'x.y', ...SCOUT], 'no requirement and no scenario has such a name'],
  [['agent', '--expected', 'absent.json', ...SCOUT], '--expected absent.json'],
  [['client'], 'expected the command of a client'],
])('what cannot be meant is said before anything is started: %j', async (words, why) => {
  const ran = await parley(makePlace(), ['conform', ...words])
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)])
})

test('a fixture file with a word that nobody knows is told where', async () => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'fixture.json'), '{"prompts": {"sing": "la"}}')
  const ran = await parley(place, ['conform', 'agent', '--fixture', 'fixture.json', ...SCOUT])
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('/prompts/sing: expected one of say')])
})

test('the requirements can be read, also by programs', async () => {
  const place = makePlace()
  expect((await parley(place, ['conform', 'list'])).stdout).toContain('agent.initialize.version')
  const { stdout } = await parley(place, ['conform', 'list', '--side', 'agent', '--format', 'json'])
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ id: 'agent.initialize.version', level: 'must' }),
  )
})
