import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../client/index.js'
import type { Channel } from '../../jsonrpc/index.js'
import { channelContract } from '../../testing/index.js'
import { httpLinks, remoteChannel, servedChannel } from '../../transport/index.js'
import { echoAgent, servingOf, start } from '../http-server/served-agent.fixture.js'
import { listening } from './far-end.fixture.js'
import { nodeHttpCarrier } from './node-carrier.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Stands between client and server, and breaks what goes through. */
class Road {
  readonly sockets = new Set<Socket>()
  readonly #server: Server

  constructor(port: number) {
    this.#server = createServer(near => {
      const far = connectSocket(port, '127.0.0.1')
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => {
          this.sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
  }

  async open(): Promise<string> {
    ends.push(() => {
      this.#server.close()
      this.breakAll()
    })
    return listening(this.#server)
  }

  breakAll(): void {
    for (const socket of this.sockets) socket.resetAndDestroy()
  }
}

const texts = async (updates: AsyncIterable<unknown>): Promise<string[]> => {
  const said: string[] = []
  for await (const update of updates) {
    const { content } = update as { content?: { text?: string } }
    if (content?.text !== undefined) said.push(content.text)
  }
  return said
}

test('a turn loses nothing and hears nothing twice while the network breaks again and again', async () => {
  const { server, url } = await start(servingOf(echoAgent()))
  ends.push(() => server.close())
  const road = new Road(Number(new URL(url).port))
  const near = await road.open()
  const client = await connect(remoteChannel(httpLinks(nodeHttpCarrier(), { url: `${near}/acp` })), {})
  const sessions = await Promise.all(Array.from({ length: 3 }, () => client.newSession({ cwd: '/' })))
  let breaks = 0
  const timer = setInterval(() => {
    road.breakAll()
    breaks++
  }, 60)
  for (let round = 0; round < 3; round++)
    await Promise.all(
      sessions.map(async session => {
        const turn = session.prompt('count 500')
        expect(await texts(turn.updates)).toEqual(Array.from({ length: 500 }, (_, index) => `${index + 1}`))
        expect((await turn.outcome).stopReason).toBe('end_turn')
      }),
    )
  clearInterval(timer)
  expect(breaks).toBeGreaterThan(5)
  await client.close()
})

const pair = async () => {
  let serve = (_channel: Channel): void => {}
  const served = new Promise<Channel>(resolve => {
    serve = resolve
  })
  const { server, url } = await start({
    serve: port => {
      const channel = servedChannel(port)
      serve(channel)
    },
  })
  const a = remoteChannel(httpLinks(nodeHttpCarrier(), { url }))
  const opening = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} } as const
  void a.send(opening, JSON.stringify(opening))
  const b = await served
  const incoming = b.incoming[Symbol.asyncIterator]()
  await incoming.next()
  const answer = { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } } as const
  void b.send(answer, JSON.stringify(answer))
  const atA = a.incoming[Symbol.asyncIterator]()
  await atA.next()
  const wrap = (channel: Channel, left: AsyncIterator<never>): Channel => ({
    incoming: { [Symbol.asyncIterator]: () => left as never },
    send: (message, text) => channel.send(message, text),
    close: () => channel.close(),
  })
  return {
    a: wrap(a, atA as never),
    b: wrap(b, incoming as never),
    release: async () => {
      await server.close()
    },
  }
}

describe('from the client to the server and back', () => {
  for (const { title, run } of channelContract(pair)) test(title, run)
})
