import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '@parley/acp/client'
import { spawnAgent } from '@parley/acp/node'
import { describe, expect, test } from 'vitest'
import { MAIN, makePlace, parley } from '../run/command.fixture.js'

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const official = from('../../../sdk/src/node/interop/fixtures/official-agent.mjs')
const reference = from('../../../conformance/dist/peers/reference-agent.js')
const spelled = from('../agents/fixtures/spelled-agent.mjs')
const known = from('fixtures/known-version-2.json')

const hello = (version: 1 | 2): string =>
  `${JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params:
      version === 1
        ? { protocolVersion: 1, clientCapabilities: {} }
        : { protocolVersion: 2, info: { name: 'test', version: '1' }, capabilities: {} },
  })}\n`

describe.each([
  [1, '2', { protocolVersion: 1, agentInfo: { name: 'official-v2' } }],
  [2, '1', { protocolVersion: 2, info: { name: 'official-v1' } }],
  [1, '1', { protocolVersion: 1, agentInfo: { name: 'official-v1' } }],
] as const)('a client of version %i with an agent of version %s', (version, agent, result) => {
  test.each([[], ['--no-restart']])('is answered in its own (%s)', async (...flags) => {
    const words = ['bridge', ...flags, '--', process.execPath, official, agent]
    const told = await parley(makePlace(), words, { stdin: hello(version) })
    expect(told.code).toBe(0)
    const lines = told.stdout.trim().split('\n')
    expect(lines.map(line => JSON.parse(line))).toMatchObject([{ id: 1, result }])
    const starts = told.stderr.split(`started as ${agent}`).length - 1
    expect(starts).toBe(String(version) === agent || flags.length > 0 ? 1 : 2)
  })
})

test.each([1, 2] as const)(
  'our client in version %i has a turn with an agent of the other',
  async version => {
    const { home, cwd, env } = makePlace()
    const words = [MAIN, 'bridge', '--', process.execPath, reference, version === 1 ? '2' : '1']
    const channel = spawnAgent(process.execPath, words, { env: env(), cwd })
    const client = await connect<1 | 2>(channel, {}, { version })
    const session = await client.newSession({ cwd: home })
    const turn = session.prompt('say hello there')
    let said = ''
    for await (const update of turn.updates)
      if (update.sessionUpdate === 'agent_message_chunk' && 'text' in update.content)
        said += update.content.text
    expect(said).toBe('hello there')
    expect((await turn.outcome).stopReason).toBe('end_turn')
    await client.close()
    expect(await channel.exited).toEqual({ code: 0, signal: null })
  },
)

test('words that make no sense are refused, and an agent that is none is told of', async () => {
  const place = makePlace()
  expect(await parley(place, ['bridge'], {})).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('parley bridge -- my-agent'),
  })
  expect(await parley(place, ['bridge', '--', 'no-such-agent-at-all'], {})).toMatchObject({
    code: 8,
    stdout: '',
  })
})

test('an agent is named by its id as for a run, also one that was added', async () => {
  const place = makePlace()
  const added = ['agents', 'add', '--no-probe', 'mine', '--', process.execPath, official, '1']
  expect((await parley(place, added, {})).code).toBe(0)
  for (const [id, name] of [
    ['scout', 'scout'],
    ['mine', 'official-v1'],
  ] as const) {
    const told = await parley(place, ['bridge', '--', id], { stdin: hello(2) })
    expect(JSON.parse(told.stdout)).toMatchObject({ id: 1, result: { protocolVersion: 2, info: { name } } })
  }
})

test('an agent with a spelling of its own is bridged where it is named', async () => {
  const words = ['bridge', '--dialect', '003', '--', process.execPath, spelled]
  const told = await parley(makePlace(), words, { stdin: hello(2) })
  const { result } = JSON.parse(told.stdout)
  expect(result).toMatchObject({ protocolVersion: 2, authMethods: [{ methodId: 'password' }] })
  expect(told.stderr).not.toContain('looks like')
})

test('where nobody named it, people are told, with the words to do so', async () => {
  const words = ['bridge', '--', process.execPath, spelled]
  const told = await parley(makePlace(), words, { stdin: hello(1) })
  expect(told.code).toBe(0)
  expect(JSON.parse(told.stdout)).toMatchObject({ id: 1, result: { protocolVersion: 1 } })
  expect(told.stderr).toContain('looks like document 003: an answer offers `authenticationMethods`')
  expect(told.stderr).toMatch(/parley bridge --dialect 003 -- .*spelled-agent\.mjs/)
})

/** The command with a client that stays. */
function stay(...command: readonly string[]) {
  const { cwd, env } = makePlace()
  let stderr = ''
  const onStderr = (text: string): void => {
    stderr += text
  }
  const channel = spawnAgent(process.execPath, [MAIN, 'bridge', '--', ...command], {
    env: env(),
    cwd,
    onStderr,
  })
  return { channel, stderr: () => stderr }
}

test('an agent that dies is told of, and what it said on stderr is heard', async () => {
  const { channel, stderr } = stay(process.execPath, '-e', 'console.error("on fire"); process.exit(3)')
  expect(await channel.exited).toEqual({ code: 8, signal: null })
  expect(stderr()).toContain('on fire')
  expect(stderr()).toContain('exited with code 3')
})

test.each([
  ['soon after the greeting', 'setTimeout(() => process.exit(3), 100)', hello(1)],
  ['at once', 'process.exit(3)', ''],
  ['at the end of its input', 'process.stdin.resume().on("end", () => process.exit(3))', ''],
])('an agent that dies %s is told of, also to a client that has left', async (_, program, stdin) => {
  const told = await parley(makePlace(), ['bridge', '--', process.execPath, '-e', program], { stdin })
  expect(told).toMatchObject({ code: 8, stderr: expect.stringContaining('exited with code 3') })
})

test('an agent that ends because it is told to ends well', async () => {
  const program = 'process.on("SIGTERM", () => process.exit(143)); setInterval(() => {}, 1_000)'
  for (const own of [program, 'setInterval(() => {}, 1_000)'])
    expect(await parley(makePlace(), ['bridge', '--', process.execPath, '-e', own])).toMatchObject({
      code: 0,
    })
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it and its agent', async signal => {
  const { channel } = stay(process.execPath, official, '1')
  await connect<1 | 2>(channel, {}, { version: 2 })
  if (channel.pid !== undefined) process.kill(channel.pid, signal)
  expect(await channel.exited).toEqual({ code: 130, signal: null })
})

const knownOnly = ['--expected', known]

test.each([
  ['1', '2', { names: ['prompt.*', 'permission.*', 'agent.cancel.*'], expected: [] }],
  ['2', '1', { names: ['prompt.*', 'agent.permission.*', 'agent.resume.*'], expected: knownOnly }],
])(
  'what version %s demands of agents is kept by one of version %s, apart from what is known',
  { timeout: 120_000 },
  async (version, agent, { names, expected }) => {
    const only = names.flatMap(name => ['--only', name])
    const told = await parley(
      makePlace(),
      [
        ...['conform', 'agent', '--protocol', version, '--fixture', 'reference', ...expected, ...only],
        ...['--', process.execPath, MAIN, 'bridge', '--', process.execPath, reference, agent],
      ],
      {},
    )
    expect(told.stdout).toMatch(/[1-9]\d* passed/)
    expect(told.code, told.stdout).toBe(0)
  },
)

const ERRAND = ['{agent:json}', '{cwd}', '{state}', '{version}', '{session}', '{beside}', '{prompt}']

test.each(['1', '2'])(
  'what version %s demands of clients is kept by one of the other',
  { timeout: 120_000 },
  async version => {
    const place = makePlace()
    const driver = [process.execPath, from('fixtures/bridged-client.mjs')]
    const tasks = ['prompt', 'prompt_deny', 'cancel'].map(task => [task, [...driver, task, ...ERRAND]])
    const fixture = join(place.cwd, 'fixture.json')
    writeFileSync(fixture, JSON.stringify({ tasks: Object.fromEntries(tasks) }))
    const only = ['--only', 'client.prompt.*', '--only', 'client.cancel.*', '--only', 'client.permission.*']
    const expected = version === '1' ? ['--expected', from('fixtures/known-client-1.json')] : []
    const words = ['conform', 'client', '--protocol', version, '--fixture', fixture, ...expected, ...only]
    const told = await parley(place, words, {})
    expect(told.stdout).toMatch(/[1-9]\d* passed/)
    expect(told.code, told.stdout).toBe(0)
  },
)
