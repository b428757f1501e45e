import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scopesOf } from '../config/scope.js'
import type { GatewayCaller } from './caller.js'
import { configIn, type Gate, openGate, type Reply, TOKENS } from './gate.fixture.js'
import { openGuard } from './open-guard.js'
import { PageKey } from './page-key.fixture.js'
import { addToken, listTokens, revokeToken, rotateOwnerToken } from './token-store.js'

const JSON_TYPE = { 'content-type': 'application/json' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function ask(
  gate: Gate,
  fields: object = {},
  headers: Record<string, string> = bearer(TOKENS.alice),
): Promise<Reply> {
  return gate.try({
    path: '/auth/ticket',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(fields),
  })
}

function exchange(gate: Gate, fields: object, headers: Record<string, string> = {}): Promise<Reply> {
  return gate.try({
    path: '/auth/exchange',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(fields),
  })
}

async function ticketOf(gate: Gate, fields: object = {}): Promise<string> {
  const { status, json } = await ask(gate, fields)
  expect(status).toBe(201)
  expect(json.expiresIn).toBe(30)
  return json.ticket
}

describe('a ticket', () => {
  test('is exchanged for a token that lasts twelve hours and does no more than was wished', async () => {
    await using gate = await openGate()
    const ticket = await ticketOf(gate, { role: 'viewer', session: 'the-session', name: 'Guest' })
    const answer = await exchange(gate, { ticket })
    expect(answer).toMatchObject({
      status: 200,
      json: { expiresIn: 43_200, scopes: ['session.read'], session: 'the-session' },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const caller = await gate.try({ headers: bearer(answer.json.token) })
    expect(caller.json).toMatchObject({
      principal: 'alice',
      name: 'Guest',
      scopes: ['session.read'],
      session: 'the-session',
    })
    gate.clock.now += 43_200_000
    expect((await gate.try({ headers: bearer(answer.json.token) })).status).toBe(401)
  })

  test('is good once, also for two who come at the same time', async () => {
    await using gate = await openGate()
    const ticket = await ticketOf(gate)
    const answers = await Promise.all([exchange(gate, { ticket }), exchange(gate, { ticket })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await exchange(gate, { ticket })).status).toBe(401)
  })

  test('is good for thirty seconds', async () => {
    await using gate = await openGate()
    const [early, late] = [await ticketOf(gate), await ticketOf(gate)]
    gate.clock.now += 29_999
    expect((await exchange(gate, { ticket: early })).status).toBe(200)
    gate.clock.now += 1
    expect((await exchange(gate, { ticket: late })).status).toBe(401)
  })

  test('is worth nothing when its maker is not there any more, and neither is what it was exchanged for', async () => {
    await using gate = await openGate()
    const state = join(gate.folder, 'state')
    const owner = bearer(gate.guard.owner?.token ?? '')
    const used = (await ask(gate, { role: 'admin' }, owner)).json.ticket
    const unused = (await ask(gate, {}, owner)).json.ticket
    const { token } = (await exchange(gate, { ticket: used })).json
    expect((await gate.try({ headers: bearer(token) })).status).toBe(200)
    await rotateOwnerToken(state)
    expect((await gate.try({ headers: bearer(token) })).status).toBe(401)
    expect((await exchange(gate, { ticket: unused })).status).toBe(401)
  })

  test('gives no more than its maker has, and a guest makes none', async () => {
    await using gate = await openGate()
    expect(await ask(gate, { role: 'admin' })).toMatchObject({ status: 403, json: { error: 'forbidden' } })
    expect((await ask(gate, { role: 'editor' }, bearer(TOKENS.viewer))).status).toBe(403)
    expect((await ask(gate, { role: 'viewer' }, bearer(TOKENS.viewer))).status).toBe(201)
    const ticket = await ticketOf(gate, { role: 'editor', session: 's' })
    const { token } = (await exchange(gate, { ticket })).json
    expect((await ask(gate, { session: 's' }, bearer(token))).status).toBe(403)
  })

  test('is no token, and a token is no ticket', async () => {
    await using gate = await openGate()
    expect((await gate.try({ headers: bearer(await ticketOf(gate)) })).status).toBe(401)
    expect((await exchange(gate, { ticket: TOKENS.alice })).status).toBe(401)
  })

  test('that is wrong is a wrong token: five, and the address waits', async () => {
    await using gate = await openGate()
    for (let index = 0; index < 5; index++)
      expect((await exchange(gate, { ticket: 'wrong' })).status).toBe(401)
    const waiting = await exchange(gate, { ticket: 'wrong' })
    expect(waiting).toMatchObject({ status: 429, json: { error: 'too_many_failures' } })
    expect(waiting.headers['retry-after']).toBe('60')
  })

  test('that is good does not wait for wrong ones, beside which every other word is the same', async () => {
    await using gate = await openGate()
    const [first, second] = [await ticketOf(gate), await ticketOf(gate)]
    for (let index = 0; index < 5; index++) await exchange(gate, { ticket: 'wrong' })
    expect((await exchange(gate, { ticket: first })).status).toBe(200)
    const others = [{ ticket: first }, { ticket: 'wrong' }, {}, { ticket: second, as: 'page' }]
    for (const fields of others)
      expect(await exchange(gate, fields)).toMatchObject({
        status: 429,
        json: { error: 'too_many_failures' },
      })
    const typed = await exchange(gate, { ticket: second }, { 'content-type': 'text/plain' })
    expect(typed).toMatchObject({ status: 429, json: { error: 'too_many_failures' } })
    expect((await exchange(gate, { ticket: second })).status).toBe(200)
  })

  test('where none waits nothing is read of whoever must wait themselves', async () => {
    await using gate = await openGate()
    for (let index = 0; index < 5; index++) await exchange(gate, { ticket: 'wrong' })
    const half = request({
      ...{ port: gate.port, host: '127.0.0.1', method: 'POST', path: '/auth/exchange' },
      headers: { ...JSON_TYPE, 'content-length': 100 },
    }).on('error', () => {})
    half.flushHeaders()
    const [answer] = await once(half, 'response')
    expect(answer.statusCode).toBe(429)
    half.destroy()
  })

  test('counts its strangers, whatever they say: ten a minute, and a good one is still good', async () => {
    await using gate = await openGate()
    const ticket = await ticketOf(gate)
    const answers = [{ host: 'evil.example' }, { origin: 'null' }, { 'content-type': 'text/plain' }]
    const statuses: number[] = []
    for (const headers of answers) statuses.push((await exchange(gate, {}, headers)).status)
    for (let index = 0; index < 7; index++) statuses.push((await exchange(gate, {})).status)
    expect(statuses).toEqual([421, 403, 415, 400, 400, 400, 400, 400, 400, 400])
    const waiting = await exchange(gate, {})
    expect(waiting).toMatchObject({ status: 429, json: { error: 'too_many_strangers' } })
    expect(waiting.headers['retry-after']).toBe('6')
    expect((await exchange(gate, {}, { host: 'evil.example' })).status).toBe(429)
    expect((await gate.try({ method: 'GET', path: '/auth/exchange' })).status).toBe(429)
    expect((await exchange(gate, { ticket })).status).toBe(200)
    expect((await gate.try({ headers: bearer(TOKENS.alice) })).status).toBe(200)
  })

  test('of one maker become so many tokens, and none of them takes the place of one that a person makes', async () => {
    await using gate = await openGate()
    const folder = join(gate.folder, 'state')
    const wish = { principal: 'alice', scopes: scopesOf('viewer') }
    const derived = { ...wish, parent: 'a'.repeat(64) }
    for (let index = 0; index < 32; index++) await addToken(folder, { ...derived, name: `pass-${index}` })
    await expect(addToken(folder, { ...derived, name: 'pass-32' })).rejects.toMatchObject({
      reason: 'too_many_tokens',
    })
    await addToken(folder, { ...derived, parent: 'b'.repeat(64), name: 'other' })
    expect(await addToken(folder, { ...wish, name: 'laptop' })).toMatch(/^parley_/)
  })

  test('waits in a bounded number', async () => {
    await using gate = await openGate()
    for (let index = 0; index < 32; index++) await ticketOf(gate)
    expect(await ask(gate)).toMatchObject({ status: 429, json: { error: 'too_many_tickets' } })
    gate.clock.now += 30_000
    expect((await ask(gate)).status).toBe(201)
  })
})

describe('the exchanges', () => {
  test('are POST only, and never an address', async () => {
    await using gate = await openGate()
    const ticket = await ticketOf(gate)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const refused = await gate.try({ method, path: '/auth/exchange', headers: JSON_TYPE })
      expect(refused).toMatchObject({ status: 405, json: { error: 'method_not_allowed' } })
      expect(refused.headers.allow).toBe('POST')
    }
    expect((await gate.try({ method: 'GET', path: `/auth/exchange?ticket=${ticket}` })).status).toBe(405)
    expect(
      (await gate.try({ path: `/auth/exchange?ticket=${ticket}`, headers: JSON_TYPE, body: '{}' })).status,
    ).toBe(400)
    expect((await exchange(gate, { ticket })).status).toBe(200)
  })

  test('know Host and Origin like everything else, and take nothing that a form can send', async () => {
    await using gate = await openGate()
    const ticket = await ticketOf(gate)
    expect((await exchange(gate, { ticket }, { host: 'evil.example' })).status).toBe(421)
    expect((await exchange(gate, { ticket }, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await exchange(gate, { ticket }, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await exchange(gate, { ticket })).status).toBe(200)
  })

  test.each(['[]', 'x', '{"ticket":5}', '{"ticket":"x","as":"page"}', '{"__proto__":{"ticket":"x"}}'])(
    '%s is no request',
    async body => {
      await using gate = await openGate()
      const refused = await gate.try({ path: '/auth/exchange', headers: JSON_TYPE, body })
      expect(refused).toMatchObject({ status: 400, json: { error: 'bad_request' } })
      expect(Object.keys(refused.json).sort()).toEqual(['correlationId', 'error'])
    },
  )

  test.each([{ role: 'king' }, { session: '' }, { session: 's'.repeat(257) }, { name: '<b>' }, { name: 5 }])(
    '%j is no ticket',
    async fields => {
      await using gate = await openGate()
      expect((await ask(gate, fields)).status).toBe(400)
    },
  )

  test('read no more than a few kilobytes, and nothing of a stranger', async () => {
    await using gate = await openGate()
    const body = JSON.stringify({ ticket: 'x'.repeat(100_000) })
    const large = await gate.try({ path: '/auth/exchange', headers: JSON_TYPE, body })
    expect(large).toMatchObject({ status: 413, json: { error: 'too_large' } })
    expect((await gate.try({ path: '/auth/ticket', headers: JSON_TYPE, body: '{}' })).status).toBe(401)
  })
})

describe('a cookie', () => {
  async function signIn(
    gate: Gate,
    headers: Record<string, string> = {},
    key = new PageKey(),
  ): Promise<{ cookie: string; whole: string }> {
    const ticket = await ticketOf(gate, { role: 'editor' })
    const {
      status,
      json,
      headers: answered,
    } = await exchange(gate, { ticket, as: 'cookie', key: key.name }, headers)
    expect(status).toBe(200)
    expect(json.token).toBeUndefined()
    const whole = answered['set-cookie']?.[0] ?? ''
    return { whole, cookie: whole.split(';')[0] ?? '' }
  }

  test('is out of reach of scripts and other sites, and names no host prefix without TLS', async () => {
    await using gate = await openGate()
    const { whole } = await signIn(gate)
    expect(whole).toMatch(
      new RegExp(`^parley-${gate.port}=parley_[\\w-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict$`),
    )
  })

  test('has its prefix and Secure behind TLS', async () => {
    await using gate = await openGate({ trustedProxies: ['127.0.0.1'], hosts: ['acp.example.org'] })
    const proxied = {
      host: 'acp.example.org',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    }
    const { whole, cookie } = await signIn(gate, proxied)
    expect(whole).toMatch(/^__Host-parley=\S+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/)
    expect((await gate.try({ headers: { ...proxied, cookie, 'x-parley-csrf': '1' } })).json).toMatchObject({
      principal: 'alice',
    })
    // What was set behind TLS is no cookie without it.
    expect((await gate.try({ headers: { cookie, 'x-parley-csrf': '1' } })).status).toBe(401)
  })

  test('needs the header that only our own pages can send', async () => {
    await using gate = await openGate()
    const { cookie } = await signIn(gate)
    expect(await gate.try({ headers: { cookie } })).toMatchObject({
      status: 403,
      json: { reason: 'csrf_required' },
    })
    expect((await gate.try({ headers: { cookie, 'x-parley-csrf': '1' } })).json).toMatchObject({
      principal: 'alice',
    })
  })

  test('on a socket, which cannot have the header, needs our origin', async () => {
    await using gate = await openGate()
    const origin = `http://localhost:${gate.port}`
    const { cookie } = await signIn(gate, { origin })
    const socket = { cookie, connection: 'upgrade', upgrade: 'websocket' }
    expect((await gate.try({ method: 'GET', headers: socket })).status).toBe(403)
    expect((await gate.try({ method: 'GET', headers: { ...socket, 'x-parley-csrf': '1' } })).status).toBe(403)
    const own = { ...socket, origin }
    expect((await gate.try({ method: 'GET', headers: own })).status).toBe(200)
  })

  test('is no bearer token, a bearer token is no cookie, and two of a name are none', async () => {
    await using gate = await openGate()
    const { cookie } = await signIn(gate)
    const [name = '', value = ''] = cookie.split('=')
    expect((await gate.try({ headers: bearer(value) })).status).toBe(401)
    const csrf = { 'x-parley-csrf': '1' }
    expect((await gate.try({ headers: { ...csrf, cookie: `${name}=${TOKENS.alice}` } })).status).toBe(401)
    expect((await gate.try({ headers: { ...csrf, cookie: `${cookie}; ${name}=other` } })).status).toBe(401)
    expect((await gate.try({ headers: { ...csrf, cookie: `a=b; ${cookie}; c=d` } })).status).toBe(200)
  })

  test('is given for a key only, and a ticket that came without one is still good', async () => {
    await using gate = await openGate()
    const ticket = await ticketOf(gate, { role: 'editor' })
    const { name } = new PageKey()
    const flipped = Buffer.from(name, 'base64url').fill(1, 40).toString('base64url')
    const compressed = Buffer.from(name, 'base64url').subarray(0, 33).toString('base64url')
    for (const key of [undefined, '', 1, {}, `${name}=`, name.slice(1), compressed, flipped])
      expect([key, (await exchange(gate, { ticket, as: 'cookie', key })).status]).toEqual([key, 400])
    expect((await exchange(gate, { ticket, as: 'cookie', key: name })).status).toBe(200)
  })

  test.each(['key', 'origin'])('of an edition that bound it to no %s is worth nothing', async name => {
    await using gate = await openGate()
    const { cookie } = await signIn(gate)
    const headers = { cookie, 'x-parley-csrf': '1' }
    const path = join(gate.folder, 'state/tokens.json')
    const text = await readFile(path, 'utf8')
    const without = text.replace(new RegExp(`,\\s*"${name}": "[^"]+"`), '')
    expect(without).not.toBe(text)
    await writeFile(path, without, { mode: 0o600 })
    expect((await gate.try({ headers })).status).toBe(401)
  })

  test('counts at the origin that it was given to: not at another name or port, and there again as before', async () => {
    await using gate = await openGate()
    const { cookie } = await signIn(gate, { origin: `http://localhost:${gate.port}` })
    const own = { cookie, 'x-parley-csrf': '1' }
    const other = { ...own, origin: `http://127.0.0.1:${gate.port}` }
    const refused = { status: 403, json: { reason: 'other_address' } }
    expect((await gate.try({ headers: own })).status).toBe(200)
    expect(await gate.try({ headers: other })).toMatchObject(refused)
    const port = gate.port === 65_535 ? 65_534 : gate.port + 1
    const moved = { ...own, host: `127.0.0.1:${port}`, cookie: cookie.replace(`-${gate.port}=`, `-${port}=`) }
    gate.guard.listensAt(port)
    for (let index = 0; index < 6; index++) expect(await gate.try({ headers: moved })).toMatchObject(refused)
    gate.guard.listensAt(gate.port)
    expect((await gate.try({ headers: own })).status).toBe(200)
  })

  test('behind a proxy counts at the public origin, which the page is at and signs', async () => {
    const origin = 'https://acp.example.org'
    const more = { trustedProxies: ['127.0.0.1'], hosts: ['inside.example.org'], origins: [origin] }
    await using gate = await openGate(more)
    const proxied = {
      ...{ host: 'inside.example.org', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
    }
    const key = new PageKey()
    const { cookie } = await signIn(gate, { ...proxied, origin }, key)
    const own = { ...proxied, cookie, 'x-parley-csrf': '1' }
    // A browser says no origin where it only reads.
    expect((await gate.try({ method: 'GET', headers: own })).status).toBe(200)
    const headers = { ...JSON_TYPE, ...own, origin }
    const asking = async (name: string): Promise<number> => {
      const { json } = await gate.try({ path: '/auth/challenge', headers, body: '{}' })
      return (await ask(gate, { proof: key.sign(json.challenge, name) }, headers)).status
    }
    expect([await asking('https://inside.example.org'), await asking(origin)]).toEqual([403, 201])
    // Who says no origin and calls a name that no page is at gets no cookie.
    const ticket = await ticketOf(gate)
    expect((await exchange(gate, { ticket, as: 'cookie', key: key.name }, proxied)).status).toBe(400)
  })

  test('makes a ticket with a proof alone, and each proof counts once', async () => {
    await using gate = await openGate()
    const key = new PageKey()
    const { cookie } = await signIn(gate, {}, key)
    const own = { cookie, 'x-parley-csrf': '1' }
    expect(await ask(gate, {}, own)).toMatchObject({ status: 403, json: { error: 'proof_required' } })
    const path = '/auth/challenge'
    const asked = await gate.try({ path, headers: { ...JSON_TYPE, ...own }, body: '{}' })
    expect(asked.json).toMatchObject({ key: key.name, expiresIn: 30 })
    const origin = `http://127.0.0.1:${gate.port}`
    const proof = key.sign(asked.json.challenge, origin)
    expect((await ask(gate, { proof: new PageKey().sign(asked.json.challenge, origin) }, own)).status).toBe(
      403,
    )
    expect((await ask(gate, { proof }, own)).status).toBe(201)
    expect((await ask(gate, { proof }, own)).status).toBe(403)
    const other = (await gate.try({ path, headers: { ...JSON_TYPE, ...own }, body: '{}' })).json.challenge
    gate.clock.now += 30_000
    expect((await ask(gate, { proof: key.sign(other, origin) }, own)).status).toBe(403)
    const bearing = { ...JSON_TYPE, ...bearer(TOKENS.alice) }
    expect((await gate.try({ path, headers: bearing, body: '{}' })).status).toBe(403)
  })

  test('is given back by leaving, and opens nothing from then on', async () => {
    await using gate = await openGate()
    const { cookie } = await signIn(gate)
    const headers = { ...JSON_TYPE, cookie, 'x-parley-csrf': '1' }
    const left = await gate.try({ path: '/auth/leave', headers })
    expect(left.status).toBe(200)
    expect(left.headers['set-cookie']?.[0]).toMatch(/=; Path=\/; Max-Age=0;/)
    expect((await gate.try({ headers })).status).toBe(401)
    expect(
      (await gate.try({ path: '/auth/leave', headers: { ...JSON_TYPE, ...bearer(TOKENS.alice) } })).status,
    ).toBe(403)
  })
})

test('a ticket for a session is one for its agent: the same id is another session elsewhere', async () => {
  await using gate = await openGate()
  const reach = async (wish: object): Promise<readonly number[]> => {
    const { token, agent } = (await exchange(gate, { ticket: await ticketOf(gate, wish) })).json
    const paths = ['/acp', '/acp/main', '/acp/other', `/acp/${agent}`]
    return await Promise.all(
      paths.map(async path => (await gate.try({ path, headers: bearer(token) })).status),
    )
  }
  expect(await reach({ session: 's' })).toEqual([200, 200, 404, 200])
  expect(await reach({ session: 's', agent: 'other' })).toEqual([404, 404, 200, 200])
  expect(await reach({})).toEqual([200, 200, 200, 404])
  for (const agent of ['nobody', 5]) expect((await ask(gate, { session: 's', agent })).status).toBe(400)
  // Bob reaches one agent, and his guests no other.
  expect((await ask(gate, { session: 's', agent: 'main' }, bearer(TOKENS.bob))).status).toBe(400)
  expect((await ask(gate, { session: 's', agent: 'other' }, bearer(TOKENS.bob))).status).toBe(201)
})

test('the gateway itself makes tickets: of the owner at its start, of a caller who hands on its session', async () => {
  await using gate = await openGate()
  const own = gate.guard.makeTicket({ role: 'admin' }) ?? ''
  expect((await exchange(gate, { ticket: own })).json.scopes).toContain('admin')
  const headers: Record<string, string> = { host: `localhost:${gate.port}`, ...bearer(TOKENS.alice) }
  const asking = {
    method: 'GET',
    target: '/acp',
    address: '127.0.0.1',
    isEncrypted: false,
    wantsSocket: false,
  }
  const caller = gate.guard.authorize({ ...asking, header: name => headers[name] }) as GatewayCaller
  const handed = gate.guard.makeTicket({ role: 'editor', session: 's' }, caller) ?? ''
  expect((await exchange(gate, { ticket: handed })).json).toMatchObject({ session: 's' })
  expect(gate.guard.makeTicket({ role: 'admin' }, caller)).toBeUndefined()
  expect(gate.guard.makeTicket({}, { ...caller })).toBeUndefined()
  headers.authorization = `Bearer ${gate.guard.owner?.token}`
  const owner = gate.guard.authorize({ ...asking, header: name => headers[name] }) as GatewayCaller
  expect(gate.guard.makeTicket({}, owner)).toBeDefined()
  await rotateOwnerToken(join(gate.folder, 'state'))
  expect(gate.guard.makeTicket({}, owner)).toBeUndefined()
  expect(gate.guard.makeTicket()).toBeDefined()
})

test('what was handed on outlives the gateway that did it, and the token of the owner is made once', async () => {
  await using gate = await openGate()
  const { token } = (await exchange(gate, { ticket: await ticketOf(gate, { session: 's' }) })).json
  const later = await openGuard(configIn(gate.folder))
  later.listensAt(gate.port)
  const headers: Record<string, string> = { host: `localhost:${gate.port}`, ...bearer(token) }
  const asking = {
    method: 'GET',
    target: '/acp',
    address: '127.0.0.1',
    isEncrypted: false,
    wantsSocket: false,
  }
  expect(later.authorize({ ...asking, header: name => headers[name] })).toMatchObject({ session: 's' })
  expect(later.owner).toMatchObject({ token: gate.guard.owner?.token, isNew: false })
  later.close()
})

test('what was handed on is kept as a hash, can be listed and taken back by its name, and is in the audit log', async () => {
  await using gate = await openGate()
  const state = join(gate.folder, 'state')
  const ticket = await ticketOf(gate, { role: 'editor', session: 'a-long-session-id', name: 'Guest' })
  const { token } = (await exchange(gate, { ticket })).json
  const [listed] = listTokens(state)
  expect(listed).toMatchObject({ principal: 'alice', label: 'Guest', session: 'a-long-session-id' })
  expect(listed?.scopes).toEqual([...scopesOf('editor')])
  const name = listed?.name ?? ''
  await revokeToken(state, name)
  expect((await gate.try({ headers: bearer(token) })).status).toBe(401)
  for (const event of ['token_made', 'token_revoked'])
    expect(await readFile(join(state, 'audit/audit.ndjson'), 'utf8')).toMatch(
      new RegExp(`"${event}".*"${name}"`),
    )
  const files = ['audit/audit.ndjson', 'audit/refusals.ndjson', 'tokens.json']
  const texts = await Promise.all(files.map(name => readFile(join(state, name), 'utf8')))
  for (const secret of [ticket, token, TOKENS.alice]) expect(texts.join('')).not.toContain(secret)
  const events = texts[0]
    ?.trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'ticket_made', credential: 'alice', session: 'a-long-s…' }),
  )
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'ticket_used', scopes: 'session.read session.write permission.answer' }),
  )
})

test('whoever exchanges a ticket is told what the pass is good for, not what the ticket once was', async () => {
  await using gate = await openGate()
  const state = join(gate.folder, 'state')
  const maker = await addToken(state, { name: 'desk', principal: 'alice', scopes: scopesOf('editor') })
  const { json } = await ask(gate, { role: 'editor', session: 's' }, bearer(maker))
  const path = join(state, 'tokens.json')
  const kept = await readFile(path, 'utf8')
  await writeFile(path, kept.replace(/"scopes":\s*\[[^\]]*\]/, '"scopes":["session.read"]'))
  const pass = (await exchange(gate, { ticket: json.ticket })).json
  expect(pass.scopes).toEqual(['session.read'])
  expect((await gate.try({ headers: bearer(pass.token) })).json.scopes).toEqual(['session.read'])
})
