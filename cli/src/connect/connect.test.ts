import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'
import { bridge, comeTo, configOf, hear, serve } from '../serve/serving.fixture.js'

const HELLO = `${JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: 1, clientCapabilities: {} },
})}\n`

test('it answers what it was asked, and ends with its stdin; a wrong token is told of', async () => {
  const place = makePlace()
  const served = await serve(place, [...configOf(place), '--port', '0'])
  for (const [scheme, path] of [
    ['ws', '/acp'],
    ['http', '/acp'],
    // What chat and attach take is taken here.
    ['ws', ''],
    ['http', '/'],
  ] as const) {
    const connect = (env: NodeJS.ProcessEnv, stdin: string) =>
      parley(place, ['connect', `${served.url.replace(/^http/, scheme)}${path}`], { env, stdin })
    const told = await connect({ PARLEY_TOKEN: served.token }, `no JSON\n${HELLO}`)
    expect(told).toMatchObject({ code: 0, stderr: 'parley: connected\n' })
    const lines = told.stdout.trim().split('\n')
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 1, result: { protocolVersion: 1, agentInfo: { name: 'fixture' } } },
    ])
    for (const env of [{ PARLEY_TOKEN: 'parley_wrong' }, {}]) {
      const refused = await connect(env, HELLO)
      expect(refused).toMatchObject({ code: 9, stdout: '', stderr: expect.stringContaining('--token-file') })
      expect(refused.stderr).not.toContain('parley_wrong')
    }
  }
})

test('told to end by a signal it takes leave of the server, which keeps no place for it', async () => {
  const place = makePlace()
  const served = await serve(place, [...configOf(place, { limits: { connections: 1 } }), '--port', '0'])
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { channel } = bridge(place, served)
    await comeTo(channel)
    if (channel.pid !== undefined) process.kill(channel.pid, signal)
    expect(await channel.exited).toEqual({ code: 130, signal: null })
  }
})

test.each(['ws', 'http'] as const)(
  'over %s a token is read again when it was replaced; who has none of the new ones is told',
  { timeout: 60_000 },
  async scheme => {
    const place = makePlace()
    const config = configOf(place)
    const served = await serve(place, [...config, '--port', '0'])
    const { channel, said } = bridge(place, served, scheme)
    const old = join(place.home, 'old-token')
    writeFileSync(old, served.token)
    const left = bridge(place, { ...served, tokenFile: old }, scheme)
    const session = await (await comeTo(channel)).newSession({ cwd: place.cwd })
    await comeTo(left.channel)
    const text = hear(session)
    await session.prompt('say one').outcome
    const rotated = await parley(place, ['serve', 'token', 'rotate', ...config], {})
    expect(rotated).toMatchObject({ code: 0 })
    expect(await left.channel.exited).toMatchObject({ code: 9 })
    expect(left.said()).toContain('--token-file')
    await session.prompt('say two').outcome
    expect(text()).toBe('one two ')
    expect(said()).toMatch(/^parley: connected\n((.*trying again\n)+parley: connected\n)?$/)
  },
)

test('a server that is not there is told of', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  const told = await parley(makePlace(), ['connect', `ws://127.0.0.1:${port}/acp`], { stdin: HELLO })
  expect(told).toMatchObject({ code: 8, stdout: '', stderr: expect.stringContaining('cannot be reached') })
})

test.each([
  [['nonsense'], /begins with wss:, https:, ws: or http:\./],
  [['127.0.0.1:7500/acp'], /as in http:\/\/127\.0\.0\.1:7500\/acp\./],
  [['localhost:7500'], /as in http:\/\/localhost:7500\./],
  [['ftp://127.0.0.1/acp'], /wss:/],
  [['ws://acp.example.org/acp'], /wss:/],
  [['http://acp.example.org/acp'], /plain http/],
  [['https://:secret@acp.example.org/acp'], /secret does not belong/],
  [['wss://127.0.0.1/acp?token=:secret'], /secret does not belong/],
  [['wss://127.0.0.1/acp', '--token-file', 'none'], /none cannot be read/],
  [['wss://127.0.0.1/acp', '--token-file', 'strange'], /characters that no token has/],
  [['wss://127.0.0.1/acp', '--token', 'x'], /--token-file/],
])('%s is refused with words, and nothing is sent', async (words, sentence) => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'strange'), 'a token\u0007')
  const told = await parley(place, ['connect', ...words], { stdin: HELLO })
  expect(told).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) })
  expect(told.stderr).not.toContain(':secret')
})
