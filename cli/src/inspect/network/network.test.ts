/** The proxy and the console before an agent that is elsewhere, as programs. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { type Client, connect } from '@parley/acp/client'
import { openChannel } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import { makeHome as makePersonsHome, sitDown } from '../../chat/person.fixture.js'
import { serveGuarded, TOKEN } from '../../guarded-server.fixture.js'
import { MAIN, makeHome, startWire, type Wired } from '../wire.fixture.js'

const KINDS = ['http', 'ws'] as const
const TIMES = { timeout: 30_000 }

interface Standing {
  readonly wired: Wired
  readonly url: string
  readonly env: NodeJS.ProcessEnv
}

async function stand(url: string, words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Standing> {
  const { env } = makeHome()
  const wired = startWire(['--listen', '0', '--url', url, ...words], { ...env, ...more })
  const address = (): string | undefined => /listening on (\S+)/.exec(wired.errors())?.[1]
  await expect.poll(address, TIMES).toBeDefined()
  return { wired, url: address() ?? '', env }
}

async function talkTo(url: string, headers: Readonly<Record<string, string>>): Promise<Client> {
  const transport = url.startsWith('http') ? 'http' : 'websocket'
  const client = await connect(await openChannel({ transport, url, headers }))
  onTestFinished(() => client.close())
  return client
}

async function say(client: Client, text: string): Promise<string> {
  const session = await client.newSession({ cwd: '/' })
  const turn = session.prompt(text)
  let said = ''
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      said += update.content.text
  return said
}

const recorded = (file: string): string => readFileSync(file, 'utf8')

test.each(KINDS)(
  'what passes over %s is recorded, conversation by conversation, can be watched, and no secret is kept',
  TIMES,
  async kind => {
    const urls = await serveGuarded()
    const place = makeHome().home
    const [one, two] = [join(place, 'wire.ndjson'), join(place, 'wire-2.ndjson')]
    const { wired, url, env } = await stand(urls[kind], ['--record', one, '--log', '-'])
    const authorization = `Bearer ${TOKEN}`
    const first = await talkTo(url, { authorization })
    const second = await talkTo(url, { authorization })
    const long = 'ž🐎'.repeat(100_000)
    expect(await say(first, `first ${TOKEN}`)).toBe(`You said: first ${TOKEN}`)
    expect(await say(second, `second ${long}`)).toBe(`You said: second ${long}`)
    // Where they can be watched is noted beside the conversation, which does not wait for it.
    await expect.poll(() => listed(urls[kind], env), { timeout: 10_000 }).toBe(2)
    await first.close()
    await second.close()
    wired.child.kill('SIGTERM')
    expect((await wired.exited)[0]).toBe(0)
    expect(JSON.parse(recorded(one).split('\n')[0] ?? '')).toMatchObject({
      carrier: kind === 'ws' ? 'websocket' : 'http',
    })
    for (const [file, mine, other] of [
      [one, 'You said: first', 'second'],
      [two, `You said: second ${long}`, 'first'],
    ] as const) {
      const text = recorded(file)
      for (const part of ['"initialize"', '"session/new"', '"session/prompt"', mine, '"end_turn"'])
        expect(text.includes(part), `${part} in ${file}`).toBe(true)
      expect(text).not.toContain(`${other} `)
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain('"noise"')
    }
    expect(wired.errors()).toContain('session/prompt')
  },
)

test.each(KINDS)('what the server refuses over %s is refused to the client', TIMES, async kind => {
  const urls = await serveGuarded()
  const { url } = await stand(urls[kind], ['--no-watch'])
  await expect(talkTo(url, {})).rejects.toThrow()
})

/** How many conversations with this address can be watched. */
function listed(url: string, env: NodeJS.ProcessEnv): number {
  const words = [MAIN, 'inspect', '--plain']
  const shown = execFileSync(process.execPath, words, { env, encoding: 'utf8', input: '' })
  return shown.split('\n').filter(row => row.startsWith('live') && row.includes(url)).length
}

/** A status, however the request is answered. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(url.replace(/^ws/, 'http'), { headers }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(101)
    })
    asking.on('error', reject).end()
  })
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}

test('a proxy that has a token lends it to programs, and to no page of a browser', TIMES, async () => {
  const urls = await serveGuarded()
  const { wired, url } = await stand(urls.ws, ['--token', 'env:TALE', '--no-watch'], { TALE: TOKEN })
  const client = await talkTo(url, {})
  expect(await say(client, 'hello')).toBe('You said: hello')
  const accept = { accept: 'text/event-stream' }
  const page = { origin: 'https://evil.example' }
  expect(await statusOf(url, { ...accept, ...page })).toBe(403)
  expect(await statusOf(url, { ...UPGRADE, ...page })).toBe(403)
  expect(await statusOf(url, { ...accept, host: 'evil.example' })).toBe(403)
  expect(await statusOf(url, { ...UPGRADE, host: 'evil.example:80' })).toBe(403)
  expect(await statusOf(url, accept)).toBe(400)
  expect(await statusOf(url, UPGRADE)).toBe(101)
  expect(wired.errors()).not.toContain(TOKEN)
})

test.each(KINDS)('at a terminal an agent over %s is spoken with by hand', TIMES, async kind => {
  const urls = await serveGuarded()
  const home = makePersonsHome()
  const cwd = join(home, 'notes')
  mkdirSync(cwd)
  const args = ['inspect', '--url', urls[kind], '--token', 'env:TALE', '--record', 'wire.ndjson']
  const person = sitDown({ args, home, cwd: realpathSync(cwd), columns: 110, rows: 30, env: { TALE: TOKEN } })
  await person.see(/= initialize/, { within: 20_000 })
  await person.press('c')
  await person.see('Call a method')
  person.type('session/new')
  await person.see('method: session/new')
  await person.press('enter')
  await person.see('mcpServers')
  await person.press('s')
  await person.see(/= session\/new/, { within: 20_000 })
  await person.press('q')
  await person.exit()
  const text = recorded(join(cwd, 'wire.ndjson'))
  expect(text).toContain('"session/new"')
  expect(text).not.toContain(TOKEN)
})

test.each([
  [['--listen', '0'], '--listen is for --url'],
  [['--listen', 'x', '--url', 'ws://127.0.0.1:1/'], 'the number of a port'],
  [['--url', 'ws://127.0.0.1:1/'], 'is shown at a terminal'],
  [
    ['--url', 'ws://127.0.0.1:1/', '--hold', '*', '--listen', '0'],
    '--hold changes what goes through the pipes of a command',
  ],
  [['--url', 'ws://127.0.0.1:1/', '--log', '-'], 'it needs --listen'],
  [['--url', 'ws://127.0.0.1:1/', '--', 'x'], 'found both'],
])('what cannot be meant is said before anything is started: %j', async (words, why) => {
  const { env } = makeHome()
  const wired = startWire(words, env)
  wired.child.stdin.end()
  expect((await wired.exited)[0]).toBe(2)
  expect(wired.errors()).toContain(why)
})
