import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type AgentDefinition, agent } from '../../agent/index.js'
import type { Outgoing } from '../../jsonrpc/index.js'
import {
  type Arrival,
  type Caller,
  type Link,
  LinkLost,
  type Port,
  type Resumption,
  servedChannel,
  webSocketLinks,
} from '../../transport/index.js'
import { openWebSocket } from '../websocket.js'
import { INITIALIZE, RawClient } from './raw-client.fixture.js'
import { listen, type Served, serve, stop } from './sockets.fixture.js'

const UPDATES = 400

/** Speaks at a pace at which a socket can break in the middle; and says how often it was asked for something. */
const prompts: string[] = []
const slow: AgentDefinition['prompt'] = async turn => {
  prompts.push(turn.text)
  for (let index = 0; index < UPDATES; index++) {
    await turn.say(`${index}`)
    if (index % 20 === 0) await new Promise(resolve => setTimeout(resolve, 5))
  }
  return 'end_turn'
}

function serveSlowly(options?: Parameters<typeof serve>[1], principal = () => 'anna'): Promise<Served> {
  const ours = agent({ name: 'ours', version: '1.0.0', prompt: slow })
  const authorize = (): Caller => ({ principal: principal() })
  return serve({ authorize, serve: port => void ours.serve(servedChannel(port)) }, options)
}

interface Message {
  readonly id?: number
  readonly result?: { readonly sessionId?: string; readonly stopReason?: string }
  readonly params?: { readonly update?: { readonly content?: { readonly text?: string } } }
}

/** As much of a client as can go on: it knows what it has heard of each stream, and what it has said. */
class Returning {
  readonly heard: Message[] = []
  readonly events: string[] = []
  readonly positions = new Map<string | undefined, string | undefined>()
  readonly said: Outgoing[] = [INITIALIZE as Outgoing]
  confirmed = 0
  link: Link | undefined
  readonly #open
  readonly #carriers: Socket[] = []

  constructor(served: Served) {
    served.server.on('connection', socket => this.#carriers.push(socket))
    this.#open = webSocketLinks(() => openWebSocket(served.url))
  }

  async begin(resumption?: Resumption): Promise<Link> {
    const text = JSON.stringify(INITIALIZE)
    const link = await this.#open({ message: INITIALIZE as Outgoing, text }, resumption)
    link.onConfirmed = count => {
      this.confirmed = count
    }
    this.link = link
    return link
  }

  /** Goes on: says again what the server did not get. */
  async resume(): Promise<void> {
    const connectionId = this.link?.connectionId
    const link = await this.begin({ connectionId, positions: this.positions })
    for (const message of this.said.slice(link.received)) void link.send(message, JSON.stringify(message))
  }

  say(message: object): void {
    this.said.push(message as Outgoing)
    void this.link?.send(message as Outgoing, JSON.stringify(message))
  }

  /** Reads until this is heard; false when the link was lost before. */
  async readUntil(is: (message: Message) => boolean): Promise<boolean> {
    const found = this.heard.some(is)
    if (found || this.link === undefined) return found
    try {
      // A loop over it would end it.
      const reading = this.link.arrivals[Symbol.asyncIterator]()
      for (let next = await reading.next(); !next.done; next = await reading.next()) {
        const arrivals: readonly Arrival[] = next.value
        let isFound = false
        for (const { message, event, stream } of arrivals) {
          if (event !== undefined) {
            this.positions.set(stream, event)
            this.events.push(`${stream} ${event}`)
          }
          this.heard.push(message as Message)
          isFound ||= is(message as Message)
        }
        if (isFound) return true
      }
    } catch (error) {
      expect(error).toBeInstanceOf(LinkLost)
      expect((error as LinkLost).end).toBe('dropped')
    }
    return false
  }

  get texts(): string[] {
    return this.heard.flatMap(({ params }) => params?.update?.content?.text ?? [])
  }

  /** Breaks the network. */
  cut(): void {
    for (const carrier of this.#carriers.splice(0)) carrier.resetAndDestroy()
  }
}

async function openSession(client: Returning): Promise<string> {
  client.say({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } })
  await client.readUntil(({ id }) => id === 1)
  return client.heard.find(({ id }) => id === 1)?.result?.sessionId ?? ''
}

function prompt(client: Returning, sessionId: string, text: string): void {
  const params = { sessionId, prompt: [{ type: 'text', text }] }
  client.say({ jsonrpc: '2.0', id: 2, method: 'session/prompt', params })
}

test('a turn whose socket breaks again and again arrives whole, each update once and in order', async () => {
  await using served = await serveSlowly()
  const client = new Returning(served)
  const link = await client.begin()
  expect(link.isRecoverable).toBe(true)
  const sessionId = await openSession(client)
  prompt(client, sessionId, 'whole')
  // The prompt itself may be lost.
  client.cut()
  let cuts = 1
  const isOver = (): Promise<boolean> => client.readUntil(({ id }) => id === 2)
  while (!(await isOver())) {
    await client.resume()
    if (cuts++ < 8) setTimeout(() => client.cut(), 10 * cuts)
  }
  expect(client.texts).toEqual(Array.from({ length: UPDATES }, (_, index) => `${index}`))
  expect(new Set(client.events).size).toBe(client.events.length)
  expect(prompts.filter(text => text === 'whole')).toEqual(['whole'])
  // The answer counts in the stream of its request, although that went over another socket.
  expect(client.events.at(-1)).toMatch(`${sessionId} `)
  expect(cuts).toBeGreaterThan(3)
  await client.link?.close()
})

test('what the server has had is confirmed, after 32 messages and after a second', async () => {
  await using served = await serveSlowly()
  const client = new Returning(served)
  const link = await client.begin()
  expect(link.received).toBe(1)
  for (let index = 0; index < 33; index++) client.say({ jsonrpc: '2.0', method: '_unknown/word', params: {} })
  await expect.poll(() => client.confirmed).toBe(32)
  await expect.poll(() => client.confirmed, { timeout: 5_000 }).toBe(34)
  client.cut()
  await client.readUntil(() => false)
  await client.resume()
  expect(client.link?.received).toBe(34)
  await client.link?.close()
})

test('the newest socket of a connection wins: the one before is closed and says nothing more', async () => {
  await using served = await serveSlowly()
  const first = await RawClient.opened(served.url)
  const mark = await first.initializeForReturn()
  const made = await first.ask(1, 'session/new', { cwd: '/', mcpServers: [] })
  expect(made._event).toMatch(/\.\d+$/)
  const sessionId = made.result?.sessionId
  first.say({
    jsonrpc: '2.0',
    id: 2,
    method: 'session/prompt',
    params: { sessionId, prompt: [{ type: 'text', text: 'x' }] },
  })
  const { _event: event } = await first.until(({ method }) => method === 'session/update')
  const second = await RawClient.opened(served.url)
  const positions = [{ event: made._event }, { sessionId, event }]
  const resumed = await second.ask(9, '_parley/connection/resume', { ...mark, positions })
  expect(resumed.result).toEqual({ received: 3 })
  const atThatTime = first.heard.length
  expect(await first.closed).toBe(1008)
  await second.until(({ id }) => id === 2)
  expect(first.heard.length - atThatTime).toBeLessThan(5)
  const updates = second.heard.filter(({ method }) => method === 'session/update')
  expect(updates.length).toBe(UPDATES - 1)
  second.socket.close()
})

test('a client that did not ask for numbers gets none, whoever gives them out', async () => {
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 0, result: {} })
  await using served = await serve({
    serve: port => {
      port.onListen = ({ outlet }) => {
        void outlet.write(answer, 'e.1')
        return undefined
      }
    },
  })
  const plain = await RawClient.initialized(served.url)
  expect(plain.heard).toEqual([JSON.parse(answer)])
  const returning = await RawClient.opened(served.url)
  await returning.initializeForReturn()
  expect(returning.heard).toEqual([{ _event: 'e.1', ...JSON.parse(answer) }])
  plain.socket.close()
  returning.socket.close()
})

test('a connection that took leave, or waited too long, is no longer known', async () => {
  await using served = await serveSlowly({ keepMilliseconds: 50 })
  const polite = new Returning(served)
  await polite.begin()
  await polite.link?.close()
  await expect(polite.resume()).rejects.toMatchObject({ end: 'forgotten' })
  const late = new Returning(served)
  await late.begin()
  late.cut()
  await late.readUntil(() => false)
  await new Promise(resolve => setTimeout(resolve, 400))
  await expect(late.resume()).rejects.toMatchObject({ end: 'forgotten' })
})

test('only so many connections wait for their clients: the one that waited longest is let go', async () => {
  await using served = await serveSlowly({ mostKept: 1 })
  const [first, second] = [new Returning(served), new Returning(served)]
  for (const client of [first, second]) {
    await client.begin()
    client.cut()
    await client.readUntil(() => false)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  await expect(first.resume()).rejects.toMatchObject({ end: 'forgotten' })
  await second.resume()
  await second.link?.close()
})

test("somebody else's connection does not exist", async () => {
  let principal = 'anna'
  await using served = await serveSlowly({}, () => principal)
  const client = new Returning(served)
  await client.begin()
  client.cut()
  await client.readUntil(() => false)
  principal = 'mallory'
  await expect(client.resume()).rejects.toMatchObject({ end: 'forgotten' })
  principal = 'anna'
  await client.resume()
  await client.link?.close()
})

test('a caller who may no longer be here loses the connection that waits for it', async () => {
  const revocation = new AbortController()
  const ours = agent({ name: 'ours', version: '1.0.0', prompt: slow })
  await using served = await serve({
    authorize: ({ header }) =>
      header('x-again') === undefined
        ? { principal: 'anna', revoked: revocation.signal }
        : { principal: 'anna' },
    serve: port => void ours.serve(servedChannel(port)),
  })
  const client = await RawClient.opened(served.url)
  const mark = await client.initializeForReturn()
  client.socket.terminate()
  await client.closed
  revocation.abort()
  const again = await RawClient.opened(served.url, { headers: { 'x-again': '1' } })
  const { error } = await again.ask(1, '_parley/connection/resume', { ...mark, positions: [] })
  expect(error?.data?.reason).toBe('connection_not_found')
  expect(await again.closed).toBe(1000)
})

test('a server that takes the token back is worth another try: there may be a new one', async () => {
  const revocation = new AbortController()
  await using served = await serve({
    authorize: () => ({ principal: 'anna', revoked: revocation.signal }),
    serve: port => void agent({ name: 'ours', version: '1.0.0', prompt: slow }).serve(servedChannel(port)),
  })
  const link = await new Returning(served).begin()
  const reading = link.arrivals[Symbol.asyncIterator]()
  await reading.next()
  revocation.abort()
  await expect(reading.next()).rejects.toMatchObject({ end: 'dropped', message: /token/ })
})

test('a server that takes a socket and does not answer is given up, and told nothing later', async () => {
  const server = createServer()
  const held: (() => void)[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const said: unknown[] = []
  server.on('upgrade', (request, socket, head) => {
    held.push(() =>
      sockets.handleUpgrade(request, socket, head, opened => opened.on('message', text => said.push(text))),
    )
  })
  const url = await listen(server)
  const openLink = webSocketLinks(() => new WebSocket(url), { answerMilliseconds: 100 })
  const message = INITIALIZE as Outgoing
  const opening = openLink({ message, text: JSON.stringify(message) })
  await expect(opening).rejects.toMatchObject({ end: 'dropped' })
  await expect.poll(() => held.length).toBe(1)
  for (const accept of held) accept()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(said).toEqual([])
  await stop(server)
})

test('a server that shuts down, or breaks, is worth another try; one that refuses is not', async () => {
  const served = await serveSlowly()
  const client = new Returning(served)
  const link = await client.begin()
  await served[Symbol.asyncDispose]()
  const reading = link.arrivals[Symbol.asyncIterator]()
  await reading.next()
  await expect(reading.next()).rejects.toMatchObject({ end: 'dropped' })
  await expect(client.resume()).rejects.toMatchObject({ end: 'dropped' })

  await using guarded = await serve({
    authorize: () => ({ status: 403, reason: 'forbidden' }),
    serve: () => expect.unreachable(),
  })
  await expect(new Returning(guarded).begin()).rejects.toMatchObject({ end: 'refused' })
  await using busy = await serve({
    authorize: () => ({ status: 429, reason: 'rate_limited', headers: { 'Retry-After': '3' } }),
    serve: () => expect.unreachable(),
  })
  await expect(new Returning(busy).begin()).rejects.toMatchObject({ end: 'dropped', retryAfter: 3_000 })
})

test('a client can name as many sessions as can be open, and not as many as fit into a message', async () => {
  let listenings = 0
  const serving = (port: Port): void => {
    void ours.serve(servedChannel(port))
    const { onListen } = port
    port.onListen = listening => {
      listenings++
      return onListen(listening)
    }
  }
  const ours = agent({ name: 'ours', version: '1.0.0', prompt: slow })
  await using served = await serve({ serve: serving })
  const client = await RawClient.opened(served.url)
  const { connectionId } = await client.initializeForReturn()
  const positions = Array.from({ length: 4_096 }, (_, index) => ({ sessionId: `session ${index}` }))
  listenings = 0
  const next = await RawClient.opened(served.url)
  const { result } = await next.ask(1, '_parley/connection/resume', { connectionId, positions })
  expect(result).toMatchObject({ received: 1 })
  expect(listenings).toBeGreaterThan(200)
  expect(listenings).toBeLessThan(300)
})
