import { createServer } from 'node:http'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { httpLinks } from '../../transport/index.js'
import type { LinkLost, Resumption } from '../../transport/remote/link.js'
import { neverReached } from '../../transport/remote/remote-state.js'
import { FarEnd, listening } from './far-end.fixture.js'
import { HeardLink, opening } from './heard-link.fixture.js'
import { nodeHttpCarrier } from './node-carrier.js'

const ends: AsyncDisposable[] = []
afterEach(async () => {
  // A link that takes leave of a server that is gone would wait for it.
  for (const end of ends.splice(0).reverse()) await end[Symbol.asyncDispose]()
})

type Answer = FarEnd['answer']
type Options = Parameters<typeof HeardLink.open>[0]

const start = async (answer?: Answer): Promise<FarEnd> => {
  const far = await FarEnd.start(answer)
  ends.push(far)
  return far
}

const open = async (far: FarEnd, options?: Partial<Options>, resumption?: Resumption): Promise<HeardLink> => {
  const heard = await HeardLink.open({ url: far.url, ...options }, resumption)
  ends.push(heard)
  return heard
}

const lossOf = (work: Promise<unknown>): Promise<LinkLost> =>
  work.then(
    () => Promise.reject(new Error('it was opened')),
    (error: LinkLost) => error,
  )

const kinds = (far: FarEnd): string[] =>
  far.seen.map(({ method, message, session }) => [method, message?.method, session].filter(Boolean).join(' '))

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (seen, response) =>
    seen.message?.method === 'tried' ? response.writeHead(code, headers).end('a secret of the server') : false

/** A server that numbers: its own stream begins with an event that says nothing but where it is. */
const numbered = async (answer: Answer = () => false): Promise<{ far: FarEnd; heard: HeardLink }> => {
  const far = await start(answer)
  const heard = await open(far)
  await far.until(() => far.streams.has(''))
  far.streams.get('')?.write('id: own.1\n\n')
  await expect.poll(() => heard.link.isRecoverable).toBe(true)
  return { far, heard }
}

describe('a connection', () => {
  test('is opened, listened to, and every stream of a session is there before its first message', async () => {
    const far = await start()
    const heard = await open(far)
    expect(heard.link.connectionId).toBe('c1')
    heard.request(1, 'tried', 's1')
    heard.notify('stopped', 's1')
    await far.until(() => far.posted().includes('stopped'))
    expect(kinds(far)).toEqual(['POST initialize', 'GET', 'GET s1', 'POST tried s1', 'POST stopped s1'])
    expect(far.seen.slice(1).every(({ connection }) => connection === 'c1')).toBe(true)
    expect(heard.arrivals[0]).toMatchObject({ message: { id: 0 } })
    expect(new Set(far.seen.map(({ key }) => key)).size).toBe(3)
  })

  test('opens the stream of a session as soon as an answer names it', async () => {
    const far = await start()
    const heard = await open(far)
    heard.request(1, 'made')
    await far.until(() => far.posted().includes('made'))
    far.tell('', { jsonrpc: '2.0', id: 1, result: { sessionId: 's9' } })
    await far.until(() => far.streams.has('s9'))
    far.tell('s9', { jsonrpc: '2.0', method: 'said', params: { sessionId: 's9' } })
    await heard.until(() => heard.messages.some(({ method }) => method === 'said'))
    expect(heard.arrivals.at(-1)).toMatchObject({ stream: 's9' })
  })

  test('answers a question of the server in the session that it is about', async () => {
    const far = await start()
    const heard = await open(far)
    heard.request(1, 'tried', 's1')
    await far.until(() => far.streams.has('s1'))
    far.tell('s1', { jsonrpc: '2.0', id: 77, method: 'asked', params: { sessionId: 's1' } })
    await heard.until(() => heard.messages.some(({ id }) => id === 77))
    heard.say({ id: 77, result: {} })
    await far.until(() => far.seen.some(({ message }) => message?.id === 77))
    expect(far.seen.at(-1)).toMatchObject({ session: 's1' })
  })

  test('hears a session out before an answer about it that came on the other stream', async () => {
    const far = await start()
    const heard = await open(far)
    heard.request(1, 'loaded', 's1')
    await far.until(() => far.posted().includes('loaded'))
    far.tell('', { jsonrpc: '2.0', id: 1, result: {} }, 'own.2')
    far.tell('', { jsonrpc: '2.0', method: 'after' }, 'own.3')
    for (let number = 1; number <= 5; number++)
      far.tell('s1', { jsonrpc: '2.0', method: 'told', params: { sessionId: 's1' } }, `e.${number}`)
    await heard.until(() => heard.messages.some(({ method }) => method === 'after'))
    const told = ['e.1', 'e.2', 'e.3', 'e.4', 'e.5']
    expect(heard.arrivals.map(({ event }) => event)).toEqual([undefined, ...told, 'own.2', 'own.3'])
  })

  test('takes leave with a DELETE after all that was accepted has been taken', async () => {
    const far = await start(async (seen, response) => {
      if (seen.message?.method !== 'slow') return false
      await new Promise(resolve => setTimeout(resolve, 100))
      return response.writeHead(202).end()
    })
    const heard = await open(far)
    for (const session of ['s1', 's1', 's2', undefined]) heard.notify('slow', session)
    await heard.link.close()
    expect(far.posted().filter(method => method === 'slow')).toHaveLength(4)
    expect(far.seen.at(-1)).toMatchObject({ method: 'DELETE', connection: 'c1' })
    expect(await heard.lost).toBeUndefined()
    expect(() => heard.notify('late')).toThrow('closed')
  })
})

describe('the order of messages', () => {
  test('is kept in a session, and a slow one delays no other session', async () => {
    let release = (): void => {}
    const slow = new Promise<void>(resolve => {
      release = resolve
    })
    const far = await start(async (seen, response) => {
      if (seen.message?.method !== 'prompt') return false
      await slow
      return response.writeHead(202).end()
    })
    const heard = await open(far)
    heard.request(1, 'prompt', 's1')
    heard.notify('stop', 's1')
    heard.request(2, 'other', 's2')
    await far.until(() => far.posted().includes('other'))
    expect(far.posted()).not.toContain('stop')
    release()
    await far.until(() => far.posted().includes('stop'))
    expect(far.posted().indexOf('prompt')).toBeLessThan(far.posted().indexOf('stop'))
  })

  test('does not keep a cancel waiting for a server that holds the prompt', async () => {
    const far = await start(seen => seen.message?.method === 'prompt' || false)
    const heard = await open(far)
    heard.request(1, 'prompt', 's1')
    heard.notify('stop', 's1')
    await far.until(() => far.posted().includes('stop'))
    expect(far.posted()).toEqual(['initialize', 'prompt', 'stop'])
    await far[Symbol.asyncDispose]()
  })

  test('does not wait for a server that has answered a request and has not said that it took it', async () => {
    const far = await start(seen => seen.message?.method === 'prompt' || false)
    const heard = await open(far)
    // Time stands still: nothing is ever held for long.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    heard.request(1, 'prompt', 's1')
    heard.request(2, 'next', 's1')
    await far.until(() => far.posted().includes('prompt'))
    far.tell('s1', { jsonrpc: '2.0', id: 1, result: {} })
    await far.until(() => far.posted().includes('next'))
    await far[Symbol.asyncDispose]()
  })

  test('is kept where a session is gone: that a request has failed here does not mean that it was taken', async () => {
    const { far, heard } = await numbered(seen => seen.message?.method === 'prompt' || false)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    heard.request(1, 'prompt', 's1')
    heard.request(2, 'next', 's1')
    await far.until(() => far.posted().includes('prompt'))
    const usual = far.answer
    const refusals = [400]
    far.answer = (seen, response) => {
      const refusal = seen.session === 's1' && seen.method === 'GET' ? refusals.pop() : undefined
      return refusal === undefined ? usual(seen, response) : response.writeHead(refusal).end()
    }
    far.reset('s1')
    await Promise.all([heard.answer(1), heard.answer(2)])
    heard.notify('other', 's2')
    await far.until(() => far.posted().includes('other'))
    expect(far.posted()).not.toContain('next')
    await far[Symbol.asyncDispose]()
  })

  test('is not broken by what was answered and then cut off: it is not sent again', async () => {
    const far = await start(seen => seen.message?.method === 'prompt' || false)
    const heard = await open(far)
    heard.request(1, 'prompt', 's1')
    await far.until(() => far.posted().includes('prompt'))
    far.tell('s1', { jsonrpc: '2.0', id: 1, result: {} })
    await heard.answer(1)
    far.cutOff('prompt')
    heard.request(2, 'next', 's1')
    far.answer = () => false
    await far.until(() => far.posted().includes('next'))
    far.tell('s1', { jsonrpc: '2.0', id: 2, result: {} })
    await heard.answer(2)
    expect(far.posted()).toEqual(['initialize', 'prompt', 'next'])
  })

  test('is not broken where what was answered is refused then, as if nobody knew of it', async () => {
    let refuse: () => void = () => {}
    const far = await start((seen, response) => {
      if (seen.message?.method !== 'prompt') return false
      refuse = () => response.writeHead(404).end()
      return true
    })
    const heard = await open(far)
    heard.request(1, 'prompt')
    await far.until(() => far.posted().includes('prompt'))
    far.tell('', { jsonrpc: '2.0', id: 1, result: {} })
    await heard.answer(1)
    refuse()
    heard.request(2, 'next')
    await far.until(() => far.posted().includes('next'))
    far.tell('', { jsonrpc: '2.0', id: 2, result: {} })
    await heard.answer(2)
    expect(far.posted()).toEqual(['initialize', 'prompt', 'next'])
  })

  test('is kept by what is answered while it waits to be sent again: it is not', async () => {
    const { far, heard } = await numbered(seen => seen.message?.method === 'prompt' || false)
    heard.request(1, 'prompt', 's1')
    await far.until(() => far.posted().includes('prompt'))
    far.cutOff('prompt')
    far.tell('s1', { jsonrpc: '2.0', id: 1, result: {} })
    await heard.answer(1)
    // The first try is repeated within a second.
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(far.posted()).toEqual(['initialize', 'prompt'])
  })

  test('is kept for what calls off a request by its id, too', async () => {
    const far = await start(async (seen, response) => {
      if (seen.message?.method !== 'prompt') return false
      await new Promise(resolve => setTimeout(resolve, 200))
      return response.writeHead(202).end()
    })
    const heard = await open(far)
    heard.request(1, 'prompt', 's1')
    heard.say({ method: '$/cancel_request', params: { requestId: 1 } })
    heard.notify('other')
    await far.until(() => far.posted().length === 4)
    expect(far.posted().slice(0, 3).sort()).toEqual(['initialize', 'other', 'prompt'])
  })

  test('is kept while the server asks for patience', async () => {
    let busy = 2
    const far = await start((seen, response) =>
      seen.message?.method === 'prompt' && busy-- > 0
        ? response.writeHead(429, { 'retry-after': '1' }).end()
        : false,
    )
    const heard = await open(far)
    heard.request(1, 'prompt', 's1')
    heard.notify('stop', 's1')
    await far.until(() => far.posted().includes('stop'))
    expect(far.posted()).toEqual(['initialize', 'prompt', 'prompt', 'prompt', 'stop'])
  })

  test('what the server has is counted up to where nothing is missing', async () => {
    let release = (): void => {}
    const far = await start((seen, response) => {
      if (seen.message?.method !== 'slow') return false
      release = () => response.writeHead(202).end()
    })
    const heard = await open(far)
    heard.notify('slow', 's1')
    heard.notify('quick', 's2')
    heard.notify('quick', 's2')
    await far.until(() => far.posted().length === 4)
    expect(heard.confirmed).toEqual([])
    release()
    await expect.poll(() => heard.confirmed.at(-1)).toBe(4)
  })
})

describe('a stream that breaks', () => {
  test('goes on behind its last event where the server numbers them, and half an event is not told', async () => {
    const { far, heard } = await numbered()
    heard.request(1, 'tried', 's1')
    await far.until(() => far.streams.has('s1'))
    far.tell('s1', { method: 'one' }, 'e.1')
    far.streams.get('s1')?.write('id: e.2\ndata: {"method":"tw')
    await heard.until(() => heard.messages.some(({ method }) => method === 'one'))
    far.reset('s1')
    await far.until(() => far.seen.some(({ session, after }) => session === 's1' && after === 'e.1'))
    await far.until(() => far.streams.has('s1'))
    far.tell('s1', { method: 'two' }, 'e.2')
    await heard.until(() => heard.messages.some(({ method }) => method === 'two'))
    expect(heard.arrivals.filter(({ stream }) => stream === 's1').map(({ event }) => event)).toEqual([
      'e.1',
      'e.2',
    ])
    far.streams.get('')?.end()
    await far.until(() => far.seen.some(({ method, after }) => method === 'GET' && after === 'own.1'))
  })

  test('is opened again after the time that the server asks for', async () => {
    const { far } = await numbered()
    far.streams.get('')?.write('retry: 400\n\n')
    const before = Date.now()
    far.streams.get('')?.end()
    await far.until(() => far.seen.some(({ after }) => after === 'own.1'))
    expect(Date.now() - before).toBeGreaterThanOrEqual(380)
  })

  test('is also one that has fallen silent, if its server used to show that it is there', async () => {
    const far = await start()
    await open(far, { silenceMilliseconds: 300 })
    await far.until(() => far.streams.has(''))
    const silent = far.streams.get('')
    silent?.write('id: own.1\n\n')
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(far.seen.filter(({ method }) => method === 'GET')).toHaveLength(1)
    silent?.write(':\n\n')
    await far.until(() => far.seen.some(({ after }) => after === 'own.1'))
  })

  test('is a loss where nothing is numbered', async () => {
    const far = await start()
    const heard = await open(far)
    heard.request(1, 'tried', 's1')
    await far.until(() => far.streams.has('s1'))
    far.tell('s1', { method: 'one' })
    await heard.until(() => heard.messages.some(({ method }) => method === 'one'))
    far.reset('s1')
    expect(await heard.lost).toMatchObject({ end: 'dropped' })
    expect(heard.link.isRecoverable).toBe(false)
  })

  test('tells that the server has forgotten us, or does not want us any more', async () => {
    for (const [code, end] of [
      [404, 'forgotten'],
      [401, 'refused'],
      [403, 'refused'],
      [410, 'refused'],
    ] as const) {
      const { far, heard } = await numbered()
      far.answer = (seen, response) => (seen.method === 'GET' ? response.writeHead(code).end() : false)
      far.reset('')
      expect(await heard.lost).toMatchObject({ end })
    }
  })

  test('waits for its predecessor to be noticed as gone, and for a server that is busy', async () => {
    const { far } = await numbered()
    const answers = [409, 503, 429]
    far.answer = (seen, response) => {
      const code = seen.method === 'GET' ? answers.shift() : undefined
      return code === undefined ? false : response.writeHead(code).end()
    }
    far.reset('')
    await far.until(() => !far.streams.has(''))
    await far.until(() => far.streams.has(''))
    expect(far.seen.filter(({ after }) => after === 'own.1')).toHaveLength(4)
  })

  test('of a session that is gone costs the requests of that session and nothing else', async () => {
    const { far, heard } = await numbered()
    heard.request(1, 'prompt', 's1')
    await far.until(() => far.posted().includes('prompt'))
    far.answer = (seen, response) => (seen.session === 's1' ? response.writeHead(404).end() : false)
    far.reset('s1')
    expect((await heard.answer(1)).error).toMatchObject({
      code: -32002,
      data: { reason: 'session_not_found', status: 404 },
    })
    heard.request(2, 'other', 's2')
    await far.until(() => far.posted().includes('other'))
  })

  test("of a session is not the session's end where the connection itself is not known any more", async () => {
    const { far, heard } = await numbered()
    heard.request(1, 'prompt', 's1')
    await far.until(() => far.posted().includes('prompt'))
    // The session is asked for first, and answered by a server that was started anew.
    let isSessionAsked = false
    far.answer = (seen, response) => {
      if (seen.method !== 'GET') return false
      if (seen.session !== undefined) isSessionAsked = true
      return response.writeHead(isSessionAsked ? 404 : 503).end()
    }
    far.reset('')
    far.reset('s1')
    const first = await Promise.race([heard.lost, heard.answer(1)])
    expect(first).toMatchObject({ end: 'forgotten' })
    expect(isSessionAsked).toBe(true)
  })
})

describe('a message that is answered', () => {
  test.each([
    [302, 'redirected'],
    [400, 'rejected'],
    [409, 'conflict'],
    [413, 'too_large'],
    [500, 'server_error'],
    [501, 'server_error'],
    [503, 'unavailable'],
  ])('%i fails by itself', async (code, reason) => {
    const far = await start(status(code))
    const heard = await open(far)
    heard.request(1, 'tried')
    const { error } = await heard.answer(1)
    expect(error).toMatchObject({ code: -32603, data: { reason, status: code } })
    expect(JSON.stringify(error)).not.toContain('secret')
    heard.request(2, 'other')
    await far.until(() => far.posted().includes('other'))
    expect(far.posted().filter(method => method === 'tried')).toHaveLength(1)
  })

  test.each([
    [401, 'refused', /credentials/],
    [403, 'refused', /403/],
    [404, 'forgotten', /404/],
    [410, 'refused', /410/],
  ])('%i is the end of the link', async (code, end, words) => {
    const far = await start(status(code))
    const heard = await open(far)
    heard.request(1, 'tried')
    const lost = await heard.lost
    expect(lost).toMatchObject({ end })
    expect(lost?.message).toMatch(words)
  })

  test('404 in a session of a connection that lives fails by itself', async () => {
    const far = await start((seen, response) =>
      seen.message?.id === 1 ? response.writeHead(404).end() : false,
    )
    const heard = await open(far)
    heard.request(1, 'tried', 's1')
    expect((await heard.answer(1)).error).toMatchObject({ data: { reason: 'session_not_found' } })
  })

  test('502 or not at all is sent again with the same key where the server numbers', async () => {
    let tries = 0
    const { far, heard } = await numbered((seen, response) => {
      if (seen.message?.method !== 'tried') return false
      tries++
      if (tries === 1) return response.writeHead(502).end()
      return tries === 2 ? response.socket?.resetAndDestroy() : false
    })
    heard.request(1, 'tried', 's1')
    await expect.poll(() => heard.confirmed).toEqual([2])
    const keys = far.seen.filter(({ message }) => message?.method === 'tried').map(({ key }) => key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('502 for long is a server that is gone, where it numbers: no message fails, the link is lost', async () => {
    const { far, heard } = await numbered(status(502))
    heard.request(1, 'tried', 's1')
    expect(await heard.lost).toMatchObject({ end: 'dropped' })
    expect(heard.messages.filter(({ id }) => id === 1)).toEqual([])
    expect(far.posted().filter(method => method === 'tried')).toHaveLength(5)
  })

  test('502 where its session is to be heard is a server that is gone, too', async () => {
    const { heard } = await numbered(({ session }, response) =>
      session === 's1' ? response.writeHead(502).end() : false,
    )
    heard.request(1, 'tried', 's1')
    expect(await heard.lost).toMatchObject({ end: 'dropped' })
    expect(heard.messages.filter(({ id }) => id === 1)).toEqual([])
  })

  test('not at all is the end of the link where nothing is numbered: it may have been carried out', async () => {
    const far = await start((seen, response) =>
      seen.message?.method === 'tried' ? response.socket?.resetAndDestroy() : false,
    )
    const heard = await open(far)
    heard.request(1, 'tried')
    expect(await heard.lost).toMatchObject({ end: 'dropped' })
    expect(far.posted().filter(method => method === 'tried')).toHaveLength(1)
  })

  test('is an answer that was too large: the agent gets an error in its place', async () => {
    const far = await start((seen, response) =>
      seen.method === 'POST' && 'result' in (seen.message ?? {}) ? response.writeHead(413).end() : false,
    )
    const heard = await open(far)
    await far.until(() => far.streams.has(''))
    far.tell('', { jsonrpc: '2.0', id: 5, method: 'asked' })
    await heard.until(() => heard.messages.some(({ id }) => id === 5))
    heard.say({ id: 5, result: 'x'.repeat(1_000) })
    await far.until(() => far.seen.some(({ message }) => 'error' in (message ?? {})))
    expect(far.seen.at(-1)?.message).toMatchObject({ id: 5, error: { data: { reason: 'too_large' } } })
  })
})

describe('an opening', () => {
  test.each([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [302, 'refused'],
    [202, 'refused'],
    [429, 'dropped'],
    [503, 'dropped'],
  ])('that is answered %i is %s', async (code, end) => {
    const far = await start((_, response) =>
      response.writeHead(code, { 'retry-after': '3', location: 'http://127.0.0.1:9/' }).end(),
    )
    const lost = await lossOf(HeardLink.open({ url: far.url }))
    expect(lost).toMatchObject({ end, retryAfter: end === 'dropped' ? 3_000 : undefined })
  })

  test('of which a server has had too many says so, and that the server is there', async () => {
    const far = await start((_, response) => response.writeHead(429, { 'retry-after': '60' }).end())
    const lost = await lossOf(HeardLink.open({ url: far.url }))
    expect(lost.message).toContain('too many wrong tokens (429)')
    expect(neverReached(lost).message).toMatch(/^the server does not let us in now: /)
    await far[Symbol.asyncDispose]()
    const nobody = await lossOf(HeardLink.open({ url: far.url }))
    expect(neverReached(nobody).message).toMatch(/^the server cannot be reached: /)
  })

  test('that nobody answers can be tried again; one that is no ACP cannot', async () => {
    const far = await start()
    await far[Symbol.asyncDispose]()
    expect(await lossOf(HeardLink.open({ url: far.url }))).toMatchObject({ end: 'dropped' })
    const page = await start((_, response) =>
      response.writeHead(200, { 'acp-connection-id': 'x' }).end('<html>'),
    )
    expect(await lossOf(HeardLink.open({ url: page.url }))).toMatchObject({ end: 'refused' })
    const nameless = await start((_, response) => response.writeHead(200).end('{}'))
    expect(await lossOf(HeardLink.open({ url: nameless.url }))).toMatchObject({ end: 'refused' })
  })

  test('never leads elsewhere, and takes no credentials there', async () => {
    const asked: string[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    const target = await listening(elsewhere)
    const far = await start((_, response) => response.writeHead(307, { location: `${target}/acp` }).end())
    const lost = await lossOf(HeardLink.open({ url: far.url, headers: { authorization: 'Bearer x' } }))
    expect(lost).toMatchObject({ end: 'refused', message: expect.stringContaining('redirect') })
    expect(asked).toEqual([])
    elsewhere.close()
  })

  test.each([
    'http://example.com/acp',
    'http://127.evil.com/',
    'http://localhost.evil.com/',
    'http://10.0.0.1/',
  ])('does not go to %s without TLS, unless somebody wants the danger', url => {
    expect(() => httpLinks(nodeHttpCarrier(), { url })).toThrow('plain http')
    expect(() => httpLinks(nodeHttpCarrier(), { url, DANGEROUS_allowPlainText: true })).not.toThrow()
  })

  test.each([
    'http://127.1/acp',
    'http://[::1]:80/',
    'http://localhost:1/',
    'http://0x7f000001/',
    'https://example.com/',
  ])('goes to %s', url => {
    expect(() => httpLinks(nodeHttpCarrier(), { url })).not.toThrow()
  })

  test('takes no address with a password or of another kind', () => {
    expect(() => httpLinks(nodeHttpCarrier(), { url: 'https://a:b@example.com/' })).toThrow('password')
    expect(() => httpLinks(nodeHttpCarrier(), { url: 'ftp://localhost/' })).toThrow('ftp:')
  })
})

describe('every request', () => {
  test('brings the cookies back that the server has set, and the headers of the caller', async () => {
    let turn = 0
    const far = await start((_, response) => {
      response.setHeader('set-cookie', [`node=n${++turn}; Path=/acp; HttpOnly`, 'other=1; Path=/elsewhere'])
      return false
    })
    const tokens = ['first', 'second', 'third', 'fourth']
    const heard = await open(far, {
      headers: () => ({ Authorization: `Bearer ${tokens.shift()}`, cookie: 'mine=1' }),
    })
    await far.until(() => far.streams.has(''))
    heard.request(1, 'tried')
    await far.until(() => far.posted().includes('tried'))
    expect(far.seen.map(({ headers }) => headers.cookie)).toEqual([
      'mine=1',
      'mine=1; node=n1',
      'mine=1; node=n2',
    ])
    expect(far.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
      'Bearer third',
    ])
  })
})

describe('a connection that is taken up again', () => {
  test('goes on with its streams where they were, and counts on from what the server has', async () => {
    const far = await start()
    const links = httpLinks(nodeHttpCarrier(), { url: far.url })
    const first = await HeardLink.with(links)
    first.request(1, 'tried', 's1')
    await expect.poll(() => first.confirmed).toEqual([2])
    const positions = new Map([
      [undefined, undefined],
      ['s1', 'e.4'],
    ])
    far.seen.length = 0
    far.streams.clear()
    const second = await HeardLink.with(links, { connectionId: 'c1', positions })
    ends.push(first, second)
    await far.until(() => far.streams.has('s1'))
    expect(kinds(far).sort()).toEqual(['GET', 'GET s1'])
    expect(far.seen.find(({ session }) => session === 's1')?.after).toBe('e.4')
    expect(far.seen.find(({ session }) => session === undefined)?.after).toBe('0')
    const { connectionId, received, isRecoverable } = second.link
    expect({ connectionId, received, isRecoverable }).toEqual({
      connectionId: 'c1',
      received: 2,
      isRecoverable: true,
    })
  })

  test('asks for all of a stream that was asked for before and has told nothing yet', async () => {
    const far = await start()
    const links = httpLinks(nodeHttpCarrier(), { url: far.url })
    const first = await HeardLink.with(links)
    ends.push(first)
    first.request(1, 'tried', 's1')
    await expect.poll(() => first.confirmed).toEqual([2])
    far.seen.length = 0
    const second = await HeardLink.with(links, {
      connectionId: 'c1',
      positions: new Map([[undefined, 'own.1']]),
    })
    ends.push(second)
    await far.until(() => far.seen.length === 2)
    expect(far.seen.find(({ session }) => session === 's1')?.after).toBe('0')
  })

  test('is forgotten when the server says so, and a new one takes up its sessions', async () => {
    const far = await start((seen, response) =>
      seen.connection === 'old' ? response.writeHead(404).end() : false,
    )
    const positions = new Map([
      [undefined, 'own.3'],
      ['s1', 'e.4'],
    ])
    const options = { url: far.url }
    expect(await lossOf(HeardLink.open(options, { connectionId: 'old', positions }))).toMatchObject({
      end: 'forgotten',
    })
    await open(far, {}, { connectionId: undefined, positions })
    await far.until(() => far.streams.has('s1') && far.streams.has(''))
    const seen = far.seen.filter(({ connection }) => connection !== 'old')
    expect(seen.map(({ method, session, after }) => [method, session, after]).sort()).toEqual([
      ['GET', undefined, undefined],
      ['GET', 's1', 'e.4'],
      ['POST', undefined, undefined],
    ])
  })

  test('is known by the same key when it is sent again, and by another when only its words are the same', async () => {
    const far = await start()
    const links = httpLinks(nodeHttpCarrier(), { url: far.url })
    const first = await HeardLink.with(links)
    const second = await HeardLink.with(links, { connectionId: 'c1', positions: new Map() })
    ends.push(first, second)
    // Under the same id in the same words, which is another request all the same.
    for (const heard of [first, second])
      for (const say of ['request', 'notify', 'request'] as const)
        if (say === 'request') heard.request(1, 'tried')
        else heard.notify('said')
    await far.until(() => far.posted().length === 7)
    const keysOf = (method: string) =>
      new Set(far.seen.filter(({ message }) => message?.method === method).map(({ key }) => key)).size
    expect(keysOf('tried')).toBe(2)
    expect(keysOf('said')).toBe(1)
    expect(opening.text).toContain('initialize')
  })
})

test('an array of which one was answered is refused for the others', async () => {
  const far = await start((seen, response) => {
    if (!Array.isArray(seen.message)) return false
    far.tell('', { jsonrpc: '2.0', id: 1, result: {} })
    setTimeout(() => response.writeHead(501).end(), 50)
    return true
  })
  const heard = await open(far)
  const calls = [1, 2].map(id => ({ jsonrpc: '2.0' as const, id, method: 'tried' }))
  heard.link.send(calls, JSON.stringify(calls))
  expect(await heard.answer(1)).toMatchObject({ result: {} })
  expect(await heard.answer(2)).toMatchObject({ error: {} })
})

test('a large message that the server holds leaves room for the next one', async () => {
  const far = await start(seen => seen.message?.method === 'prompt' || false)
  const heard = await open(far)
  const params = { sessionId: 's1', text: 'x'.repeat(400_000) }
  const prompt = { jsonrpc: '2.0' as const, id: 1, method: 'prompt', params }
  const room = heard.link.send(prompt, JSON.stringify(prompt))
  expect(room).toBeInstanceOf(Promise)
  await room
  await far.until(() => far.posted().includes('prompt'))
})

test('a server that answers and never says that it took anything is asked for more than there are sockets, and left', async () => {
  const far = await start(seen => seen.message?.method === 'tried' || false)
  const heard = await open(far)
  for (let id = 1; id <= 100; id++) {
    heard.request(id, 'tried')
    await far.until(() => far.posted().length === id + 1)
    far.tell('', { jsonrpc: '2.0', id, result: {} })
    await heard.answer(id)
  }
  const begun = performance.now()
  await heard.link.close()
  expect(performance.now() - begun).toBeLessThan(4_000)
})

test.each([
  ['a sign of life', () => ':\n\n', 8],
  ['an event', (count: number) => `id: own.${count}\ndata: {"jsonrpc":"2.0","method":"told"}\n\n`, 25],
])('a server that ends each stream after %s is not asked without a pause', async (_title, tell, most) => {
  let isShort = false
  const asked = () => far.seen.filter(({ method }) => method === 'GET').length
  const { far } = await numbered((seen, response) => {
    if (!isShort || seen.method !== 'GET') return false
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(tell(asked()))
  })
  isShort = true
  far.reset('')
  await new Promise(resolve => setTimeout(resolve, 1_000))
  expect(asked()).toBeGreaterThan(2)
  expect(asked()).toBeLessThan(most)
})
