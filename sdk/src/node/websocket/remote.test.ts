import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { agent } from '../../agent/index.js'
import { connect } from '../../client/index.js'
import type { Channel, Message } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import { channelContract } from '../../testing/index.js'
import {
  emptyThread,
  entriesOf,
  lastMessage,
  RETELLING,
  reduce,
  type Message as Said,
  textOf,
} from '../../thread/index.js'
import { remoteChannel, servedChannel, type WebSocketLike, webSocketLinks } from '../../transport/index.js'
import type { Resumption } from '../../transport/remote/link.js'
import { openWebSocket } from '../websocket.js'
import { RawClient } from './raw-client.fixture.js'
import { serve } from './sockets.fixture.js'

const retry = { firstDelay: 1, longestDelay: 20, giveUpAfter: 30_000 }

/** Both channels of a connection whose opening has been answered. */
async function pair(): Promise<{ a: Channel; b: Channel; release: () => Promise<void> }> {
  let found = (_channel: Channel): void => {}
  const server = new Promise<Channel>(resolve => {
    found = resolve
  })
  const served = await serve({ serve: port => found(servedChannel(port)) })
  const client = remoteChannel(
    webSocketLinks(() => openWebSocket(served.url)),
    { retry },
  )
  tell(client, { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })
  const far = await server
  await far.incoming[Symbol.asyncIterator]().next()
  tell(far, { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } })
  await client.incoming[Symbol.asyncIterator]().next()
  const release = async (): Promise<void> => {
    await served[Symbol.asyncDispose]()
  }
  return { a: client, b: far, release }
}

function tell(channel: Channel, message: Message): void {
  void channel.send(message, JSON.stringify(message))
}

describe('a remote channel over sockets', () => {
  for (const { title, run } of channelContract(pair)) test(`to the server: ${title}`, run)

  for (const { title, run } of channelContract(async () => {
    const { a, b, release } = await pair()
    return { a: b, b: a, release }
  }))
    test(`to the client: ${title}`, run)
})

test('a client of the kit sees whole turns, questions included, while its sockets break', async () => {
  const UPDATES = 300
  const ours = agent({
    name: 'ours',
    version: '1.0.0',
    async prompt(turn) {
      for (let index = 0; index < UPDATES; index++) {
        await turn.say(`${index} `)
        if (index % 10 === 0) await new Promise(resolve => setTimeout(resolve, 2))
      }
      const call = turn.tool({ title: 'Ask', kind: 'other' })
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }]
      const chosen = await turn.ask(call, { options })
      call.complete()
      turn.say(String(chosen?.optionId))
      return 'end_turn'
    },
  })
  await using served = await serve({ serve: port => void ours.serve(servedChannel(port)) })
  const carriers = new Set<Socket>()
  served.server.on('connection', socket => carriers.add(socket))
  const links = webSocketLinks(() => openWebSocket(served.url))
  const client = await connect(remoteChannel(links, { retry }), { permission: ({ options }) => options[0] })
  const session = await client.newSession({ cwd: '/' })
  let cuts = 0
  const cutting = setInterval(() => {
    for (const carrier of carriers) carrier.resetAndDestroy()
    cuts += carriers.size
    carriers.clear()
  }, 40)
  for (let round = 0; round < 5; round++) {
    const turn = session.prompt('hello')
    let said = ''
    for await (const update of turn.updates)
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        said += update.content.text
    expect((await turn.outcome).stopReason).toBe('end_turn')
    expect(said).toBe(`${Array.from({ length: UPDATES }, (_, index) => `${index} `).join('')}yes`)
  }
  clearInterval(cutting)
  expect(cuts).toBeGreaterThan(3)
  await client.close()
})

test('a server that shuts down still answers what it was asked before', async () => {
  let begin = (): void => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const ours = agent({
    name: 'ours',
    version: '1.0.0',
    async prompt(turn) {
      begin()
      await new Promise(resolve => setTimeout(resolve, 100))
      turn.say('done')
      return 'end_turn'
    },
  })
  await using served = await serve({ serve: port => void ours.serve(servedChannel(port)) })
  const client = await RawClient.initialized(served.url)
  const { result } = await client.ask(1, 'session/new', { cwd: '/', mcpServers: [] })
  const params = { sessionId: result?.sessionId, prompt: [{ type: 'text', text: 'x' }] }
  client.say({ jsonrpc: '2.0', id: 2, method: 'session/prompt', params })
  await begun
  await served.door.close()
  expect(await client.closed).toBe(1001)
  expect(client.heard.at(-1)?.result?.stopReason).toBe('end_turn')
})

test('a server that has let go of what a client missed says so, and the client shows what there is, once', async () => {
  const isBack = openable()
  const ours = agent({
    name: 'ours',
    version: '1.0.0',
    async prompt(turn) {
      for (let index = 0; index < 20; index++) await turn.say(`${index} `)
      await isBack.promise
      await turn.say('end')
      return 'end_turn'
    },
  })
  const retention = { events: 3 }
  await using served = await serve({ serve: port => void ours.serve(servedChannel(port, { retention })) })
  const sockets: WebSocketLike[] = []
  const links = webSocketLinks(async () => {
    sockets.push(await openWebSocket(served.url))
    if (sockets.length > 1) isBack.open()
    return sockets.at(-1) as WebSocketLike
  })
  const tooOld = (positions: Resumption['positions']) =>
    new Map([...positions].map(([session, event]) => [session, session && event?.replace(/\d+$/, '1')]))
  const channel = remoteChannel(
    (opening, past) => links(opening, past && { ...past, positions: tooOld(past.positions) }),
    { retry },
  )
  await using client = await connect(channel)
  const session = await client.newSession({ cwd: process.cwd() })
  const turn = session.prompt('count')
  let thread = reduce(emptyThread(1), { type: 'prompt', content: turn.message })
  const retellings: string[] = []
  for await (const update of turn.updates) {
    thread = reduce(thread, update)
    if (update.sessionUpdate === RETELLING) retellings.push(update.state)
    if (textOf(lastMessage(thread) as Said).endsWith('19 ') && sockets.length === 1) sockets[0]?.terminate?.()
  }
  expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
  expect(retellings).toEqual(['begins', 'ends'])
  expect(entriesOf(thread).map(entry => textOf(entry as Said))).toEqual(['count', '17 18 19 end'])
})
