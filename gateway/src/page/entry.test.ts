import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { type Gateway, gateway } from '../gateway.js'
import { agentNamed, configIn } from '../guard/gate.fixture.js'
import { openingWith, PageKey } from '../guard/page-key.fixture.js'
import { AGENT, type Opened } from '../serving/gate.fixture.js'
import { get, makePage, openPage } from './page.fixture.js'

const CSRF = { 'x-parley-csrf': '1' }

/** As a page does it with what stands behind `#ticket=` in its address: the cookie, as a browser sends it back. */
async function enter(
  opened: Gateway,
  ticket = opened.makeTicket({ role: 'editor' }),
  key = new PageKey(),
): Promise<string> {
  const answer = await fetch(`${opened.url}/auth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: opened.url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ ticket, as: 'cookie', key: key.name }),
  })
  expect(answer.status).toBe(200)
  expect(JSON.stringify(await answer.json())).not.toContain('parley_')
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(
    new RegExp(`^parley-${opened.port}=[^;]+; Path=/; Max-Age=43(?:200|199); HttpOnly; SameSite=Strict$`),
  )
  return cookie.split(';')[0] ?? ''
}

/** The status of an upgrade with these headers. */
function knock({ port }: Gateway, headers: Record<string, string>, path = '/acp/main'): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      resolve(101)
      socket.close()
    })
    socket.on('unexpected-response', (_, { statusCode = 0 }) => {
      resolve(statusCode)
      socket.terminate()
    })
    socket.on('error', reject)
  })
}

test('with the cookie of a ticket a socket of the page itself is let in, and of no other page', async () => {
  const { gateway: opened } = await openPage({
    strangers: { unauthenticatedPerMinute: 1_000, failedTokens: 5, backOffSeconds: 60 },
  })
  const cookie = await enter(opened)
  const { port, url } = opened
  expect(await knock(opened, { cookie, origin: url })).toBe(101)
  expect(await knock(opened, { cookie, origin: url }, '/acp')).toBe(101)
  const others = [
    ...[`http://127.0.0.1:${port + 1}`, 'http://127.0.0.1', `https://127.0.0.1:${port}`, 'null'],
    ...[`http://127.0.0.1.evil.example:${port}`, `http://evil.example:${port}`, `${url}/`],
  ]
  for (const origin of others)
    expect([origin, await knock(opened, { cookie, origin })]).toEqual([origin, 403])
  expect(await knock(opened, { cookie })).toBe(403)
  expect(await knock(opened, { origin: url })).toBe(401)
})

/** How a socket ends, or what is answered, after it has said this. */
function sayFirst({ port, url }: Gateway, cookie: string, text: string): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/acp`, { headers: { cookie, origin: url } })
  onTestFinished(() => socket.terminate())
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send(text))
    socket.on('message', data => resolve(String(data)))
    socket.on('close', (code, reason) => resolve(`${code} ${reason}`))
    socket.on('error', reject)
  })
}

test('the cookie alone opens nothing: each socket proves the key that it is bound to, with something fresh', async () => {
  const opened = await openPage()
  const { url } = opened.gateway
  const [key, other] = [new PageKey(), new PageKey()]
  const cookie = await enter(opened.gateway, undefined, key)
  const first = (text: string, own = cookie): Promise<string> => sayFirst(opened.gateway, own, text)
  expect(await first(openingWith())).toBe('1008 proof_required')
  expect(await first(openingWith(await other.prove(url, cookie)))).toBe('1008 proof_required')
  expect(await first(openingWith(key.sign('1.2.3', url)))).toBe('1008 proof_required')
  const proof = await key.prove(url, cookie)
  const greeting = await first(openingWith(proof))
  expect(JSON.parse(greeting)).toMatchObject({ id: 0, result: { protocolVersion: 1 } })
  expect(await first(openingWith(proof))).toBe('1008 proof_required')
  // What was asked for one cookie proves nothing of another, even with the same key.
  const second = await enter(opened.gateway, undefined, key)
  expect(await first(openingWith(await key.prove(url, cookie)), second)).toBe('1008 proof_required')
  const noted = await readFile(join(opened.folder, 'state/audit/refusals.ndjson'), 'utf8')
  expect(noted).toContain('proof_required')
  expect(noted).not.toContain(proof.challenge)
})

test('who knows the name of a connection goes on with it by a proof only, and over HTTP nothing opens without one', async () => {
  const opened = await openPage()
  const { url } = opened.gateway
  const key = new PageKey()
  const cookie = await enter(opened.gateway, undefined, key)
  const greeting = JSON.parse(
    await sayFirst(opened.gateway, cookie, openingWith(await key.prove(url, cookie))),
  )
  const { connectionId } = greeting.result._meta['parley.dev/delivery']
  const resume = (_meta: object): string => {
    const params = { connectionId, positions: [], _meta }
    return JSON.stringify({ jsonrpc: '2.0', id: 1, method: '_parley/connection/resume', params })
  }
  expect(await sayFirst(opened.gateway, cookie, resume({}))).toBe('1008 proof_required')
  const proven = resume({ 'parley.dev/proof': await key.prove(url, cookie) })
  expect(JSON.parse(await sayFirst(opened.gateway, cookie, proven))).toMatchObject({
    result: { received: 1 },
  })
  const post = (body: string): Promise<Response> =>
    fetch(`${url}/acp`, {
      ...{ method: 'POST', body },
      headers: { ...CSRF, cookie, origin: url, 'content-type': 'application/json' },
    })
  const refused = await post(openingWith())
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'proof_required' }])
  expect((await post(openingWith(await key.prove(url, cookie)))).status).toBe(200)
})

test('a ticket opens once, and what it opened can be left', async () => {
  const { gateway: opened } = await openPage()
  const ticket = opened.makeTicket({ role: 'editor' })
  const cookie = await enter(opened, ticket)
  const headers = { 'content-type': 'application/json', origin: opened.url }
  const again = await fetch(`${opened.url}/auth/exchange`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ ticket, as: 'cookie', key: new PageKey().name }) },
  })
  expect(again.status).toBe(401)
  const leave = (more: object) =>
    fetch(`${opened.url}/auth/leave`, { method: 'POST', headers: { ...headers, cookie, ...more } })
  expect((await leave({})).status).toBe(403)
  expect((await leave(CSRF)).status).toBe(200)
  expect(await knock(opened, { cookie, origin: opened.url })).toBe(401)
})

test('a cookie outlasts the gateway: after a restart on the same port it opens as before', async () => {
  const first: Opened = await openPage()
  const key = new PageKey()
  const cookie = await enter(first.gateway, undefined, key)
  const { port } = first.gateway
  await first.gateway.close(0)
  const main = { ...agentNamed('main'), command: process.execPath, args: [AGENT] }
  const config = { ...configIn(first.folder), port, agents: new Map([['main', main]]) }
  const second = await gateway({ config, page: await makePage() })
  onTestFinished(() => second.close(0))
  expect(second.port).toBe(port)
  expect((await get({ gateway: second }, '/')).status).toBe(200)
  expect(await knock(second, { cookie, origin: second.url })).toBe(101)
  const opening = openingWith(await key.prove(second.url, cookie))
  expect(JSON.parse(await sayFirst(second, cookie, opening))).toMatchObject({
    result: { protocolVersion: 1 },
  })
})
