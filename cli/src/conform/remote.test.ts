/** `parley conform agent --url` as a program, with a server of this machine that wants a token. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveGuarded, TOKEN } from '../guarded-server.fixture.js'
import { makePlace, parley } from '../run/command.fixture.js'

test.each(['http', 'ws'] as const)(
  'an agent behind %s is examined with its token, which is written down nowhere',
  async kind => {
    const place = makePlace()
    const url = (await serveGuarded())[kind]
    writeFileSync(join(place.cwd, 'token'), `${TOKEN}\n`)
    const only = ['--only', 'initialize.version', '--only', `${kind === 'ws' ? 'websocket' : 'http'}.*`]
    const words = ['conform', 'agent', '--url', url, ...only, '--json', 'r.json', '--html', 'r.html']
    const token = kind === 'ws' ? ['--token', 'file:token'] : ['--token-file', 'token']
    const ran = await parley(place, [...words, ...token, '-v'])
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
  [['--url', 'ws://127.0.0.1:1/acp', '--token-file', 'none'], '--token-file: ENOENT'],
  [['--url', 'ws://127.0.0.1:1/acp', '--token-file', 'token', '--token', 'env:HOME'], 'one is enough'],
  [['--token', 'env:HOME', '--', 'x'], 'are for --url'],
  [['--token-file', 'token', '--', 'x'], 'are for --url'],
  [['--url', 'ws://127.0.0.1:1/acp', '--', 'x'], 'found both'],
  [[], 'expected the command of an agent'],
])('what cannot be meant is said before anybody is asked: %j', async (words, why) => {
  const place = makePlace()
  writeFileSync(join(place.cwd, 'token'), TOKEN)
  const ran = await parley(place, ['conform', 'agent', ...words])
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)])
  expect(ran.stderr).not.toContain(TOKEN)
})
