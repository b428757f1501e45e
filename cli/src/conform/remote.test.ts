/** `parley conform agent --url` as a program, with a server of this machine that wants a token. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent } from '@parley/acp/agent'
import { serveHttp, webSocketDoor } from '@parley/acp/node'
import { type Asking, httpEndpoint, type Serving, servedChannel } from '@parley/acp/transport'
import { expect, onTestFinished, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'

const TOKEN = 'a-token-that-nobody-knows'

async function serve(): Promise<{ readonly http: string; readonly ws: string }> {
  const ours = agent({ name: 'guarded', version: '1.0.0', prompt: async turn => void turn.say('hello') })
  const serving: Serving = {
    authorize: (asking: Asking) =>
      asking.header('authorization') === `Bearer ${TOKEN}`
        ? { principal: 'ann' }
        : { status: 401, reason: 'unauthorized' },
    serve: port => void ours.serve(servedChannel(port)),
  }
  const door = await webSocketDoor(serving)
  const server = await serveHttp(httpEndpoint(serving, { path: '/acp' }))
  server.server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  onTestFinished(async () => {
    await door.close()
    await server.close()
  })
  return { http: `http://127.0.0.1:${server.port}/acp`, ws: `ws://127.0.0.1:${server.port}/acp` }
}

test.each(['http', 'ws'] as const)(
  'an agent behind %s is examined with its token, which is written down nowhere',
  async kind => {
    const place = makePlace()
    const url = (await serve())[kind]
    writeFileSync(join(place.cwd, 'token'), `${TOKEN}\n`)
    const only = ['--only', 'initialize.version', '--only', `${kind === 'ws' ? 'websocket' : 'http'}.*`]
    const words = ['conform', 'agent', '--url', url, ...only, '--json', 'r.json', '--html', 'r.html']
    const ran = await parley(place, [...words, '--token', 'file:token', '-v'])
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    expect(ran.stdout).toContain(`agent.${kind === 'ws' ? 'websocket' : 'http'}.connection-id`)
    const reports = ['r.json', 'r.html'].map(name => readFileSync(join(place.cwd, name), 'utf8'))
    for (const text of [ran.stdout, ...reports]) expect(text).not.toContain(TOKEN)
    const stranger = await parley(place, words)
    expect([stranger.code, stranger.stderr]).toEqual([8, expect.stringContaining('it never answered')])
  },
)

test.each([
  [['--url', 'ftp://example.com'], 'expected an address that begins with'],
  [['--url', 'ws://127.0.0.1:1/acp', '--token', TOKEN], 'expected env:NAME or file:PATH'],
  [['--url', 'ws://127.0.0.1:1/acp', '--token', 'env:NOBODY_SET_THIS'], 'there is no variable'],
  [['--url', 'ws://agents.example/acp', '--token', 'file:token'], 'could read the headers'],
  [['--url', 'ws://127.0.0.1:1/acp', '--isolated'], '--isolated is for a program'],
  [['--token', 'env:HOME', '--', 'x'], 'are for --url'],
  [['--url', 'ws://127.0.0.1:1/acp', '--', 'x'], 'found both'],
  [[], 'expected the command of an agent'],
])('what cannot be meant is said before anybody is asked: %j', async (words, why) => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'token'), TOKEN)
  const ran = await parley(place, ['conform', 'agent', ...words])
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)])
  expect(ran.stderr).not.toContain(TOKEN)
})
