import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { type Gateway, gateway } from '../gateway.js'
import { agentNamed, configIn } from '../guard/gate.fixture.js'
import { AGENT, type Opened } from '../serving/gate.fixture.js'
import { get, makePage, openPage } from './page.fixture.js'

const CSRF = { 'x-parley-csrf': '1' }

/** As a page does it with what stands behind `#ticket=` in its address: the cookie, as a browser sends it back. */
async function enter(opened: Gateway, ticket = opened.makeTicket({ role: 'editor' })): Promise<string> {
  const answer = await fetch(`${opened.url}/auth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: opened.url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ ticket, as: 'cookie' }),
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

test('a ticket opens once, and what it opened can be left', async () => {
  const { gateway: opened } = await openPage()
  const ticket = opened.makeTicket({ role: 'editor' })
  const cookie = await enter(opened, ticket)
  const headers = { 'content-type': 'application/json', origin: opened.url }
  const again = await fetch(`${opened.url}/auth/exchange`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ ticket, as: 'cookie' }) },
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
  const cookie = await enter(first.gateway)
  const { port } = first.gateway
  await first.gateway.close(0)
  const main = { ...agentNamed('main'), command: process.execPath, args: [AGENT] }
  const config = { ...configIn(first.folder), port, agents: new Map([['main', main]]) }
  const second = await gateway({ config, page: await makePage() })
  onTestFinished(() => second.close(0))
  expect(second.port).toBe(port)
  expect((await get({ gateway: second }, '/')).status).toBe(200)
  expect(await knock(second, { cookie, origin: second.url })).toBe(101)
})
