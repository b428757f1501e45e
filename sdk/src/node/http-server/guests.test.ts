import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import type { Asking, Caller, EndpointOptions, Refusal, Serving } from '../../transport/index.js'
import { http1, http2, opening, RawClient, type Wire } from './raw-client.fixture.js'
import { echoAgent, type Served, servingOf, start } from './served-agent.fixture.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

interface Guests {
  readonly served: Served
  readonly asked: object[]
  readonly revocations: Map<string, AbortController>
}

/** A house where the token is the name of the guest, and nobody else is let in. */
async function house(
  options: EndpointOptions & { readonly isSecure?: boolean; readonly isSlow?: boolean } = {},
  more: Partial<Serving> = {},
): Promise<Guests> {
  const { isSlow, ...rest } = options
  const asked: object[] = []
  const revocations = new Map<string, AbortController>()
  const judge = (asking: Asking): Caller | Refusal => {
    const { method, target, address, isEncrypted, wantsSocket } = asking
    asked.push({ method, target, address, isEncrypted, wantsSocket, origin: asking.header('origin') })
    const principal = /^Bearer (\w+)$/.exec(asking.header('authorization') ?? '')?.[1]
    if (principal === undefined || revocations.get(principal)?.signal.aborted)
      return { status: 401, reason: 'unauthorized', headers: { 'www-authenticate': 'Bearer' } }
    const revocation = revocations.get(principal) ?? new AbortController()
    revocations.set(principal, revocation)
    return { principal, revoked: revocation.signal }
  }
  const authorize = isSlow ? async (asking: Asking) => judge(asking) : judge
  const served = await start({ ...servingOf(echoAgent()), ...more, authorize }, rest)
  ending.push(() => served.server.close())
  return { served, asked, revocations }
}

function guest({ url }: Served, name: string, toWire: (url: string) => Wire = http1): RawClient {
  const wire = toWire(url)
  ending.push(() => wire.close())
  return new RawClient(wire, name === '' ? {} : { authorization: `Bearer ${name}` })
}

test.each([[false], [true]])(
  'a stranger is refused every method before a byte of its body is read (slowly: %s)',
  async isSlow => {
    const { served, asked } = await house({ isSlow })
    const stranger = guest(served, '')
    const endless = new Readable({ read() {} })
    endless.push('{')
    for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT', 'HEAD']) {
      const { status, headers, text } = await stranger.ask({
        method,
        headers: { origin: 'https://evil.example' },
      })
      expect([method, status]).toEqual([method, 401])
      expect(headers['www-authenticate']).toBe('Bearer')
      expect(Object.keys(headers).join()).not.toContain('access-control')
      if (method !== 'HEAD') expect(Object.keys(JSON.parse(text))).toEqual(['error', 'correlationId'])
    }
    const { status, cut } = await stranger.wire.send({ method: 'POST', body: endless })
    expect(status).toBe(401)
    cut()
    expect(asked).toHaveLength(7)
  },
)

test('whoever is asked sees the request as it came', async () => {
  const { served, asked } = await house({ isSecure: true })
  const client = guest(served, 'ann', http2)
  await client.post(opening(), { origin: 'https://evil.example' })
  expect(asked).toEqual([
    {
      method: 'POST',
      target: '/acp',
      address: '127.0.0.1',
      isEncrypted: true,
      wantsSocket: false,
      origin: 'https://evil.example',
    },
  ])
})

test("another principal's connections and sessions do not exist", async () => {
  const { served } = await house()
  const ann = guest(served, 'ann')
  const eve = guest(served, 'eve')
  const { sessionId, own } = await ann.begin()
  await eve.initialize()
  expect(await eve.get({ 'acp-session-id': sessionId })).toBe(404)
  eve.connection = ann.connection
  expect((await eve.say({ method: '_x/y' } as object)).status).toBe(404)
  expect(await eve.get({ 'last-event-id': own.lastId ?? 'e.0' })).toBe(404)
  expect((await eve.ask({ method: 'DELETE', headers: eve.named })).status).toBe(404)
  expect((await ann.say({ method: '_x/y' } as object)).status).toBe(202)
})

test('a session that the same principal opened on another connection can be listened to', async () => {
  const { served } = await house()
  const { sessionId } = await guest(served, 'ann').begin()
  const again = guest(served, 'ann')
  await again.initialize()
  expect(await again.get({ 'acp-session-id': sessionId })).toBeInstanceOf(Object)
})

test('a session that somebody vouches for can be listened to, by whom they vouch for it', async () => {
  const knowsSession = async (session: string, { principal }: Caller) =>
    session === 'old' && principal === 'ann'
  const { served } = await house({}, { knowsSession })
  const [ann, eve] = [guest(served, 'ann'), guest(served, 'eve')]
  await ann.initialize()
  await eve.initialize()
  expect(await ann.get({ 'acp-session-id': 'old' })).toBeInstanceOf(Object)
  expect(await ann.get({ 'acp-session-id': 'other' })).toBe(404)
  expect(await eve.get({ 'acp-session-id': 'old' })).toBe(404)
})

test('of two who come back at the same time the later one is heard, however long the question of who knows takes', async () => {
  const answers: ((isKnown: boolean) => void)[] = []
  const knowsSession = () => new Promise<boolean>(resolve => answers.push(resolve))
  const { served } = await house({}, { knowsSession })
  const ann = guest(served, 'ann')
  await ann.initialize()
  const header = { 'acp-session-id': 'old', 'last-event-id': 'x.0' }
  const first = ann.get(header)
  await expect.poll(() => answers.length).toBe(1)
  const second = ann.get(header)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(true)
  expect(await second).toBeInstanceOf(Object)
  answers[0]?.(true)
  expect(await first).toBe(409)
})

test('whoever is no longer welcome loses its streams and its connection at once, and nobody else does', async () => {
  const { served, revocations } = await house()
  const ann = guest(served, 'ann')
  const bob = guest(served, 'bob')
  const hers = await ann.begin()
  const his = await bob.begin()
  revocations.get('ann')?.abort()
  await Promise.all([hers.own.ended, hers.session.ended])
  expect((await ann.say({ method: '_x/y' } as object)).status).toBe(401)
  revocations.delete('ann')
  expect((await ann.say({ method: '_x/y' } as object)).status).toBe(404)
  await bob.prompt(1, his.sessionId, 'still here')
  await his.session.until(({ id }) => id === 1)
})

test('whoever leaves leaves nothing behind at its leave, which outlives it', async () => {
  const { served, revocations } = await house()
  const ann = guest(served, 'ann')
  const { own, session } = await ann.begin()
  const signal = revocations.get('ann')?.signal ?? AbortSignal.abort()
  expect(getEventListeners(signal, 'abort').length).toBeGreaterThan(0)
  expect((await ann.ask({ method: 'DELETE', headers: ann.named })).status).toBe(202)
  await Promise.all([own.ended, session.ended])
  await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(0)
})

test('a body that arrives after its sender was sent away is not taken', async () => {
  const { served, revocations } = await house()
  const ann = guest(served, 'ann')
  await ann.initialize()
  const body = new Readable({ read() {} })
  body.push('{"jsonrpc":"2.0",')
  const headers = { 'content-type': 'application/json', ...ann.named }
  const posted = ann.ask({ method: 'POST', headers, body })
  await new Promise(resolve => setTimeout(resolve, 50))
  revocations.get('ann')?.abort()
  body.push('"method":"_x/y"}')
  body.push(null)
  expect((await posted).status).toBe(401)
})

test('one principal has its share of connections, and no more', async () => {
  const { served } = await house({ limits: { connectionsPerPrincipal: 2 } })
  const ann = guest(served, 'ann')
  await ann.initialize()
  await ann.initialize()
  const third = await ann.post(opening())
  expect([third.status, third.headers['retry-after']]).toEqual([429, '5'])
  expect((await guest(served, 'bob').post(opening())).status).toBe(200)
})

test('a judge who falls over lets nobody in', async () => {
  const serving: Serving = {
    ...servingOf(echoAgent()),
    authorize: () => {
      throw new Error('hunter2')
    },
  }
  const { server, url } = await start(serving)
  ending.push(() => server.close())
  const { status, text } = await new RawClient(http1(url)).post(opening())
  expect(status).toBe(500)
  expect(text).not.toContain('hunter2')
})
