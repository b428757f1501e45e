import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Session } from '@parley/acp/client'
import { nodeHttpCarrier, openChannel } from '@parley/acp/node'
import { httpLinks, type RemoteChannel, type RemoteState, remoteChannel } from '@parley/acp/transport'
import { readGatewayConfig } from '@parley/gateway'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makePlace } from '../run/command.fixture.js'
import { PageKey } from '../web/page-key.fixture.js'
import { type Change, caddy, type Edge, isInstalled, knock, nginx } from './edge.fixture.js'
import { comeTo, hear } from './serving.fixture.js'
import { guide, makeTeam, type Name, type Person, type Team } from './team.fixture.js'

const OFFICIAL = fileURLToPath(new URL('fixtures/official-client.mjs', import.meta.url))
const isDemanded = process.env.PARLEY_PROXY === 'demanded'
const isThere = isInstalled('nginx')

const WAYS = ['websocket', 'http', 'http1'] as const
type Way = (typeof WAYS)[number]

interface Coming {
  readonly as?: Person
  /** The gateway whose cookie the client has already. */
  readonly to?: Name
  readonly onState?: (state: RemoteState) => void
}

let team: Team
let edge: Edge

async function channelTo(
  url: string,
  way: Way,
  { as = 'alice-laptop', to, onState }: Coming = {},
): Promise<RemoteChannel> {
  const headers = () => ({
    authorization: `Bearer ${team.tokens[as]}`,
    ...(to === undefined ? {} : { cookie: `parley_gateway=${to}` }),
  })
  const ca = team.certificate.cert
  if (way === 'websocket')
    return openChannel({ transport: way, url: `${url.replace('http', 'ws')}/acp` }, { headers, ca, onState })
  if (way === 'http') return openChannel({ transport: way, url: `${url}/acp` }, { headers, ca, onState })
  const carrier = await nodeHttpCarrier({ ca: [ca], protocol: 'http1' })
  return remoteChannel(httpLinks(carrier, { url: `${url}/acp`, headers }), { onState })
}

async function sessionOf(url: string, way: Way, coming: Coming = {}): Promise<Session> {
  const client = await comeTo(await channelTo(url, way, coming))
  const [name] = (coming.as ?? 'alice').split('-')
  return await client.newSession({ cwd: join(team.place.home, String(name)) })
}

const HELLO = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: 1, clientCapabilities: {} },
})
const bearer = (person: Person): Record<string, string> => ({
  authorization: `Bearer ${team.tokens[person]}`,
  'content-type': 'application/json',
})
const linesOf = (name: Name, file: 'audit' | 'refusals'): readonly Record<string, unknown>[] =>
  readFileSync(join(team.place.home, 'state', name, `audit/${file}.ndjson`), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

interface Quiet {
  /** How long it stayed, in milliseconds, unless it outlived what was waited for. */
  readonly lasted: number | 'alive'
  /** Whether the sign of life at its beginning came through. */
  readonly isHeard: boolean
}

/** A stream that no message comes on. */
async function quietStream(url: string, most: number): Promise<Quiet> {
  const { headers } = await knock(url, { headers: bearer('bob-desk'), body: HELLO })
  const told = {
    ...{ authorization: bearer('bob-desk').authorization, accept: 'text/event-stream' },
    ...{ 'acp-connection-id': String(headers['acp-connection-id']), cookie: cookieOf(headers) },
  }
  return await new Promise((resolve, reject) => {
    const options = { headers: told, rejectUnauthorized: false, agent: false }
    const began = performance.now()
    let isHeard = false
    setTimeout(() => {
      resolve({ isHeard, lasted: 'alive' })
      asked.destroy()
    }, most)
    const asked = request(`${url}/acp`, options, response => {
      if (response.statusCode !== 200) return reject(new Error(String(response.statusCode)))
      const over = (): void => resolve({ isHeard, lasted: performance.now() - began })
      response.on('data', () => {
        isHeard = true
      })
      response.on('end', over).on('error', over).on('close', over)
    })
    asked.on('error', reject)
    asked.end()
  })
}

const cookieOf = (headers: Readonly<Record<string, unknown>>): string =>
  [headers['set-cookie']].flat().join().split(';', 1)[0] ?? ''

describe('the files of the guide', () => {
  const page = readFileSync(guide('team.md'), 'utf8')

  test('are all named in it, and it names no others', () => {
    const named = [...page.matchAll(/\]\(team\/([^)]+)\)/g)].map(([, name]) => name)
    expect([...new Set(named)].sort()).toEqual(readdirSync(guide('team')).sort())
  })

  test('hold a config without a mistake, and no token that anybody knows', () => {
    const { principals, hosts, trustedProxies } = readGatewayConfig({
      path: guide('team/gateway.json'),
      env: {},
    })
    expect([...principals.keys()]).toEqual(['alice', 'bob', 'build'])
    expect([hosts, trustedProxies]).toEqual([['acp.example.org', 'one.acp.example.org'], ['127.0.0.1']])
    const hashes = [...principals.values()].flatMap(({ tokens }) => tokens.map(({ sha256 }) => sha256))
    expect(hashes.every(hash => /^0{60}/.test(hash))).toBe(true)
  })
})

test.skipIf(!isInstalled('systemd-analyze'))(
  'the unit of the guide is one that systemd understands',
  async () => {
    const unit = readFileSync(guide('team/parley@.service'), 'utf8')
    const path = join(makePlace().home, 'parley@one.service')
    // The program of the guide is not on this machine.
    writeFileSync(path, unit.replace('/usr/local/bin/parley', process.execPath))
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', path])
    expect(stderr.split('\n').filter(line => line.includes('parley@'))).toEqual([])
  },
)

test('nginx is installed', ({ skip }) => {
  if (!isThere && !isDemanded)
    skip('it is not, and the guide cannot be checked: npm run test:proxy demands it')
  expect(isThere).toBe(true)
})

beforeAll(async () => {
  if (!isThere) return
  team = await makeTeam(makePlace())
  edge = await nginx(team)
}, 30_000)

// Only `npm run test:proxy` tries all of it.
describe.skipIf(!isThere)('behind nginx, as the guide has it', () => {
  test('clients of ours take a turn with a permission over a socket, HTTP/2 and HTTP/1.1', async () => {
    const turns = WAYS.map(async way => {
      const session = await sessionOf(edge.url, way)
      const said = hear(session)
      expect((await session.prompt('ask').outcome).stopReason).toBe('end_turn')
      await expect.poll(said).toMatch(/^chosen: (?!nothing)/)
      // More than nginx takes unless it is told.
      const { stopReason } = await session.prompt(`say ${'x'.repeat(2_000_000)}`).outcome
      expect(stopReason).toBe('end_turn')
      await expect.poll(() => said().length).toBeGreaterThan(2_000_000)
    })
    await Promise.all(turns)
  })

  test.runIf(isDemanded)("the official SDK's clients take a turn with a permission", async () => {
    const env = {
      ...team.place.env(),
      NODE_EXTRA_CA_CERTS: team.certificate.path,
      TOKEN: team.tokens['bob-desk'],
    }
    const words = [OFFICIAL, edge.url, join(team.place.home, 'bob')]
    const { stdout } = await promisify(execFile)(process.execPath, words, { env, timeout: 15_000 })
    const turn = { stopReason: 'end_turn', asked: 1, said: expect.stringMatching(/^chosen: (?!nothing)/) }
    expect(JSON.parse(stdout)).toEqual({ http: turn, ws: turn })
  })

  test('the cookie says which gateway it is, once; who has it comes to that one', async () => {
    const first = await knock(edge.url, { headers: bearer('bob-desk'), body: HELLO })
    const cookie = cookieOf(first.headers)
    expect(cookie).toMatch(/^parley_gateway=(one|two)$/)
    expect(String(first.headers['set-cookie'])).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
    const again = await knock(edge.url, { headers: { ...bearer('bob-desk'), cookie }, body: HELLO })
    expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined])
    const connection = String(first.headers['acp-connection-id'])
    const leave = (to: string) =>
      knock(edge.url, {
        method: 'DELETE',
        headers: { ...bearer('bob-desk'), 'acp-connection-id': connection, cookie: `parley_gateway=${to}` },
      })
    const [kept, other] = cookie.endsWith('one') ? ['one', 'two'] : ['two', 'one']
    expect((await leave(String(other))).status).toBe(404)
    expect((await leave(String(kept))).status).toBe(202)
  })

  test.each(['one', 'two'] as const)('%s is also reached by a name of its own', async name => {
    const host = `${name}.acp.example.org`
    const { status, headers } = await knock(edge.url, {
      headers: { ...bearer('bob-desk'), host },
      body: HELLO,
    })
    expect([status, cookieOf(headers)]).toEqual([200, `parley_gateway=${name}`])
  })

  test("a browser's cookie is made for TLS, beside the one that keeps it with its gateway, and is good there only", async () => {
    const { text } = await knock(edge.url, { path: '/auth/ticket', headers: bearer('bob-desk'), body: '{}' })
    const { ticket } = JSON.parse(text)
    const key = new PageKey()
    const first = await knock(edge.url, { headers: bearer('bob-desk'), body: HELLO })
    const kept = cookieOf(first.headers)
    const json = { 'content-type': 'application/json', origin: 'https://acp.example.org' }
    const exchanged = await knock(edge.url, {
      path: '/auth/exchange',
      headers: { ...json, cookie: kept },
      body: JSON.stringify({ ticket, as: 'cookie', key: key.name }),
    })
    expect(exchanged.status).toBe(200)
    const own = cookieOf(exchanged.headers)
    expect(own).toMatch(/^__Host-parley=/)
    const come = (sticky: string, path: string, body: string) =>
      knock(edge.url, { path, body, headers: { ...json, 'x-parley-csrf': '1', cookie: `${sticky}; ${own}` } })
    expect((await come(kept, '/acp', HELLO)).status).toBe(403)
    const { challenge } = JSON.parse((await come(kept, '/auth/challenge', '{}')).text)
    const { params, ...hello } = JSON.parse(HELLO)
    const _meta = { 'parley.dev/proof': key.sign(challenge, json.origin) }
    const proven = JSON.stringify({ ...hello, params: { ...params, _meta } })
    expect((await come(kept, '/acp', proven)).status).toBe(200)
    const other = kept.endsWith('one') ? 'parley_gateway=two' : 'parley_gateway=one'
    expect((await come(other, '/auth/challenge', '{}')).status).toBe(401)
  })

  test('names, pages and the word of a client about itself are judged as without a proxy', async () => {
    const tried = async (headers: Record<string, string>): Promise<unknown[]> => {
      const { status, text } = await knock(edge.url, {
        headers: { ...bearer('bob-desk'), ...headers },
        body: HELLO,
      })
      return [status, JSON.parse(text).error?.word ?? JSON.parse(text).error]
    }
    expect(await tried({ host: 'evil.example' })).toEqual([421, 'wrong_host'])
    expect(await tried({ origin: 'https://evil.example' })).toEqual([403, 'bad_origin'])
    expect(await tried({ origin: 'http://acp.example.org' })).toEqual([403, 'bad_origin'])
    expect(await tried({ origin: 'https://acp.example.org' })).toEqual([200, undefined])
    expect(await tried({ 'x-forwarded-host': 'evil.example' })).toEqual([200, undefined])
    expect(await tried({ 'x-forwarded-proto': 'http' })).toEqual([200, undefined])
    expect((await knock(edge.url, { method: 'GET', path: '/healthz' })).text).toBe('ok')
  })

  test('strangers are counted by the address that nginx saw, and by no other that they or others name', async () => {
    const wrong = (url: string, from: string, claimed: string) =>
      knock(url, {
        from,
        headers: {
          ...{ cookie: 'parley_gateway=two', authorization: 'Bearer wrong' },
          ...{ 'x-forwarded-for': claimed, 'x-forwarded-proto': 'https' },
        },
      })
    // Past the proxy, from an address that is not trusted, and through it. All of this machine is one.
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) {
      const [url, from] = time % 2 === 0 ? [team.gateways.two.url, '127.0.0.4'] : [edge.url, '127.0.0.2']
      statuses.push((await wrong(url, from, `10.0.0.${time}`)).status)
    }
    // Of the five some may have been used up by the tests before this one: which gateway those met is not for them to say.
    expect(statuses.at(0)).toBe(401)
    expect(statuses.at(-1)).toBe(429)
    expect((await wrong(edge.url, '127.0.0.3', '10.0.0.9')).status).toBe(429)
    expect((await wrong(team.gateways.two.url, '127.0.0.4', '10.0.0.9')).status).toBe(429)
    const refused = linesOf('two', 'refusals').map(({ address }) => String(address))
    expect(refused).toEqual(expect.arrayContaining(['127.0.0.2', '127.0.0.3', '127.0.0.4']))
    expect(refused.filter(address => address.startsWith('10.'))).toEqual([])
  })

  test.runIf(isDemanded)(
    'a token that is replaced ends what it had open, at both gateways, and the new one goes on',
    async () => {
      const before = team.tokens['build-machine']
      const states: RemoteState[] = []
      const session = await sessionOf(edge.url, 'http', {
        as: 'build-machine',
        onState: each => states.push(each),
      })
      expect((await session.prompt('say before').outcome).stopReason).toBe('end_turn')
      team.rotate('build-machine')
      for (const name of ['one', 'two']) {
        const headers = { ...bearer('build-machine'), cookie: `parley_gateway=${name}` }
        await expect.poll(async () => (await knock(edge.url, { headers, body: HELLO })).status).toBe(200)
        const old = await knock(edge.url, {
          headers: { ...headers, authorization: `Bearer ${before}` },
          body: HELLO,
        })
        expect(old.status).toBe(401)
      }
      expect((await session.prompt('say after').outcome).stopReason).toBe('end_turn')
    },
  )

  test('clients of a gateway that is killed are told and go on when it is back; those of the other one notice nothing', async () => {
    const follow = async (to: Name, way: Way) => {
      const states: string[] = []
      const session = await sessionOf(edge.url, way, { to, onState: ({ status }) => states.push(status) })
      return { states, session, said: hear(session) }
    }
    const lost = await Promise.all([follow('one', 'websocket'), follow('one', 'http')])
    const kept = await Promise.all([follow('two', 'websocket'), follow('two', 'http')])
    await Promise.all(lost.map(({ session }) => session.prompt('say before').outcome))
    const turns = kept.map(({ session }) => session.prompt('slowly 100'))
    for (const { said } of kept) await expect.poll(said).toContain('3 ')
    await team.gateways.one.end('SIGKILL')
    const meanwhile = lost.map(({ session }) => session.prompt('say after'))
    await expect.poll(() => lost[0]?.states).toContain('waiting')
    // Each stream of HTTP first tries by itself.
    if (isDemanded) await expect.poll(() => lost[1]?.states, { timeout: 15_000 }).toContain('waiting')
    // Who is new comes to the one that is there.
    const { status, headers } = await knock(edge.url, { headers: bearer('alice-laptop'), body: HELLO })
    expect([status, cookieOf(headers)]).toEqual([200, 'parley_gateway=two'])
    await team.start('one')
    for (const { outcome } of [...meanwhile, ...turns]) expect((await outcome).stopReason).toBe('end_turn')
    for (const { said } of lost) await expect.poll(said).toMatch(/before .*after $/)
    for (const { said, states } of kept) {
      await expect.poll(said).toMatch(/ 100 $/)
      expect(states).toEqual(['connecting', 'open'])
    }
  })

  test.runIf(isDemanded)(
    'a gateway that leaves finishes its turns; who is new comes to the other one, also who was led to it',
    async () => {
      const leads = async (): Promise<string | undefined> => {
        const { headers } = await knock(edge.url, { headers: bearer('build-machine'), body: HELLO })
        return cookieOf(headers).split('=')[1]
      }
      const [leaving, staying] =
        (await leads()) === 'one' ? (['one', 'two'] as const) : (['two', 'one'] as const)
      const session = await sessionOf(edge.url, 'websocket', { to: leaving })
      const said = hear(session)
      const turn = session.prompt('slowly 200')
      await expect.poll(said).toContain('3 ')
      const ended = team.gateways[leaving].end('SIGTERM')
      await expect.poll(leads).toBe(staying)
      expect((await turn.outcome).stopReason).toBe('end_turn')
      expect(await ended).toBe(0)
      await team.start(leaving)
      expect((await session.prompt('say after').outcome).stopReason).toBe('end_turn')
      await expect.poll(said).toMatch(/ 200 after $/)
    },
  )

  test.runIf(isDemanded)('nothing is lost when nginx is told to read its files again', async () => {
    const sessions = await Promise.all(WAYS.map(way => sessionOf(edge.url, way)))
    const said = sessions.map(hear)
    const turns = sessions.map(session => session.prompt('slowly 100'))
    for (const each of said) await expect.poll(each).toContain('3 ')
    edge.child.kill('SIGHUP')
    for (const { outcome } of turns) expect((await outcome).stopReason).toBe('end_turn')
    await Promise.all(sessions.map(session => session.prompt('say after').outcome))
    for (const each of said) await expect.poll(each).toMatch(/99 100 after $/)
  })
})

describe.runIf(isThere && isDemanded)('a twin of the file without one of its lines', () => {
  const twin = async (...changes: readonly Change[]): Promise<string> => {
    const { url, end } = await nginx(team, changes)
    onTestFinished(end)
    return url
  }

  test('holds events back where it gathers them', async () => {
    const url = await twin(
      ['proxy_buffering off;', 'proxy_ignore_headers X-Accel-Buffering;'],
      ['proxy_http_version 1.1;', ''],
    )
    const [held, handedOn] = await Promise.all([quietStream(url, 700), quietStream(edge.url, 700)])
    expect([held, handedOn]).toMatchObject([{ isHeard: false }, { isHeard: true }])
  })

  test('opens no socket where it does not hand on the upgrade', async () => {
    const url = await twin(['proxy_set_header Upgrade    $http_upgrade;', ''])
    await expect(sessionOf(url, 'websocket')).rejects.toThrow(/refused with status 406/)
  })

  test('loses clients where nothing keeps them with their gateway', async () => {
    const url = await twin(
      ['add_header Set-Cookie $parley_cookie always;', ''],
      ['hash $http_authorization consistent;', ''],
    )
    const comeAndLeave = async (at: string): Promise<number> => {
      const { headers } = await knock(at, { headers: bearer('bob-desk'), body: HELLO })
      const known = { 'acp-connection-id': String(headers['acp-connection-id']), cookie: cookieOf(headers) }
      const left = await knock(at, { method: 'DELETE', headers: { ...bearer('bob-desk'), ...known } })
      return left.status
    }
    expect([await comeAndLeave(url), await comeAndLeave(url)]).toContain(404)
    expect([await comeAndLeave(edge.url), await comeAndLeave(edge.url)]).toEqual([202, 202])
  })

  test('cuts a quiet stream off where it waits for less than a sign of life', async () => {
    const url = await twin(['proxy_read_timeout    60s;', 'proxy_read_timeout 1s;'])
    const [short, long] = await Promise.all([quietStream(url, 2_500), quietStream(edge.url, 2_000)])
    expect(short.lasted).toBeLessThan(2_500)
    expect(long.lasted).toBe('alive')
  })

  test('refuses what the gateway would take where its own bound counts', async () => {
    const url = await twin(['client_max_body_size 16m;', ''])
    const session = await sessionOf(url, 'http')
    await expect(session.prompt(`say ${'x'.repeat(2_000_000)}`).outcome).rejects.toThrow()
  })

  test('lets strangers choose their address where it hands on what they say', async () => {
    const url = await twin(['X-Forwarded-For   $remote_addr;', 'X-Forwarded-For $http_x_forwarded_for;'])
    const headers = { cookie: 'parley_gateway=one', authorization: 'Bearer wrong' }
    for (let time = 0; time < 8; time++) {
      const tried = await knock(url, { headers: { ...headers, 'x-forwarded-for': `10.0.0.${time}` } })
      expect(tried.status).toBe(401)
    }
  })

  test('loses nothing where it ends connections of HTTP/2 after a few requests', async () => {
    const url = await twin(['keepalive_requests 100000;', 'keepalive_requests 5;'])
    const session = await sessionOf(url, 'http')
    const said = hear(session)
    for (let turn = 0; turn < 12; turn++) await session.prompt(`say ${turn}`).outcome
    await expect.poll(said).toBe('0 1 2 3 4 5 6 7 8 9 10 11 ')
  })
})

// Longer than nginx waits unless it is told: what keeps it alive are signs of life.
test.runIf(isDemanded && isThere)(
  'a stream that nothing is said on outlives what nginx would wait',
  async () => {
    expect(await quietStream(edge.url, 70_000)).toEqual({ isHeard: true, lasted: 'alive' })
  },
  90_000,
)

describe.runIf(isDemanded && isThere && isInstalled('caddy'))('behind Caddy, as the guide has it', () => {
  test('turns are taken over a socket, HTTP/2 and HTTP/1.1, and go on after each gateway was gone', async () => {
    const { url, end } = await caddy(team)
    onTestFinished(end)
    const sessions = await Promise.all([...WAYS, ...WAYS].map(way => sessionOf(url, way)))
    const said = sessions.map(hear)
    await Promise.all(sessions.map(session => session.prompt('ask').outcome))
    for (const name of ['one', 'two'] as const) {
      await team.gateways[name].end('SIGKILL')
      const turns = sessions.map(session => session.prompt(`say ${name}`))
      await team.start(name)
      for (const { outcome } of turns) expect((await outcome).stopReason).toBe('end_turn')
    }
    for (const each of said) await expect.poll(each).toMatch(/^chosen: (?!nothing).*one two $/)
    expect((await quietStream(url, 500)).isHeard).toBe(true)
  })
})
