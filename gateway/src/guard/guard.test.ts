import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import {
  type ClientHttp2Stream,
  connect,
  createServer as createHttp2Server,
  createSecureServer,
} from 'node:http2'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { USUAL_LIMITS } from '../config/config.js'
import { BindingError } from './binding.js'
import type { GatewayCaller } from './caller.js'
import { agentNamed, configIn, makeFolder, openGate, TOKENS, type Try } from './gate.fixture.js'
import { toAsking } from './node-front.js'
import { openGuard } from './open-guard.js'
import { rotateOwnerToken } from './token-store.js'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ALICE = bearer(TOKENS.alice)
const GOING_ON = { ...ALICE, 'acp-connection-id': 'c' }

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function finish(stream: ClientHttp2Stream): Promise<void> {
  stream.resume()
  await once(stream, 'close')
}

describe('the binding', () => {
  test('this machine, TLS or trusted proxies, or the gateway does not start', async () => {
    const start = async (more: object): Promise<unknown> => {
      const folder = await makeFolder()
      try {
        const guard = await openGuard(configIn(folder, more))
        guard.close()
        return guard
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }
    const tls = { key: '/k', certificate: '/c' }
    for (const address of ['0.0.0.0', '::', '0', '192.168.1.5', 'localhost.evil.example', '::ffff:0.0.0.0'])
      await expect(start({ address }), address).rejects.toBeInstanceOf(BindingError)
    for (const more of [{ address: '127.0.0.1' }, { address: '::1' }, { address: '0.0.0.0', tls }])
      await expect(start(more)).resolves.toBeDefined()
    await expect(start({ address: '0.0.0.0', trustedProxies: ['10.0.0.1'] })).resolves.toBeDefined()
  })

  test('a client behind a trusted proxy that came in plain text is refused', async () => {
    await using gate = await openGate({ trustedProxies: ['127.0.0.1'], hosts: ['acp.example.org'] })
    const headers = { ...ALICE, host: 'acp.example.org', 'x-forwarded-for': '203.0.113.9' }
    expect(await gate.try({ headers: { ...headers, 'x-forwarded-proto': 'https' } })).toMatchObject({
      status: 200,
    })
    const lying = {
      ...headers,
      'x-forwarded-proto': 'https',
      host: 'evil.example',
      'x-forwarded-host': 'acp.example.org',
    }
    expect((await gate.try({ headers: lying })).status).toBe(421)
    const named = { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
    expect((await gate.try({ headers: named })).status).toBe(421)
    const refused = await gate.try({ headers: { ...headers, 'x-forwarded-proto': 'http' } })
    expect(refused).toMatchObject({ status: 403, json: { reason: 'encryption_required' } })
  })

  test('X-Forwarded-* of anybody else changes nothing', async () => {
    await using gate = await openGate()
    const headers = {
      ...ALICE,
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
    }
    expect((await gate.try({ headers })).status).toBe(200)
  })
})

describe('Host and Origin', () => {
  test('a name that is not ours is misdirected, token or not', async () => {
    await using gate = await openGate({ hosts: ['acp.example.org'] })
    for (const host of ['evil.example', `evil.example:${gate.port}`, 'localhost', 'localhost:1'])
      expect(await gate.try({ headers: { ...ALICE, host } })).toMatchObject({
        status: 421,
        json: { reason: 'wrong_host' },
      })
    for (const host of [`localhost:${gate.port}`, `127.0.0.1:${gate.port}`, 'ACP.example.org'])
      expect((await gate.try({ headers: { ...ALICE, host } })).status).toBe(200)
  })

  test.each(['GET', 'POST', 'DELETE', 'upgrade'])('a page of another origin is refused on %s', async way => {
    await using gate = await openGate()
    const isSocket = way === 'upgrade'
    const method = isSocket ? 'GET' : way
    const socket: Record<string, string> = isSocket ? { connection: 'upgrade', upgrade: 'websocket' } : {}
    for (const origin of [
      'http://evil.example',
      'null',
      'http://localhost:1',
      `https://localhost:${gate.port}`,
    ]) {
      const refused = await gate.try({ method, headers: { ...ALICE, ...socket, origin } })
      expect(refused).toMatchObject({ status: 403, json: { reason: 'bad_origin' } })
      expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    }
    const crossing = { ...ALICE, ...socket, 'sec-fetch-site': 'cross-site' }
    expect(await gate.try({ method, headers: crossing })).toMatchObject({
      status: 403,
      json: { reason: 'cross_site' },
    })
    const own = {
      ...ALICE,
      ...socket,
      origin: `http://localhost:${gate.port}`,
      'sec-fetch-site': 'same-origin',
    }
    expect((await gate.try({ method, headers: own })).status).toBe(200)
  })

  test('a preflight gets no leave', async () => {
    await using gate = await openGate()
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const answer = await gate.try({ method: 'OPTIONS', headers })
    expect(answer.status).toBe(403)
    expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })

  test('another name in HTTP/2 than in its Host header is none', async () => {
    const seen: (string | undefined)[] = []
    const server = createHttp2Server((request, response) => {
      seen.push(toAsking(request).header('host'))
      response.end()
    })
    const port = await listen(server)
    const client = connect(`http://127.0.0.1:${port}`)
    const authority = `127.0.0.1:${port}`
    for (const host of [undefined, authority, 'evil.example'])
      await finish(client.request({ ':path': '/acp', ':authority': authority, ...(host && { host }) }))
    client.close()
    server.close()
    expect(seen).toEqual([authority, authority, undefined])
  })
})

test('whether a request came encrypted is the word of its socket, in HTTP/1 and HTTP/2', async () => {
  // A key that both know needs no certificate.
  const psk = Buffer.alloc(32, 7)
  const common = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
  const seen: boolean[] = []
  const options = { ...common, pskCallback: () => psk, allowHTTP1: true }
  const server = createSecureServer(options, (request, response) => {
    seen.push(toAsking(request).isEncrypted)
    response.end()
  })
  const port = await listen(server)
  const own = { ...common, pskCallback: () => ({ psk, identity: 'x' }), checkServerIdentity: () => undefined }
  const client = connect(`https://127.0.0.1:${port}`, own)
  await finish(client.request({ ':path': '/acp' }))
  client.close()
  const request = httpsRequest({ ...own, port, host: '127.0.0.1', agent: false })
  request.end()
  await once(request, 'response')
  server.close()
  expect(seen).toEqual([true, true])
})

describe('strangers', () => {
  test('ten without a token in a minute, the next must wait', async () => {
    await using gate = await openGate()
    for (let index = 0; index < 10; index++) {
      const refused = await gate.try()
      expect(refused).toMatchObject({ status: 401, json: { reason: 'unauthorized' } })
      expect(refused.headers['www-authenticate']).toBe('Bearer')
    }
    const waiting = await gate.try()
    expect(waiting).toMatchObject({ status: 429, json: { reason: 'too_many_strangers' } })
    expect(waiting.headers['retry-after']).toBe('6')
    gate.clock.now += 6_000
    expect((await gate.try({ headers: ALICE })).status).toBe(200)
  })

  test('five wrong tokens, and for a minute whoever shows no good one is told to wait, whatever they show', async () => {
    await using gate = await openGate()
    for (let index = 0; index < 5; index++)
      expect((await gate.try({ headers: bearer(`wrong-${index}`) })).status).toBe(401)
    const others: Try[] = [
      { headers: bearer('wrong') },
      { headers: bearer('!') },
      {},
      { path: '/acp?token=x' },
    ]
    for (const other of others) {
      const waiting = await gate.try(other)
      expect(waiting).toMatchObject({ status: 429, json: { reason: 'too_many_failures' } })
      expect(waiting.headers['retry-after']).toBe('60')
    }
    gate.clock.now += 60_000
    expect((await gate.try({ headers: bearer('wrong') })).status).toBe(401)
  })

  test('nobody who shows a good token waits for the wrong ones of a neighbour, nor is it easier for that neighbour', async () => {
    await using gate = await openGate()
    const knock = (token: string) => gate.try({ headers: bearer(token) })
    for (let index = 0; index < 5; index++) await knock('wrong')
    for (let index = 0; index < 8; index++) {
      expect((await knock(TOKENS.alice)).status).toBe(200)
      expect((await knock('wrong')).status).toBe(429)
    }
    expect((await gate.tryOwner()).status).toBe(200)
  })

  test('a page of another origin cannot lock anybody out', async () => {
    await using gate = await openGate()
    for (let index = 0; index < 30; index++)
      await gate.try({ headers: { ...bearer('wrong'), origin: 'http://evil.example' } })
    expect((await gate.try({ headers: ALICE })).status).toBe(200)
  })
})

describe('tokens', () => {
  test("scopes, roots and name are the server's; what a client says of itself counts for nothing", async () => {
    await using gate = await openGate()
    const claims = { 'x-scopes': 'admin', 'x-principal': 'owner' }
    expect((await gate.try({ headers: { ...bearer(TOKENS.viewer), ...claims } })).json).toEqual({
      ...{ principal: 'alice', name: 'alice', scopes: ['session.read'], agent: 'main', roots: ['/srv'] },
    })
    expect((await gate.tryOwner()).json).toMatchObject({
      principal: 'owner',
      scopes: expect.arrayContaining(['admin']),
    })
  })

  test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', `bearer x, Bearer ${TOKENS.alice}`, TOKENS.alice])(
    'the header %j opens nothing',
    async authorization => {
      await using gate = await openGate()
      expect((await gate.try({ headers: { authorization } })).status).toBe(401)
    },
  )

  test('in an address it is refused with a word that says so, and written nowhere', async () => {
    await using gate = await openGate()
    const token = gate.guard.owner?.token ?? ''
    const paths = [
      `/acp?token=${token}`,
      `/acp?a=1&access_token=x`,
      `/acp?x=${token}`,
      '/acp?API_KEY=x',
      '/acp?%74oken=x',
      `/acp/${token}`,
      '/acp?ticket=x',
    ]
    for (const path of paths)
      expect(await gate.tryOwner({ path })).toMatchObject({ status: 400, json: { reason: 'token_in_url' } })
    expect((await gate.tryOwner({ path: '/acp?tokens=5&page=2' })).status).toBe(200)
    const log = await readFile(join(gate.folder, 'state/audit/refusals.ndjson'), 'utf8')
    expect(log).toContain('token_in_url')
    expect(log).not.toContain(token)
  })

  test('nor does a subprotocol open anything', async () => {
    await using gate = await openGate()
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-protocol': `bearer, ${TOKENS.alice}`,
    }
    expect((await gate.try({ method: 'GET', headers })).status).toBe(401)
  })

  test('rotation counts from the next request on, and ends who came with the old one', async () => {
    await using gate = await openGate()
    const old = gate.guard.owner?.token ?? ''
    const asking = {
      ...{ method: 'POST', target: '/acp', address: '127.0.0.1', isEncrypted: false, wantsSocket: false },
      header: (name: string) => ({ host: `localhost:${gate.port}`, authorization: `Bearer ${old}` })[name],
    }
    const caller = gate.guard.authorize(asking) as GatewayCaller
    expect(caller.revoked.aborted).toBe(false)
    const next = await rotateOwnerToken(join(gate.folder, 'state'))
    expect((await gate.try({ headers: bearer(old) })).status).toBe(401)
    expect(caller.revoked.aborted).toBe(true)
    expect((await gate.try({ headers: bearer(next) })).status).toBe(200)
    const log = await readFile(join(gate.folder, 'state/audit/audit.ndjson'), 'utf8')
    expect(log).toContain('"event":"token_rotated","principal":"owner"')
  })
})

describe('agents', () => {
  test('the path names one of the config, and only those that the principal may reach are there', async () => {
    await using gate = await openGate()
    const at = async (path: string, token: string) => {
      const { status, json } = await gate.try({ path, headers: bearer(token) })
      return status === 200 ? json.agent : status
    }
    expect(await at('/acp', TOKENS.alice)).toBe('main')
    expect(await at('/acp/other', TOKENS.alice)).toBe('other')
    expect(await at('/acp?x=1', TOKENS.alice)).toBe('main')
    for (const path of [
      '/',
      '/acp/',
      '/acp/absent',
      '/acp/other/x',
      '/ACP',
      '/acp/..',
      '/acp/%6fther',
      '/acpx',
    ])
      expect(await at(path, TOKENS.alice), path).toBe(404)
    expect(await at('/acp/other', TOKENS.bob)).toBe('other')
    expect(await at('/acp/main', TOKENS.bob)).toBe(404)
    expect(await at('/acp', TOKENS.bob)).toBe(404)
  })

  test('sessions with an agent that was told of folders stay in those of both', async () => {
    const agents = new Map([['main', { ...agentNamed('main'), roots: ['/srv/main', '/etc'] }]])
    await using gate = await openGate({ agents })
    expect((await gate.try({ headers: ALICE })).json.roots).toEqual(['/srv/main'])
  })

  test('a stranger does not learn which there are', async () => {
    await using gate = await openGate()
    for (const path of ['/acp/other', '/acp/absent']) expect((await gate.try({ path })).status).toBe(401)
  })
})

describe('limits of a principal', () => {
  test('200 requests at once, then 50 a second, whatever the others do', async () => {
    await using gate = await openGate()
    const headers = GOING_ON
    const statuses = await Promise.all(
      Array.from({ length: 210 }, async () => (await gate.try({ headers })).status),
    )
    expect(statuses.filter(each => each === 200)).toHaveLength(200)
    const refused = await gate.try({ headers })
    expect(refused).toMatchObject({ status: 429, json: { reason: 'too_many_requests' } })
    expect(refused.headers['retry-after']).toBe('1')
    expect((await gate.tryOwner()).status).toBe(200)
    gate.clock.now += 20
    expect((await gate.try({ headers })).status).toBe(200)
    expect((await gate.try({ headers })).status).toBe(429)
  })

  test('no new connection where there are as many as may be; one that is there goes on', async () => {
    const config = configIn('')
    const alice = { ...config.principals.get('alice')!, limits: { ...USUAL_LIMITS, connections: 2 } }
    await using gate = await openGate({ principals: new Map([['alice', alice]]) })
    const asking = {
      ...{ method: 'POST', target: '/acp', address: '127.0.0.1', isEncrypted: false, wantsSocket: false },
      header: (name: string) =>
        ({ host: `localhost:${gate.port}`, authorization: ALICE.authorization })[name],
    }
    const caller = gate.guard.authorize(asking) as GatewayCaller
    const first = caller.allowance.openConnection()
    expect(caller.allowance.openConnection()).toBeDefined()
    expect(await gate.try({ headers: ALICE })).toMatchObject({
      status: 429,
      json: { reason: 'too_many_connections' },
    })
    const socket = { ...ALICE, connection: 'upgrade', upgrade: 'websocket' }
    expect((await gate.try({ method: 'GET', headers: socket })).status).toBe(429)
    expect((await gate.try({ headers: GOING_ON })).status).toBe(200)
    expect((await gate.try({ method: 'GET', headers: GOING_ON })).status).toBe(200)
    first?.()
    expect((await gate.try({ headers: ALICE })).status).toBe(200)
  })
})

test('the checks come in their order: the host before the origin, before the wait, before the token, before the path', async () => {
  await using gate = await openGate()
  const wrong = { ...bearer('wrong'), origin: 'http://evil.example' }
  expect((await gate.try({ path: '/x', headers: { ...wrong, host: 'evil.example' } })).status).toBe(421)
  expect((await gate.try({ path: '/x', headers: wrong })).status).toBe(403)
  for (let index = 0; index < 5; index++)
    expect((await gate.try({ path: '/x', headers: bearer('wrong') })).status).toBe(401)
  expect((await gate.try({ path: '/x', headers: bearer('wrong') })).status).toBe(429)
})

test('health says ok to anybody and nothing else to anybody', async () => {
  await using gate = await openGate()
  const healthy = await gate.try({ method: 'GET', path: '/healthz', headers: { host: '10.1.2.3' } })
  expect(healthy).toMatchObject({ status: 200, text: 'ok' })
  for (const name of ['server', 'x-powered-by', 'via']) expect(healthy.headers[name]).toBeUndefined()
  expect((await gate.try({ method: 'POST', path: '/healthz' })).status).toBe(401)
  expect((await gate.try({ method: 'GET', path: '/healthz?x' })).status).toBe(401)
})

test('who came and who was refused is written down, with the word and its id, and no token', async () => {
  await using gate = await openGate()
  await gate.tryOwner()
  await gate.tryOwner({ headers: { 'acp-connection-id': 'c' } })
  await gate.try({ headers: bearer('a-wrong-token') })
  const read = (name: string) => readFile(join(gate.folder, 'state/audit', name), 'utf8')
  const came = await read('audit.ndjson')
  const refused = await read('refusals.ndjson')
  expect(
    came
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toMatchObject([
    { event: 'token_made', principal: 'owner' },
    { event: 'came', principal: 'owner', credential: 'owner', agent: 'main', address: '127.0.0.1' },
  ])
  expect(JSON.parse(refused)).toMatchObject({
    ...{ event: 'refused', reason: 'unauthorized', status: 401, address: '127.0.0.1' },
    correlationId: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  expect(came + refused).not.toContain('a-wrong-token')
  expect(came + refused).not.toContain(gate.guard.owner?.token)
})
