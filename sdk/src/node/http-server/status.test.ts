import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type Port, type RefusedRequest, type Serving, servedChannel } from '../../transport/index.js'
import { http1, http2, opening, RawClient, type Wire } from './raw-client.fixture.js'
import { echoAgent, type Served, servingOf, start } from './served-agent.fixture.js'

const JSON_FIELDS = { 'content-type': 'application/json' }
const SSE = { accept: 'text/event-stream' }

const wires: readonly (readonly [string, boolean, (url: string) => Wire])[] = [
  ['HTTP/1.1', false, http1],
  ['HTTP/1.1 with TLS', true, http1],
  ['HTTP/2', true, http2],
]

describe.each(wires)('over %s', (_name, isSecure, toWire) => {
  const refused: RefusedRequest[] = []
  const open: Wire[] = []
  let served: Served
  let client: RawClient

  const connect = (more = {}): RawClient => {
    const wire = toWire(served.url)
    open.push(wire)
    return new RawClient(wire, more)
  }

  beforeAll(async () => {
    served = await start(servingOf(echoAgent()), { isSecure, onRefused: request => refused.push(request) })
    client = connect()
    await client.initialize()
  })

  afterAll(async () => {
    for (const wire of open) wire.close()
    await served.server.close()
  })

  test('an opening is answered 200 with the answer of the agent and the name of the connection', async () => {
    const { status, headers, text } = await connect().post(opening())
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json')
    expect(headers['acp-connection-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.parse(text)).toMatchObject({ id: 0, result: { protocolVersion: 1 } })
  })

  test.each([
    ['text/plain'],
    ['application/json; charset=latin1'],
    ['application/jsonx'],
    ['application/x-www-form-urlencoded'],
  ])('a body of type %s is answered 415', async type => {
    const { status } = await connect().ask({ method: 'POST', headers: { 'content-type': type }, body: '{}' })
    expect(status).toBe(415)
  })

  test('a body without a type, and one that is encoded, are answered 415', async () => {
    expect((await client.ask({ method: 'POST', body: '{}' })).status).toBe(415)
    expect((await client.post('{}', { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await client.post(opening(), { 'content-type': 'Application/JSON; charset=UTF-8' })).status).toBe(
      200,
    )
  })

  test.each([
    ['not JSON', '{"id":', 400, 'parse_error'],
    ['nothing', '', 400, 'parse_error'],
    ['a byte order mark', '\ufeff{}', 400, 'parse_error'],
    ['a number', '7', 400, 'invalid_request'],
    ['null', 'null', 400, 'invalid_request'],
    ['an array', '[{"jsonrpc":"2.0","id":1,"method":"x"}]', 501, 'batch'],
    ['an empty array', '[]', 501, 'batch'],
    ['nested too deep', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400, 'too_deep'],
  ])('a body that is %s is told so', async (...[, body, status, error]) => {
    const answered = await client.post(body, client.named)
    expect(answered.status).toBe(status)
    expect(JSON.parse(answered.text)).toEqual({
      error,
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect((await client.say({ method: 'x/alive' } as object)).status).toBe(202)
  })

  test('bytes that are no UTF-8 are answered 400', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])
    const answered = await client.ask({ method: 'POST', headers: { ...JSON_FIELDS, ...client.named }, body })
    expect(answered.status).toBe(400)
    expect(JSON.parse(answered.text).error).toBe('not_utf8')
  })

  test('an opening without an id, with null for one, or on a connection that is open, is answered 400', async () => {
    expect((await client.post(opening({ id: null }))).status).toBe(400)
    expect((await client.post(opening({ id: undefined }))).status).toBe(400)
    expect((await client.post(opening(), client.named)).status).toBe(400)
  })

  test('an opening that the agent refuses is answered 200 with its error, and the connection is over', async () => {
    const answered = await connect().post(opening({ params: { protocolVersion: 'one' } }))
    expect(answered.status).toBe(200)
    expect(JSON.parse(answered.text)).toMatchObject({ id: 0, error: { code: expect.any(Number) } })
    const gone = { 'acp-connection-id': String(answered.headers['acp-connection-id']) }
    expect((await client.post({ jsonrpc: '2.0', method: 'x/y' }, gone)).status).toBe(404)
  })

  test('whoever names no connection is answered 400, and an unknown one 404', async () => {
    const note = { jsonrpc: '2.0', method: 'x/y' }
    const unknown = { 'acp-connection-id': '0'.repeat(32) }
    expect((await client.post(note)).status).toBe(400)
    expect((await client.post(note, unknown)).status).toBe(404)
    expect((await client.ask({ headers: SSE })).status).toBe(400)
    expect((await client.ask({ headers: { ...SSE, ...unknown } })).status).toBe(404)
    expect((await client.ask({ method: 'DELETE' })).status).toBe(400)
    expect((await client.ask({ method: 'DELETE', headers: unknown })).status).toBe(404)
  })

  test('names of more than 1024 characters are answered 400', async () => {
    const long = 'x'.repeat(1_025)
    const note = { jsonrpc: '2.0', method: 'x/y' }
    expect((await client.post(note, { 'acp-connection-id': long })).status).toBe(400)
    expect((await client.post(note, { ...client.named, 'acp-session-id': long })).status).toBe(400)
    expect((await client.post(note, { ...client.named, 'idempotency-key': long })).status).toBe(400)
    expect(await client.get({ 'acp-session-id': long })).toBe(400)
    expect(await client.get({ 'last-event-id': long })).toBe(400)
    expect((await client.ask({ method: 'DELETE', headers: { 'acp-connection-id': long } })).status).toBe(400)
  })

  test('what is for a session says so in its header, or is answered 400', async () => {
    const note = { jsonrpc: '2.0', method: 'x/y', params: { sessionId: 'one' } }
    const missing = await client.post(note, client.named)
    expect([missing.status, JSON.parse(missing.text).error]).toEqual([400, 'session_id_missing'])
    const other = await client.post(note, { ...client.named, 'acp-session-id': 'two' })
    expect([other.status, JSON.parse(other.text).error]).toEqual([400, 'session_id_mismatch'])
    expect((await client.post(note, { ...client.named, 'acp-session-id': 'one' })).status).toBe(202)
  })

  test('a garbage object is accepted, and what is wrong with it is told on the stream', async () => {
    const other = connect()
    await other.initialize()
    const own = await other.listen()
    const answered = await other.post({ nonsense: true }, other.named)
    expect([answered.status, answered.text]).toEqual([202, ''])
    expect(await own.until(({ error }) => error !== undefined)).toMatchObject({
      id: null,
      error: { code: -32600 },
    })
  })

  test.each([['application/json'], ['*/*'], ['text/event-stream;q=0'], ['']])(
    'a stream for somebody who accepts "%s" is answered 406',
    async accept => {
      expect((await client.ask({ headers: { ...client.named, accept } })).status).toBe(406)
    },
  )

  test('the stream of an unknown session is answered 404', async () => {
    expect(await client.get({ 'acp-session-id': 'unheard-of' })).toBe(404)
  })

  test('a stream says what kind it is, and that nobody may hold it back', async () => {
    const other = connect()
    const { session, own } = await other.begin()
    for (const { headers } of [session, own])
      expect(headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      })
  })

  test('a second listener is answered 409, unless it says where it was: then the first is let go', async () => {
    const other = connect()
    const { session, sessionId } = await other.begin()
    await other.prompt(1, sessionId, 'hello')
    await session.until(({ id }) => id === 1)
    const header = { 'acp-session-id': sessionId }
    expect(await other.get(header)).toBe(409)
    expect(await other.get()).toBe(409)
    const next = await other.listen({ ...header, 'last-event-id': session.lastId ?? '' })
    await session.ended
    await other.prompt(2, sessionId, 'again')
    await next.until(({ id }) => id === 2)
    expect(session.events.some(({ data }) => data.id === 2)).toBe(false)
    expect(next.events.some(({ data }) => data.id === 1)).toBe(false)
  })

  test.each([['PUT'], ['PATCH'], ['HEAD'], ['OPTIONS']])('%s is answered 405', async method => {
    const { status, headers } = await client.ask({ method, headers: { origin: 'https://evil.example' } })
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, POST, DELETE')
    expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })

  test('a path that is not served is answered 404', async () => {
    const wire = toWire(`${served.server.url}/other`)
    open.push(wire)
    expect((await new RawClient(wire).post(opening())).status).toBe(404)
  })

  test('DELETE is answered 202, ends the streams, and the connection is not known any more', async () => {
    const other = connect()
    const { own, session } = await other.begin()
    const answered = await other.ask({ method: 'DELETE', headers: other.named })
    expect([answered.status, answered.text]).toEqual([202, ''])
    await Promise.all([own.ended, session.ended])
    expect((await other.ask({ method: 'DELETE', headers: other.named })).status).toBe(404)
  })

  test('a body of more than 16 MiB is answered 413, whether it says so or not', async () => {
    const size = 17 * 1024 * 1024
    const headers = { ...JSON_FIELDS, ...client.named }
    const said = await client.ask({ method: 'POST', headers, body: Buffer.alloc(size, 32) })
    expect(said.status).toBe(413)
    let sent = 0
    const endless = new Readable({
      read() {
        sent += 65_536
        this.push(sent > 400 * 1024 * 1024 ? null : Buffer.alloc(65_536, 32))
      },
    })
    endless.on('error', () => {})
    const { status, stream } = await client.wire.send({ method: 'POST', headers, body: endless })
    expect(status).toBe(413)
    endless.unpipe()
    endless.destroy()
    stream.resume()
    expect(sent).toBeLessThan(100 * 1024 * 1024)
    if (client.wire === open[0]) client = connectAgain(client)
  })

  test('a body that is announced as too long is refused before it is sent', async () => {
    const body = new Readable({ read() {} })
    body.push('{')
    const headers = { ...JSON_FIELDS, ...client.named, 'content-length': `${17 * 1024 * 1024}` }
    const { status, cut } = await connect().wire.send({ method: 'POST', headers, body })
    expect(status).toBe(413)
    cut()
  })

  // What a client still sends after its answer is thrown away with its session, if need be.
  function connectAgain(before: RawClient): RawClient {
    const next = connect()
    next.connection = before.connection
    return next
  }

  test('a client is told a word and a name for the incident, and the server is told the same', async () => {
    refused.length = 0
    const { text } = await client.post('{', client.named)
    const { error, correlationId } = JSON.parse(text)
    expect(refused).toMatchObject([
      { status: 400, reason: error, correlationId, method: 'POST', target: '/acp' },
    ])
  })
})

describe('an endpoint', () => {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  const serve = async (serving: Serving, options = {}): Promise<RawClient> => {
    const { server, url } = await start(serving, options)
    closing.push(() => server.close())
    return new RawClient(http1(url))
  }

  test('answers 426 to an upgrade that nobody takes', async () => {
    const client = await serve(servingOf(echoAgent()))
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const { status, headers: fields } = await client.ask({ headers })
    expect(status).toBe(426)
    expect(fields.upgrade).toBe('websocket')
  })

  test('answers 504 when the agent does not answer the opening, and forgets the connection', async () => {
    const ports: Port[] = []
    const silent: Serving = {
      serve: port => {
        ports.push(port)
        port.onListen = () => undefined
      },
    }
    const client = await serve(silent, { limits: { openingMilliseconds: 50 } })
    expect((await client.post(opening())).status).toBe(504)
    expect(ports[0]?.isClosed).toBe(true)
  })

  test('answers 500 when the agent falls over, and says nothing of why', async () => {
    const refused: RefusedRequest[] = []
    const broken: Serving = {
      serve: () => {
        throw new Error('hunter2')
      },
    }
    const client = await serve(broken, { onRefused: (request: RefusedRequest) => refused.push(request) })
    const { status, text } = await client.post(opening())
    expect(status).toBe(500)
    expect(text).not.toContain('hunter2')
    expect(refused).toMatchObject([{ reason: 'internal_error', error: new Error('hunter2') }])
  })

  test('works through an array where it is to', async () => {
    const ours = echoAgent()
    const serving: Serving = {
      serve: port => void ours.serve(servedChannel(port)),
    }
    const client = await serve(serving, { batch: 'process' })
    await client.initialize(2)
    const own = await client.listen()
    const array = [
      { jsonrpc: '2.0', id: 'a', method: '_x/a' },
      { jsonrpc: '2.0', id: 'b', method: '_x/b' },
    ]
    expect((await client.post(array, client.named)).status).toBe(202)
    expect((await client.post([opening()], client.named)).status).toBe(400)
    const inSession = [{ jsonrpc: '2.0', id: 'c', method: '_x/c', params: { sessionId: 'one' } }]
    expect((await client.post(inSession, client.named)).status).toBe(400)
    while (own.events.length === 0) await own.arrival()
    expect(own.events[0]?.data).toMatchObject([{ id: 'a' }, { id: 'b' }])
  })

  test('takes no more connections than it is told to', async () => {
    const client = await serve(servingOf(echoAgent()), { limits: { connections: 2 } })
    await client.initialize()
    await client.initialize()
    expect((await client.post(opening())).status).toBe(503)
    await client.ask({ method: 'DELETE', headers: client.named })
    expect((await client.post(opening())).status).toBe(200)
  })
})
