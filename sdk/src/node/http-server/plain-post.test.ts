/** Clients that know POST and no more, against a server that really listens. */
import { afterEach, describe, expect, test } from 'vitest'
import { dialect } from '../../dialect/index.js'
import { calm } from '../../jsonrpc/far-end.fixture.js'
import { Connection } from '../../jsonrpc/index.js'
import {
  type Caller,
  type EndpointOptions,
  type HttpEndpoint,
  httpEndpoint,
  type Serving,
  servedChannel,
  type Unheard,
} from '../../transport/index.js'
import type { HttpServer } from './options.js'
import { serveHttp } from './serve-http.js'
import { echoAgent, servingOf } from './served-agent.fixture.js'

type Json = Readonly<Record<string, unknown>>

const open: HttpServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(server => server.close()))
})

interface Plain {
  readonly url: string
  readonly endpoint: HttpEndpoint
  readonly unheard: Unheard[]
}

const start = async <WhoCalls extends Caller>(
  serving: Serving<WhoCalls>,
  options: EndpointOptions = {},
): Promise<Plain> => {
  const unheard: Unheard[] = []
  const endpoint = httpEndpoint(serving, {
    path: '/api',
    plainPost: true,
    onUnheard: each => unheard.push(each),
    ...options,
  })
  const server = await serveHttp(endpoint)
  open.push(server)
  return { url: `${server.url}/api`, endpoint, unheard }
}

const send = (url: string, message: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })

type Asked = [method: string, params?: unknown]

const ask = async (url: string, id: unknown, ...[method, params = {}]: Asked): Promise<Json> => {
  const response = await send(url, { jsonrpc: '2.0', id, method, params })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  return response.json() as Promise<Json>
}

const initialize = (url: string): Promise<Json> =>
  ask(url, 1, 'initialize', {
    protocolVersion: 1,
    clientInfo: { name: 'old', version: '1' },
    clientCapabilities: {},
  })

/** The messages of a stream, as they come. */
const listen = async (url: string) => {
  const controller = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream' },
    signal: controller.signal,
  })
  const heard: Json[] = []
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk)
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) heard.push(JSON.parse(event.slice('data: '.length)))
    }
  }
  const ended = read().catch(() => {})
  return { status: response.status, heard, ended, leave: () => controller.abort() }
}

/** Waits as long as it takes for what must come. */
const until = async (isThere: () => boolean): Promise<void> => {
  while (!isThere()) await calm(5)
}

/** How many requests the agent by hand has been asked to wait with, and how many of them were called off. */
let waits = 0
let calledOff = 0

/** An agent made by hand: `ask` asks its client for leave, `wait` waits to be cancelled, everything else comes back. */
const handmade: Serving = {
  serve: port => {
    const connection: Connection = new Connection(servedChannel(port), {
      handler: {
        notification: () => undefined,
        request: async (method, params, call) => {
          if (method === 'wait') {
            waits++
            await new Promise<void>(resolve => call.onCancel(() => resolve()))
            calledOff++
            return 'called off'
          }
          if (method === 'ask')
            return connection
              .request('session/request_permission', { sessionId: 'one' })
              .catch(({ message, reason }) => ({ message, reason }))
          if (method === 'tell')
            connection.notify('session/update', { sessionId: 'one', ...(params as object) })
          return method === 'initialize' ? { protocolVersion: 1 } : { method, params }
        },
      },
    })
  },
}

describe('a client that knows POST and no more', () => {
  test('holds a whole conversation, each answer in the body of its POST, and its updates are counted', async () => {
    const { url, endpoint, unheard } = await start(servingOf(echoAgent()))
    expect(await initialize(url)).toMatchObject({ id: 1, result: { protocolVersion: 1 } })
    const made = await ask(url, 'new', 'session/new', { cwd: '/', mcpServers: [] })
    const { sessionId } = made.result as { sessionId: string }
    const prompt = [{ type: 'text', text: 'count 7' }]
    expect(await ask(url, 1, 'session/prompt', { sessionId, prompt })).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { stopReason: 'end_turn' },
    })
    expect(endpoint.unheard.updates).toBeGreaterThanOrEqual(7)
    expect(unheard.at(-1)).toEqual({
      kind: 'update',
      method: 'session/update',
      principal: '',
      counts: endpoint.unheard,
    })
  })

  test('hears its updates on a GET, in order and before the answer, and nothing is counted', async () => {
    const { url, endpoint } = await start(servingOf(echoAgent()))
    await initialize(url)
    const stream = await listen(url)
    expect(stream.status).toBe(200)
    const made = await ask(url, 2, 'session/new', { cwd: '/', mcpServers: [] })
    const { sessionId } = made.result as { sessionId: string }
    await ask(url, 3, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'count 20' }] })
    const said = () =>
      stream.heard.flatMap(({ params }) => {
        const { update } = params as { update: { sessionUpdate: string; content: { text: string } } }
        return update.sessionUpdate === 'agent_message_chunk' ? [update.content.text] : []
      })
    await until(() => said().includes('20'))
    expect(said().join(',')).toContain(Array.from({ length: 20 }, (_, index) => index + 1).join(','))
    expect(stream.heard.every(message => !('result' in message))).toBe(true)
    expect(endpoint.unheard).toEqual({ updates: 0, requests: 0 })
    stream.leave()
  })

  test('gets 202 and an empty body for a notification', async () => {
    const { url } = await start(handmade)
    await initialize(url)
    const response = await send(url, { jsonrpc: '2.0', method: 'session/cancel', params: {} })
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  test('may call everything 1: each POST gets its own answer, under the id it had', async () => {
    const { url } = await start(handmade)
    await initialize(url)
    const words = Array.from({ length: 20 }, (_, index) => `word ${index}`)
    const answers = await Promise.all(words.map(word => ask(url, 1, 'echo', { word })))
    expect(answers).toEqual(
      words.map(word => ({ jsonrpc: '2.0', id: 1, result: { method: 'echo', params: { word } } })),
    )
    expect(await ask(url, null, 'echo')).toMatchObject({ id: null })
  })

  test('is refused as the agent refuses: with 200 and an error of JSON-RPC', async () => {
    const { url } = await start(servingOf(echoAgent()))
    await initialize(url)
    expect(await ask(url, 5, 'session/prompt', { sessionId: 'none', prompt: [] })).toMatchObject({
      id: 5,
      error: { message: expect.any(String) },
    })
    expect(await ask(url, 6, 'no/such/method')).toMatchObject({ id: 6, error: { code: -32601 } })
  })

  test('is refused by its own id when it speaks another JSON-RPC, or none, and nobody hears of it', async () => {
    const heard: string[] = []
    const serve: Serving['serve'] = port =>
      void new Connection(servedChannel(port), {
        handler: { notification: () => undefined, request: method => heard.push(method) },
      })
    const { url } = await start({ serve })
    for (const jsonrpc of ['1.0', 2, undefined])
      for (const method of ['initialize', 'echo']) {
        const response = await send(url, { jsonrpc, id: 'mine', method, params: {} })
        expect(response.status).toBe(200)
        expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 'mine', error: { code: -32600 } })
      }
    expect(heard).toEqual([])
    await initialize(url)
    expect(heard).toEqual(['initialize'])
  })

  test('cannot be asked while it listens to nothing: the agent is told so, and it is counted', async () => {
    const { url, endpoint, unheard } = await start(handmade)
    await initialize(url)
    const { result } = await ask(url, 2, 'ask')
    expect(result).toMatchObject({ reason: 'no_listener' })
    expect((result as Json).message).toContain('listens to no stream')
    expect(endpoint.unheard).toEqual({ updates: 0, requests: 1 })
    expect(unheard).toMatchObject([{ kind: 'request', method: 'session/request_permission' }])
  })

  test('can be asked while it listens, and answers by a POST of its own', async () => {
    const { url, endpoint } = await start(handmade)
    await initialize(url)
    const stream = await listen(url)
    const answer = ask(url, 2, 'ask')
    await until(() => stream.heard.length > 0)
    const [{ id, method } = {}] = stream.heard
    expect(method).toBe('session/request_permission')
    expect((await send(url, { jsonrpc: '2.0', id, result: 'granted' })).status).toBe(202)
    expect(await answer).toMatchObject({ id: 2, result: 'granted' })
    expect(endpoint.unheard.requests).toBe(0)
    stream.leave()
  })

  test('that stops to listen leaves nothing unanswered', async () => {
    const { url, endpoint } = await start(handmade)
    await initialize(url)
    const stream = await listen(url)
    const answer = ask(url, 2, 'ask')
    await until(() => stream.heard.length > 0)
    stream.leave()
    expect(await answer).toMatchObject({ result: { reason: 'no_listener' } })
    expect(endpoint.unheard.requests).toBe(1)
  })

  test('is heard on the newest stream, and the one before ends', async () => {
    const { url } = await start(handmade)
    await initialize(url)
    const [first, second] = [await listen(url), await listen(url)]
    await first.ended
    await ask(url, 2, 'tell', { word: 'now' })
    await until(() => second.heard.length > 0)
    expect(first.heard).toEqual([])
    expect(second.heard).toMatchObject([{ params: { word: 'now' } }])
    second.leave()
  })

  test('gives a request up by its id, or by leaving', async () => {
    const { url } = await start(handmade)
    await initialize(url)
    const before = waits
    const calledOffBefore = calledOff
    const named = ask(url, 'mine', 'wait')
    await until(() => waits === before + 1)
    await send(url, { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'mine' } })
    expect(await named).toMatchObject({ id: 'mine', result: 'called off' })

    const controller = new AbortController()
    const left = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'wait' }),
      signal: controller.signal,
    })
    await until(() => waits === before + 2)
    controller.abort()
    await expect(left).rejects.toThrow()
    await until(() => calledOff === calledOffBefore + 2)
    expect(await ask(url, 10, 'echo')).toMatchObject({ id: 10 })
  })

  test('begins anew with another initialize, which ends what it had', async () => {
    const { url } = await start(handmade)
    await initialize(url)
    const before = waits
    const waiting = send(url, { jsonrpc: '2.0', id: 2, method: 'wait' })
    await until(() => waits > before)
    await initialize(url)
    expect((await waiting).status).toBe(410)
    expect(await ask(url, 3, 'echo')).toMatchObject({ id: 3 })
  })

  test('that was refused at the opening has no connection, and may try again', async () => {
    const { url } = await start(servingOf(echoAgent()))
    expect(await ask(url, 1, 'initialize', { protocolVersion: 'one' })).toMatchObject({ id: 1, error: {} })
    expect((await send(url, { jsonrpc: '2.0', id: 2, method: 'session/list', params: {} })).status).toBe(409)
    expect(await initialize(url)).toMatchObject({ result: { protocolVersion: 1 } })
  })

  test('ends by DELETE, and is nobody after it', async () => {
    const { url } = await start(handmade)
    await initialize(url)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(202)
    expect((await send(url, { jsonrpc: '2.0', id: 2, method: 'echo' })).status).toBe(409)
    expect((await fetch(url, { headers: { accept: 'text/event-stream' } })).status).toBe(409)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(409)
  })

  test('speaks the dialect of the document that has it so', async () => {
    const agent = echoAgent()
    const { url } = await start({
      serve: port => void agent.serve(dialect(servedChannel(port), '003')),
    })
    expect(await initialize(url)).toMatchObject({ id: 1, result: { protocolVersion: 1 } })
    const made = await ask(url, 2, 'session/new', { cwd: '/', mcpServers: [] })
    const { sessionId } = made.result as { sessionId: string }
    const prompt = [{ type: 'text', text: 'count 3' }]
    expect(await ask(url, 3, 'session/prompt', { sessionId, prompt })).toMatchObject({
      id: 3,
      result: { stopReason: 'end_turn' },
    })
  })
})

describe('what holds for everybody holds for it', () => {
  const token = (principal: string): Record<string, string> => ({ authorization: principal })
  const guarded: Serving<Caller> = {
    authorize: asking => {
      if (asking.header('host')?.startsWith('127.0.0.1') !== true) return { status: 421, reason: 'host' }
      if (asking.header('origin') !== undefined) return { status: 403, reason: 'origin' }
      const principal = asking.header('authorization')
      return principal === undefined ? { status: 401, reason: 'unauthorized' } : { principal }
    },
    serve: (port, caller) => handmade.serve(port, caller),
  }
  const opening = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }

  test('nobody is served before it is known who they are', async () => {
    const { url } = await start(guarded)
    expect((await send(url, opening)).status).toBe(401)
    expect((await send(url, opening, { ...token('a'), origin: 'http://evil.example' })).status).toBe(403)
    expect((await fetch(url, { headers: { accept: 'text/event-stream' } })).status).toBe(401)
    expect((await send(url, opening, token('a'))).status).toBe(200)
  })

  test('who does not prove in its first message who it is gets no connection', async () => {
    const asked: unknown[] = []
    const served: unknown[] = []
    const { url } = await start({
      authorize: () => ({
        principal: 'a',
        proves: first => {
          asked.push(first)
          return false
        },
      }),
      serve: port => served.push(port),
    })
    const refused = await send(url, opening)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('proof_required')])
    expect([asked, served]).toEqual([[opening], []])
    expect((await send(url, { ...opening, method: 'echo' })).status).toBe(409)
  })

  test('callers do not share a connection', async () => {
    const { url } = await start(guarded)
    await send(url, opening, token('a'))
    const message = { jsonrpc: '2.0', id: 2, method: 'echo' }
    expect((await send(url, message, token('a'))).status).toBe(200)
    expect((await send(url, message, token('b'))).status).toBe(409)
  })

  test.each([
    ['another media type', opening, { 'content-type': 'text/plain' }, 415],
    ['an encoded body', opening, { 'content-encoding': 'gzip' }, 415],
    ['a name of a connection', opening, { 'acp-connection-id': 'x' }, 404],
    ['no JSON', '{', {}, 400],
    ['nothing but a value', '7', {}, 400],
    ['an object that is no message', { hello: 1 }, {}, 400],
    ['an id that is none', { jsonrpc: '2.0', id: {}, method: 'x' }, {}, 400],
    [
      'an id that cannot be told back as it is',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"x"}',
      {},
      400,
    ],
    ['an id that is half a number', { jsonrpc: '2.0', id: 1.5, method: 'x' }, {}, 400],
    ['an id that is too long', { jsonrpc: '2.0', id: 'x'.repeat(257), method: 'x' }, {}, 400],
    ['an opening by such an id', { ...opening, id: 1.5 }, {}, 400],
    ['a notification of another JSON-RPC', { jsonrpc: '1.0', method: 'x' }, {}, 400],
    ['an answer of no JSON-RPC', { id: 1, result: {} }, {}, 400],
    ['an opening without an id', { jsonrpc: '2.0', method: 'initialize' }, {}, 400],
    ['an array', [opening], {}, 501],
    ['something before the opening', { jsonrpc: '2.0', id: 2, method: 'echo' }, {}, 409],
    ['too much', `"${'x'.repeat(2_000)}"`, {}, 413],
    ['too deep', `${'['.repeat(200)}${']'.repeat(200)}`, {}, 400],
  ] as const)('%s is refused', async (...[_what, message, headers, status]) => {
    const refused: number[] = []
    const { url } = await start(handmade, {
      limits: { bodyBytes: 1_000 },
      onRefused: request => refused.push(request.status),
    })
    const response = await send(url, message, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      error: expect.any(String),
      correlationId: expect.any(String),
    })
    expect(refused).toEqual([status])
  })

  test('other paths, other verbs and other streams are refused', async () => {
    const { url } = await start(handmade)
    expect((await send(`${url}/more`, opening)).status).toBe(404)
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405)
    await initialize(url)
    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(406)
  })

  test('an agent that does not answer the opening is given up', async () => {
    const silent: Serving = { serve: port => void servedChannel(port) }
    const { url } = await start(silent, { limits: { openingMilliseconds: 30 } })
    expect((await send(url, opening)).status).toBe(504)
  })

  test('connections are counted, and the one that is replaced is not', async () => {
    const { url } = await start(guarded, { limits: { connections: 2 } })
    for (const principal of ['a', 'b']) expect((await send(url, opening, token(principal))).status).toBe(200)
    expect((await send(url, opening, token('c'))).status).toBe(503)
  })

  test('it is off where nobody asked for it', async () => {
    const { url, endpoint } = await start(handmade, { plainPost: undefined })
    await send(url, opening)
    const response = await send(url, { jsonrpc: '2.0', id: 2, method: 'echo' })
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'connection_id_missing' }])
    expect(endpoint.unheard).toEqual({ updates: 0, requests: 0 })
  })
})
