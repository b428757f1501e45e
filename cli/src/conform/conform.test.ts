/** `parley conform` as a program: what it prints, the files it writes, and how it ends. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, MAIN, makePlace, parley } from '../run/command.fixture.js'

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

test('a command that never answers ends with 8, soon, and nothing is held against it', async () => {
  const started = Date.now()
  const ran = await parley(makePlace(), ['conform', 'agent', '--isolated', ...MUTE])
  expect([ran.code, ran.stderr]).toEqual([8, expect.stringContaining('it never answered')])
  expect(ran.stdout).toContain('0 passed, 0 failed')
  expect(Date.now() - started).toBeLessThan(35_000)
}, 40_000)

test('a file is found where the command was typed; one that is not there is told with the last words', async () => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'liar.cjs'), LIAR.at(-1) ?? '')
  const found = await parley(place, ['conform', 'agent', ...ONLY, '--', 'node', 'liar.cjs'])
  expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('agent.initialize.version')])
  const lost = await parley(place, ['conform', 'agent', '--', 'node', 'lost.cjs'])
  expect([lost.code, lost.stderr]).toEqual([8, expect.stringContaining('Cannot find module')])
})

test('a client that ends at once is over at once', async () => {
  const started = Date.now()
  const ran = await parley(makePlace(), ['conform', 'client', '--', 'false', '{agent}'])
  expect([ran.code, ran.stderr]).toEqual([8, expect.stringContaining('exit code 1')])
  expect(Date.now() - started).toBeLessThan(15_000)
})

/** Says what it was given in confidence wherever it can: in messages, in pieces of them, on stderr, and by the names of methods. */
const TELLTALE = `
const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const token = process.env.MY_TOKEN
const say = text => send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } })
process.stdin.on('data', () => {
  process.stderr.write('using ' + token + ' and ' + process.argv.join(' ') + '\\n')
  send({ id: 1, result: { protocolVersion: 7, agentInfo: { name: token, version: token } } })
  send({ method: token, params: { token } })
  say(token.slice(0, 9)), say(token.slice(9))
})`

test('what an agent is given in confidence stands in no report', async () => {
  const place = makePlace()
  const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html', '--badge', 'r.txt']
  const agent = [process.execPath, '-e', TELLTALE, '--', '--token', 'hunter2secretQ99']
  const ran = await parley(
    place,
    ['conform', 'agent', ...ONLY, '--env', 'MY_TOKEN', ...reports, '--', ...agent],
    { env: { MY_TOKEN: 'correct-horse-battery-99' } },
  )
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining('«redacted:')])
  const written = ['r.json', 'r.xml', 'r.html', 'r.txt'].map(name =>
    readFileSync(join(place.cwd, name), 'utf8'),
  )
  expect(written[2]).toContain('using «redacted:')
  for (const text of [ran.stdout, ran.stderr, ...written])
    expect(text).not.toMatch(/correct-h|battery-99|hunter2/)
  for (const name of ['r.json', 'r.html']) expect(statSync(join(place.cwd, name)).mode & 0o077).toBe(0)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends what is played, leaves a report and nothing else',
  async signal => {
    const place = makePlace()
    const folder = join(place.home, 'temporary')
    mkdirSync(folder)
    const words = ['conform', 'agent', '--only', 'initialize.version', '--badge', 'r.txt', ...MUTE]
    const { child, wait } = begin(place, words, { env: { TMPDIR: folder } })
    const isPlaying = (): boolean =>
      readdirSync(folder).some(name => readdirSync(join(folder, name)).length > 0)
    while (!isPlaying() && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 20))
    child.kill(signal)
    const ran = await wait
    expect([ran.code, ran.stdout]).toEqual([
      130,
      expect.stringContaining('interrupted before every scenario'),
    ])
    expect(readFileSync(join(place.cwd, 'r.txt'), 'utf8')).toContain('not whole')
    expect(readdirSync(folder)).toEqual([])
  },
)

test('JUnit says what the exit code says', async () => {
  const place = makePlace()
  writeFileSync(
    join(place.cwd, 'expected.json'),
    '{"expected": [{"id": "agent.initialize.version", "reason": "it has always said 7"}]}',
  )
  const words = ['conform', 'agent', ...ONLY, '--expected', 'expected.json', '--junit', 'r.xml', ...LIAR]
  const ran = await parley(place, words)
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('expected: it has always said 7')])
  const xml = readFileSync(join(place.cwd, 'r.xml'), 'utf8')
  expect(xml).toContain('failures="0"')
  expect(xml).toContain('broken as expected: it has always said 7')
})

test.each([
  [['agent', '--fixture', 'nothing', ...SCOUT], 'no fixture of that name'],
  [['agent', '--only', 'x.y', ...SCOUT], 'no requirement and no scenario has such a name'],
  [['agent', '--expected', 'absent.json', ...SCOUT], '--expected absent.json'],
  [['client'], 'expected the command of a client'],
  [['client', '--', 'my-client', '{agnt}'], 'expected one of {agent}'],
  [['client', '--', 'my-client', 'exec'], 'expected {agent} or {agent:json}'],
  [['agent', '--json', 'absent/r.json', ...SCOUT], '--json absent/r.json: cannot be written'],
  [['agent', '--html', '.', ...SCOUT], '--html .: cannot be written (it is a directory)'],
])('what cannot be meant is said before anything is started: %j', async (words, why) => {
  const ran = await parley(makePlace(), ['conform', ...words])
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)])
})

test.each([
  ['agent', '{"prompts": {"sing": "la"}}', '/prompts/sing: expected one of say'],
  [
    'agent',
    '{"prompts": {"write": "Write {txt}"}}',
    '/prompts/write: expected one of {path}, {text}, {server}',
  ],
  ['agent', '{"prompts": {}, "authmethod": "x"}', '/authmethod: expected one of prompts'],
  ['agent', '{"prompts": {}, "turnMilliseconds": "60000"}', '/turnMilliseconds: expected a number'],
  ['agent', '{"prompts": {}, "authMethod": 7}', '/authMethod: expected text'],
  [
    'client',
    '{"tasks": {"prompt": ["my-client", "{agnt}"]}}',
    '/tasks/prompt: {agnt}: expected one of {agent}',
  ],
  ['client', '{"tasks": {}, "isInterrupted": "yes"}', '/isInterrupted: expected true or false'],
])('a fixture file with a word that nobody knows is told where: %s %s', async (side, text, why) => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'fixture.json'), text)
  const command = side === 'agent' ? SCOUT : []
  const ran = await parley(place, ['conform', side, '--fixture', 'fixture.json', ...command])
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)])
})

test('the requirements can be read, also by programs', async () => {
  const place = makePlace()
  expect((await parley(place, ['conform', 'list'])).stdout).toContain('agent.initialize.version')
  const { stdout } = await parley(place, ['conform', 'list', '--side', 'agent', '--format', 'json'])
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ id: 'agent.initialize.version', level: 'must' }),
  )
})
