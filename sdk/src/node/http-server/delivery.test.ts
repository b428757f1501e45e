import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { EndpointOptions, Port, Serving } from '../../transport/index.js'
import { type Fields, http1, http2, opening, RawClient, textsOf, type Wire } from './raw-client.fixture.js'
import { echoAgent, type Served, servingOf, start } from './served-agent.fixture.js'

const ending: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function serve(
  serving: Serving,
  options: EndpointOptions & { readonly isSecure?: boolean } = {},
): Promise<Served> {
  // Nobody closes a port that is served by hand.
  const limits = { graceMilliseconds: 100, ...options.limits }
  const served = await start(serving, { ...options, limits })
  ending.push(() => served.server.close())
  return served
}

function connect({ url }: Served, toWire: (url: string) => Wire = http1): RawClient {
  const wire = toWire(url)
  ending.push(() => wire.close())
  return new RawClient(wire)
}

/** A port that tests speak through by hand. */
function byHand(): { readonly serving: Serving; readonly ports: Port[]; readonly heard: unknown[] } {
  const ports: Port[] = []
  const heard: unknown[] = []
  const serving: Serving = {
    serve: port => {
      ports.push(port)
      port.onListen = ({ outlet, session }) => {
        if (session === undefined && ports.length === 1) void outlet.write('{"id":0,"result":{}}', 'e.1')
        return undefined
      }
      void (async () => {
        for await (const { messages } of port.incoming) heard.push(...messages)
      })()
    },
  }
  return { serving, ports, heard }
}

test('what an agent answers within the turn is told before it is said that the request was taken', async () => {
  const serving: Serving = {
    serve: port => {
      port.onListen = ({ outlet, session }) => {
        if (session === undefined) void outlet.write('{"id":0,"result":{}}', 'e.1')
        told = text => void outlet.write(text, 'e.2')
        return undefined
      }
      void (async () => {
        for await (const { messages } of port.incoming)
          if (Object(messages[0]).method === 'asked') told('{"id":1,"result":{}}')
      })()
    },
  }
  let told: (text: string) => void = () => {}
  const served = await serve(serving)
  const written: string[] = []
  served.server.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { write, end } = response
    response.write = (...given: unknown[]) => {
      written.push(request.method ?? '')
      return Reflect.apply(write, response, given)
    }
    response.end = (...given: unknown[]) => {
      written.push(`${request.method} ${response.statusCode}`)
      return Reflect.apply(end, response, given)
    }
  })
  const client = connect(served)
  await client.initialize()
  const stream = await client.listen({})
  written.length = 0
  await client.say({ id: 1, method: 'asked' } as object)
  await stream.until(({ id }) => id === 1)
  expect(written).toEqual(['GET', 'POST 202'])
})

describe.each([
  ['HTTP/1.1', false, http1],
  ['HTTP/2', true, http2],
] as const)('over %s', (_name, isSecure, toWire) => {
  test('a stream that is torn again and again tells everything once, in order', async () => {
    const client = connect(await serve(servingOf(echoAgent()), { isSecure }), toWire)
    const { session, sessionId } = await client.begin()
    await client.prompt(1, sessionId, 'count 300')
    const ids: (string | undefined)[] = []
    const texts: string[] = []
    let current = session
    let cuts = 0
    for (;;) {
      await current.arrival()
      const isOver = current.events.some(({ data }) => data.id === 1)
      if (!isOver && current.events.length < 7) continue
      current.cut()
      ids.push(...current.events.map(({ id }) => id))
      texts.push(...textsOf(current))
      if (isOver) break
      cuts++
      current = await client.listen({ 'acp-session-id': sessionId, 'last-event-id': ids.at(-1) ?? '' })
    }
    expect(cuts).toBeGreaterThan(3)
    expect(texts).toEqual(Array.from({ length: 300 }, (_, index) => `${index + 1}`))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(id => /^[\w-]+\.\d+$/.test(id ?? ''))).toBe(true)
  })

  test('what was told while nobody listened is told to whoever listens next', async () => {
    const client = connect(await serve(servingOf(echoAgent()), { isSecure }), toWire)
    const { session, own, sessionId } = await client.begin()
    session.cut()
    own.cut()
    await Promise.all([session.ended, own.ended])
    await client.prompt(1, sessionId, 'hello')
    await client.say({ id: 2, method: 'session/new', params: { cwd: '/', mcpServers: [] } } as object)
    const [ownAgain, sessionAgain] = [
      await reopened(client),
      await reopened(client, { 'acp-session-id': sessionId }),
    ]
    expect(await ownAgain.until(({ id }) => id === 2)).toMatchObject({
      result: { sessionId: expect.any(String) },
    })
    await sessionAgain.until(({ id }) => id === 1)
    expect(textsOf(sessionAgain)).toEqual(['You said: hello'])
  })

  test('a post that is slow to arrive keeps nobody waiting', async () => {
    const client = connect(await serve(servingOf(echoAgent()), { isSecure }), toWire)
    const { session, sessionId } = await client.begin()
    await client.prompt(1, sessionId, 'wait')
    await session.until(({ params }) => params?.update?.content?.text === 'waiting')
    const { Readable } = await import('node:stream')
    const body = new Readable({ read() {} })
    body.push('{"jsonrpc":"2.0",')
    const headers = { 'content-type': 'application/json', ...client.named }
    const slow = client.ask({ method: 'POST', headers, body })
    await client.say({ method: 'session/cancel', params: { sessionId } } as object)
    expect(await session.until(({ id }) => id === 1)).toMatchObject({ result: { stopReason: 'cancelled' } })
    body.push('"method":"_x/y"}')
    body.push(null)
    expect((await slow).status).toBe(202)
  })
})

/** Asks again for as long as the server has not noticed that the last one has gone. */
async function reopened(client: RawClient, headers: Fields = {}): ReturnType<RawClient['listen']> {
  for (;;) {
    const stream = await client.get(headers)
    if (typeof stream === 'object') return stream
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

test('a post that is sent again under the same key is taken once; under another, or on another connection, again', async () => {
  const { serving, heard } = byHand()
  const served = await serve(serving)
  const client = connect(served)
  await client.initialize()
  const note = { method: 'x/note' }
  for (const key of ['one', 'one', 'two', 'one'])
    expect((await client.say(note as object, { 'idempotency-key': key })).status).toBe(202)
  await client.say(note as object)
  await client.say(note as object)
  expect(heard.slice(1)).toHaveLength(4)
})

test('a connection that was ended on purpose is gone, and one that was ended for a reason may begin anew', async () => {
  const { serving, ports } = byHand()
  const served = await serve(serving)
  const [done, troubled] = [connect(served), connect(served)]
  await done.initialize()
  const [first] = ports.splice(0)
  await troubled.initialize()
  const note = { method: 'x/note' } as object
  await first?.close()
  await ports[0]?.close('it fell behind')
  expect((await done.say(note)).status).toBe(410)
  expect((await troubled.say(note)).status).toBe(404)
})

test('who wants to go on behind an event that is not known is told to begin anew', async () => {
  const client = connect(await serve(servingOf(echoAgent())))
  await client.initialize()
  expect(await client.get({ 'last-event-id': 'another.7' })).toBe(404)
  expect((await client.say({ method: '_x/y' } as object)).status).toBe(404)
})

test('an event is one line, whatever its text looks like', async () => {
  const serving: Serving = {
    serve: port => {
      let count = 0
      port.onListen = ({ outlet }) => {
        if (count++ === 0) void outlet.write('{"id":0,"result":{}}')
        else void outlet.write('{\n"method":\r\n"x\\ny"}', 'e.2')
        return undefined
      }
    },
  }
  const client = connect(await serve(serving))
  await client.initialize()
  const own = await client.listen()
  await own.until(({ method }) => method === 'x\ny')
  expect(own.raw).toBe('id: e.2\ndata: { "method": "x\\ny"}\n\n')
})

test('what an agent says before it answers the opening is told on the first stream', async () => {
  const serving: Serving = {
    serve: port => {
      port.onListen = ({ outlet }) => {
        void outlet.write('{"method":"early"}', 'e.1')
        void outlet.write('{"id":0,"result":{}}', 'e.2')
        port.onListen = () => undefined
        return undefined
      }
    },
  }
  const client = connect(await serve(serving))
  expect(JSON.parse((await client.initialize()).text)).toEqual({ id: 0, result: {} })
  const own = await client.listen()
  expect(await own.until(() => true)).toEqual({ method: 'early' })
})

test('a quiet stream shows signs of life, and a busy one needs none', async () => {
  const client = connect(await serve(servingOf(echoAgent()), { limits: { keepAliveMilliseconds: 20 } }))
  const { own } = await client.begin()
  const before = own.raw.length
  await expect.poll(() => own.raw.slice(before)).toMatch(/^(:\n\n){2,}/)
})

test('a connection without a stream is forgotten after a while, and one with a stream is not', async () => {
  const limits = { keepAliveMilliseconds: 20, idleMilliseconds: 150 }
  const served = await serve(servingOf(echoAgent()), { limits })
  const forgotten = connect(served)
  const kept = connect(served)
  await forgotten.initialize()
  await kept.initialize()
  await kept.listen()
  await new Promise(resolve => setTimeout(resolve, 400))
  expect(await forgotten.get()).toBe(404)
  expect((await kept.say({ method: '_x/y' } as object)).status).toBe(202)
})

test('a server that closes lets a turn in flight finish, tells its end, and takes nothing more', async () => {
  const served = await start(servingOf(echoAgent()))
  const client = new RawClient(http1(served.url))
  const { session, own, sessionId } = await client.begin()
  await client.prompt(1, sessionId, 'count 200')
  await session.arrival()
  const closed = served.server.close()
  await Promise.all([session.ended, own.ended, closed])
  expect(textsOf(session)).toHaveLength(200)
  expect(session.events.at(-1)?.data).toMatchObject({ id: 1, result: { stopReason: 'end_turn' } })
  await expect(client.post(opening())).rejects.toThrow('ECONNREFUSED')
})

test('a client that leaves before its opening is answered leaves no connection behind', async () => {
  const { serving, ports } = byHand()
  const silent: Serving = {
    serve: (port, caller) => {
      serving.serve(port, caller)
      port.onListen = () => undefined
    },
  }
  const client = connect(await serve(silent))
  const { request } = await import('node:http')
  const url = (await serve(silent)).url
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, agent: false })
  sent.on('error', () => {})
  sent.end(JSON.stringify(opening()))
  await expect.poll(() => ports.length).toBe(1)
  sent.destroy()
  await expect.poll(() => ports[0]?.isClosed).toBe(true)
  expect(await client.get({ 'acp-connection-id': ports[0]?.id ?? '' })).toBe(404)
})

test('a client that does not read costs no more than a little memory, and its author waits', async () => {
  const waits: Promise<void>[] = []
  let written = 0
  const serving: Serving = {
    serve: port => {
      let count = 0
      port.onListen = ({ outlet }) => {
        if (count++ === 0) void outlet.write('{"id":0,"result":{}}')
        else
          void (async () => {
            for (; written < 64 * 1024 * 1024; written += 16_384) {
              const room = outlet.write(`{"text":"${'x'.repeat(16_384)}"}`)
              if (room !== undefined) waits.push(room)
              await room
            }
          })()
        return undefined
      }
    },
  }
  const client = connect(await serve(serving))
  await client.initialize()
  const reply = await client.wire.send({ headers: { accept: 'text/event-stream', ...client.named } })
  reply.stream.pause()
  await expect.poll(() => waits.length).toBeGreaterThan(0)
  let before = -1
  while (before !== written) {
    before = written
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  expect(written).toBeLessThan(32 * 1024 * 1024)
  reply.cut()
})
