import { expect, test } from 'vitest'
import { agent } from '../../agent/index.js'
import { servedChannel } from '../remote/served-channel.js'
import { httpEndpoint } from './endpoint.js'
import { KnownSessions } from './known-sessions.js'

const ours = agent({
  name: 'echo',
  version: '1.0.0',
  async prompt(turn) {
    for (let number = 0; number < 50; number++) await turn.say(`${number} ${'x'.repeat(5_000)}`)
  },
})
const URL_OF_ENDPOINT = 'https://agents.example/acp?x=1'

function made(options = {}) {
  const endpoint = httpEndpoint({ serve: port => void ours.serve(servedChannel(port)) }, options)
  const post = (message: object, headers = {}) =>
    endpoint.fetch(
      new Request(URL_OF_ENDPOINT, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      }),
    )
  const get = (headers: Record<string, string>, signal = new AbortController().signal) =>
    endpoint.fetch(
      new Request(URL_OF_ENDPOINT, { headers: { accept: 'text/event-stream', ...headers }, signal }),
    )
  return { endpoint, post, get }
}

/** Reads until a message with this id has come, and tells how many came before. */
async function readTo(
  response: Response,
  id: number,
): Promise<{ result: { sessionId: string }; count: number }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body!) {
    text += decoder.decode(piece, { stream: true })
    // It begins with a sign of life: not every proxy hands on an answer that has nothing in it yet.
    expect(text.startsWith(':\n\n')).toBe(true)
    const events = text.split('\n\n').slice(1, -1)
    const messages = events.map(event => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}'))
    const found = messages.find(message => message.id === id)
    if (found !== undefined) return { ...found, count: messages.length - 1 }
  }
  throw new Error('the stream ended')
}

const opening = { id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }

test('a whole turn passes through requests and responses of the web', async () => {
  const { endpoint, post, get } = made({ path: '/acp' })
  const opened = await post(opening)
  expect(opened.status).toBe(200)
  expect(await opened.json()).toMatchObject({ id: 0, result: { protocolVersion: 1 } })
  const named = { 'acp-connection-id': opened.headers.get('acp-connection-id') ?? '' }
  const own = await get(named)
  expect(own.headers.get('content-type')).toBe('text/event-stream')
  expect(
    (await post({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } }, named)).status,
  ).toBe(202)
  const { sessionId } = (await readTo(own, 1)).result
  const inSession = { ...named, 'acp-session-id': sessionId }
  const session = await get(inSession)
  await post(
    { id: 2, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text: 'go' }] } },
    inSession,
  )
  expect((await readTo(session, 2)).count).toBe(50)
  const removed = await endpoint.fetch(new Request(URL_OF_ENDPOINT, { method: 'DELETE', headers: named }))
  expect([removed.status, await removed.text()]).toEqual([202, ''])
  await endpoint.close()
})

test('what is wrong with a request is told in the same words', async () => {
  const { endpoint, get } = made({ limits: { bodyBytes: 100 } })
  const post = async (body: string | ReadableStream, headers = {}) => {
    const fields = { 'content-type': 'application/json', ...headers }
    const request = new Request(URL_OF_ENDPOINT, { method: 'POST', headers: fields, body, duplex: 'half' })
    return (await endpoint.fetch(request)).status
  }
  expect(await post('{')).toBe(400)
  expect(await post('{}', { 'content-type': 'text/plain' })).toBe(415)
  expect(await post(' '.repeat(101))).toBe(413)
  const endless = new ReadableStream({
    pull: controller => controller.enqueue(new Uint8Array(50).fill(32)),
  })
  expect(await post(endless)).toBe(413)
  expect((await get({ 'acp-connection-id': 'x' })).status).toBe(404)
  await endpoint.close()
})

test('a listener that leaves makes room for the next', async () => {
  const { endpoint, post, get } = made()
  const named = { 'acp-connection-id': (await post(opening)).headers.get('acp-connection-id') ?? '' }
  const leaving = new AbortController()
  const first = await get(named, leaving.signal)
  expect((await get(named)).status).toBe(409)
  leaving.abort()
  await expect.poll(async () => (await get(named)).status).toBe(200)
  await first.body?.cancel().catch(() => {})
  await endpoint.close()
})

test('of those who were told of sessions the latest are remembered, and not everybody for ever', () => {
  const known = new KnownSessions()
  for (let index = 0; index < 1_025; index++) {
    known.add('regular', 'session')
    known.add(`pass ${index}`, 'session')
  }
  expect(known.has('pass 0', 'session')).toBe(false)
  expect(known.has('pass 1024', 'session')).toBe(true)
  expect(known.has('regular', 'session')).toBe(true)
})
