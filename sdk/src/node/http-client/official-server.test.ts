import { createServer, type Server } from 'node:http'
import { createNodeHttpHandler } from '@agentclientprotocol/sdk/experimental/node'
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, connect } from '../../client/index.js'
import { fetchCarrier, httpLinks } from '../../transport/index.js'
import { listening } from './far-end.fixture.js'
import { linkChannel } from './link-channel.fixture.js'
import { nodeHttpCarrier } from './node-carrier.js'

// Typed by nobody: it is plain JavaScript, as its authors would write it.
const { agentV1 } = await import(new URL('../interop/fixtures/official-v1.mjs', import.meta.url).href)

let server: Server
let url: string

beforeAll(async () => {
  server = createServer(createNodeHttpHandler(new AcpServer({ createAgent: agentV1 })))
  url = `${await listening(server)}/acp`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const carriers = { 'node:http': () => nodeHttpCarrier(), fetch: () => fetchCarrier() }

describe.each(Object.entries(carriers))(
  'our client over %s with a server of the official SDK',
  (_, carrier) => {
    let client: Client
    let asked = 0

    beforeAll(async () => {
      client = await connect(linkChannel(httpLinks(carrier(), { url })), {
        info: { name: 'interop', version: '1.2.3' },
        permission: request => {
          asked++
          return request.options[0]
        },
        files: { read: async () => ({ content: 'what was read' }) },
      })
    })

    afterAll(() => client.close())

    const say = async (text: string) => {
      const session = await client.newSession({ cwd: '/' })
      const turn = session.prompt(text)
      const said: string[] = []
      for await (const update of turn.updates)
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          said.push(update.content.text)
      return { said, stopReason: (await turn.outcome).stopReason }
    }

    test('has a turn with all its updates in order', async () => {
      const { said, stopReason } = await say('talk /tmp/x')
      expect(said.join('')).toContain('Hello world')
      expect(stopReason).toBe('end_turn')
    })

    test('answers what the agent asks, in the session that it asks about', async () => {
      const { said } = await say('ask')
      expect(asked).toBe(1)
      expect(said.join('')).toContain('yes')
      expect((await say('read /tmp/notes')).said.join('')).toContain('what was read')
    })

    test('calls a turn off', async () => {
      const session = await client.newSession({ cwd: '/' })
      const turn = session.prompt('wait')
      for await (const _update of turn.updates) await session.cancel()
      expect((await turn.outcome).stopReason).toBe('cancelled')
    })

    test('has many turns at once', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => say('talk /tmp/x')))
      for (const { said } of all) expect(said.join('')).toContain('Hello world')
    })
  },
)
