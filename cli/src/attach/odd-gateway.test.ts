/** What becomes of who comes to a gateway that does not answer, answers late, or answers in order to deceive. */

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { begin, makePlace, parley } from '../run/command.fixture.js'
import { lookAround } from './entering.js'
import { askGuard } from './guard-request.js'

type Answer = { readonly result: unknown } | { readonly error: object } | 'none' | 'closed'
type Params = Readonly<Record<string, unknown>>

const NO_SESSION = {
  error: { code: -32002, message: 'There is no such session', data: { reason: 'session_not_found' } },
}
const GREETING = {
  ...{ protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'odd', version: '1' } },
  _meta: { 'parley.dev/session': { name: 'owner', role: 'admin' } },
}

/** A gateway that answers as it is told to. */
class OddGateway {
  readonly asked: { readonly method: string; readonly params: Params }[] = []
  readonly left: unknown[] = []
  readonly #http = createServer((request, response) => {
    if (request.url === '/auth/leave') this.left.push(request.headers.authorization)
    this.onExchange(response)
  })

  constructor(answers: Readonly<Record<string, Answer>>) {
    new WebSocketServer({ server: this.#http }).on('connection', socket =>
      socket.on('message', data => this.#hear(socket, JSON.parse(String(data)), answers)),
    )
    onTestFinished(() => void this.#http.close().closeAllConnections())
  }

  onExchange = (response: ServerResponse): void =>
    void response.end(JSON.stringify({ token: 'pass', session: 'gone' }))

  async open(): Promise<string> {
    this.#http.listen(0, '127.0.0.1')
    await once(this.#http, 'listening')
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  async heard(method: string): Promise<void> {
    await expect.poll(() => this.asked.some(each => each.method === method), { timeout: 10_000 }).toBe(true)
  }

  #hear(
    socket: WebSocket,
    { id, method, params }: { readonly id?: unknown; readonly method: string; readonly params: Params },
    answers: Readonly<Record<string, Answer>>,
  ): void {
    this.asked.push({ method, params })
    const all: Readonly<Record<string, Answer>> = {
      initialize: { result: GREETING },
      '_parley/session/list': { result: { sessions: [] } },
      ...answers,
    }
    const answer = all[method] ?? { result: {} }
    if (answer === 'closed') socket.close(1008, 'revoked')
    else if (answer !== 'none' && id !== undefined)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  }
}

async function come(answers: Readonly<Record<string, Answer>>) {
  const gateway = new OddGateway(answers)
  return { gateway, url: await gateway.open() }
}

test('a session that is not on the list is opened by its whole id; one that is not there is told of', async () => {
  const { gateway, url } = await come({})
  const { child, said, wait } = begin(makePlace(), ['attach', url, 'one', '--format', 'json'])
  expect(JSON.parse(await said('\n'))).toMatchObject({ type: 'session', sessionId: 'one', role: 'admin' })
  await gateway.heard('session/load')
  expect(gateway.asked.find(({ method }) => method === 'session/load')?.params).toEqual({
    ...{ sessionId: 'one', cwd: '/', mcpServers: [] },
    // What the schema demands; where it works is for the gateway to say.
    _meta: { 'parley.dev/keep': true },
  })
  child.kill('SIGTERM')
  expect(await wait).toMatchObject({ code: 130, stderr: '' })
  const { url: other } = await come({ '_parley/session/attach': NO_SESSION })
  const told = await parley(makePlace(), ['attach', other, 'none'])
  expect(told).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('no session none') })
})

const LISTED = { result: { sessions: [{ sessionId: 'one', cwd: '/work', agent: 'odd' }] } }

test('a signal ends it also while a session is loaded that never comes', async () => {
  const { gateway, url } = await come({ '_parley/session/list': LISTED, 'session/load': 'none' })
  const { child, wait } = begin(makePlace(), ['attach', url, 'one'])
  await gateway.heard('session/load')
  child.kill('SIGINT')
  expect(await wait).toMatchObject({ code: 130, stderr: '' })
})

test('a gateway that is lost while a session is loaded is one that was lost', async () => {
  const { url } = await come({ '_parley/session/list': LISTED, 'session/load': 'closed' })
  expect(await parley(makePlace(), ['attach', url, 'one'])).toMatchObject({ code: 8 })
})

test('what it says of an error is one line', async () => {
  const refusal = { error: { code: -32603, message: 'no\nparley: all is well\r\n\u001b[2J' } }
  const { url } = await come({ '_parley/session/list': LISTED, 'session/load': refusal })
  const { code, stderr } = await parley(makePlace(), ['attach', url, 'one'])
  expect(code).toBe(1)
  expect(stderr.split('\n')).toHaveLength(2)
  expect(stderr).not.toContain('\u001b')
})

test.each(['attach', 'chat --attach'])(
  '%s gives back what a link gave when its session is gone',
  async words => {
    const { gateway, url } = await come({ '_parley/session/attach': NO_SESSION })
    const { code } = await parley(makePlace(), [...words.split(' '), `${url}/#ticket=ticket`])
    expect(code).toBe(4)
    expect(gateway.left).toEqual(['Bearer pass'])
  },
)

describe('nothing is waited for without end:', () => {
  afterEach(() => void vi.useRealTimers())

  test('a list', async () => {
    const { gateway, url } = await come({ '_parley/session/list': 'none' })
    const { stdin, stdout, stderr } = process
    const shell = { stdin, stdout, stderr, env: {}, cwd: '/' }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const far = { url: url.replace('http', 'ws'), origin: url }
    const told = lookAround(far, { version: 1 }, shell).catch((error: unknown) => String(error))
    while (gateway.asked.length < 2) await new Promise(done => setImmediate(done))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await told).toMatch(/30000|30 s|time/)
  })

  test('an answer that drips', async () => {
    const { gateway, url } = await come({})
    const begun = new Promise<ServerResponse>(resolve => {
      gateway.onExchange = resolve
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = askGuard({ origin: url, path: '/auth/exchange', body: {} })
    const told = asked.catch((error: unknown) => String(error))
    const response = await begun
    const drip = setInterval(() => response.write(' '), 100)
    onTestFinished(() => clearInterval(drip))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await told).toContain('it does not answer')
  })
})
