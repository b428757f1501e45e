import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { agent } from '../agent/index.js'
import { connect } from '../client/index.js'
import { httpEndpoint, type RemoteState, type Serving, servedChannel } from '../transport/index.js'
import { httpHandler } from './http-server/mount.js'
import { openChannel, type TransportDescription } from './open-channel.js'
import { webSocketDoor } from './websocket.js'

const UPDATES = 1_000
const QUESTION_EVERY = 50
const CUT_EVERY = 30

/** Speaks, and asks now and then; the network breaks under its words before they have left. */
function talker(fragile: Fragile, prompted: string[]): Serving {
  const talking = agent({
    name: 'talker',
    version: '1.0.0',
    async prompt(turn) {
      prompted.push(turn.text)
      for (let index = 0; index < UPDATES; index++) {
        const room = turn.say(`${index} `)
        if (index % CUT_EVERY === 0) fragile.cut()
        await room
        if (index % 10 === 0) await new Promise(resolve => setTimeout(resolve, 5))
        if (index % QUESTION_EVERY === 7) {
          const choice = await turn.ask({ title: `Question ${index}` })
          await turn.say(`(${choice?.kind}) `)
        }
      }
      return 'end_turn'
    },
  })
  return { serve: port => void talking.serve(servedChannel(port)) }
}

function expectedText(): string {
  const said = Array.from({ length: UPDATES }, (_, index) =>
    index % QUESTION_EVERY === 7 ? `${index} (allow_once) ` : `${index} `,
  )
  return said.join('')
}

/** A server whose every connection can be torn down at once. */
class Fragile implements AsyncDisposable {
  readonly server: Server = createServer()
  readonly #sockets = new Set<Socket>()
  cuts = 0
  close: () => Promise<void> = async () => {}

  async listen(): Promise<string> {
    this.server.on('connection', socket => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      socket.on('error', () => {})
    })
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}/acp`
  }

  cut(): void {
    this.cuts += this.#sockets.size
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
    this.cut()
    this.server.close()
  }
}

async function overSockets(fragile: Fragile, serving: Serving): Promise<TransportDescription> {
  const door = await webSocketDoor(serving)
  fragile.server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head))
  fragile.close = () => door.close()
  return { transport: 'websocket', url: `ws://${await fragile.listen()}` }
}

async function overHttp(fragile: Fragile, serving: Serving): Promise<TransportDescription> {
  const endpoint = httpEndpoint(serving)
  fragile.server.on('request', httpHandler(endpoint))
  fragile.close = () => endpoint.close()
  return { transport: 'http', url: `http://${await fragile.listen()}` }
}

async function survivesCuts(fragile: Fragile, description: TransportDescription): Promise<RemoteState[]> {
  const states: RemoteState[] = []
  const asked: string[] = []
  const channel = await openChannel(description, {
    retry: { firstDelay: 5, longestDelay: 50 },
    onState: state => states.push(state),
  })
  const client = await connect(channel, {
    permission: async ({ options, toolCall }) => {
      asked.push(`${toolCall?.title}`)
      // And under the answer.
      fragile.cut()
      return options.find(({ kind }) => kind === 'allow_once')
    },
  })
  const session = await client.newSession({ cwd: process.cwd() })
  const turn = session.prompt('talk')
  let text = ''
  for await (const update of turn.updates)
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      text += update.content.text
  expect((await turn.outcome).stopReason).toBe('end_turn')
  expect(text).toBe(expectedText())
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked).toHaveLength(UPDATES / QUESTION_EVERY)
  expect(fragile.cuts).toBeGreaterThanOrEqual(asked.length)
  await client.close()
  return states
}

test('sockets that are destroyed again and again lose no update, and tell none twice', async () => {
  await using fragile = new Fragile()
  const prompted: string[] = []
  const states = await survivesCuts(fragile, await overSockets(fragile, talker(fragile, prompted)))
  expect(prompted).toEqual(['talk'])
  expect(states.filter(({ status }) => status === 'waiting').length).toBeGreaterThanOrEqual(
    UPDATES / QUESTION_EVERY,
  )
  expect(states.at(-1)?.status).toBe('closed')
}, 30_000)

test('so does Streamable HTTP', async () => {
  await using fragile = new Fragile()
  const prompted: string[] = []
  await survivesCuts(fragile, await overHttp(fragile, talker(fragile, prompted)))
  expect(prompted).toEqual(['talk'])
}, 30_000)

test('a server that was started anew is gone on with: what it has lost is said, what it has not is there', async () => {
  await using fragile = new Fragile()
  const patient = agent({
    name: 'patient',
    version: '1.0.0',
    prompt: turn => new Promise(resolve => turn.signal.addEventListener('abort', () => resolve('cancelled'))),
  })
  const serving: Serving = { serve: port => void patient.serve(servedChannel(port)) }
  const doors = [await webSocketDoor(serving)]
  fragile.server.on('upgrade', (request, socket, head) => doors.at(-1)?.upgrade(request, socket, head))
  fragile.close = async () => void (await Promise.all(doors.map(door => door.close())))
  const url = `ws://${await fragile.listen()}`
  const client = await connect(
    await openChannel({ transport: 'websocket', url }, { retry: { firstDelay: 5, longestDelay: 50 } }),
  )
  const session = await client.newSession({ cwd: process.cwd() })
  const turn = session.prompt('wait')
  doors.push(await webSocketDoor(serving))
  fragile.cut()
  // It was asked again, by the same name, of an agent that knows nothing of the session.
  await expect(turn.outcome).rejects.toMatchObject({ code: -32002 })
  const fresh = await client.newSession({ cwd: process.cwd() })
  expect(fresh.id).not.toBe(session.id)
  await client.close()
}, 30_000)

test('an agent that is a program is started', async () => {
  const fixture = fileURLToPath(new URL('fixtures/agent.mjs', import.meta.url))
  const channel = await openChannel({ transport: 'stdio', command: process.execPath, args: [fixture] })
  const client = await connect(channel)
  const session = await client.newSession({ cwd: process.cwd() })
  expect((await session.prompt('hello').outcome).stopReason).toBe('end_turn')
  await client.close()
  await channel.exited
})

test.each([
  ['http', 'http://agents.example/acp'],
  ['websocket', 'ws://agents.example/acp'],
  ['websocket', 'https://agents.example/acp'],
  ['http', 'no address'],
] as const)('%s to %s is refused before anything is sent', async (transport, url) => {
  await expect(openChannel({ transport, url })).rejects.toThrow(TypeError)
})

test('a transport that nobody knows is refused', async () => {
  const description = { transport: 'sse', url: 'https://agents.example' } as unknown as TransportDescription
  await expect(openChannel(description)).rejects.toThrow('stdio, http or websocket')
})

test.each(['http', 'websocket'] as const)(
  'nobody at the other end of %s is said at once',
  async transport => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const url = `${transport === 'http' ? 'http' : 'ws'}://127.0.0.1:${port}/acp`
    await expect(connect(await openChannel({ transport, url }))).rejects.toThrow('cannot be reached')
  },
)
