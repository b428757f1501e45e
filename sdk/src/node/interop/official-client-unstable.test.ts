import * as two from '@agentclientprotocol/sdk/experimental/v2/unstable'
import * as one from '@agentclientprotocol/sdk/unstable'
import { afterAll, describe, expect, test } from 'vitest'
import { OurAgent, refusalOf } from './our-agent.fixture.js'

const agents: OurAgent[] = []

interface Asker {
  request(method: string, params: object): Promise<unknown>
  readonly agent: OurAgent
  readonly greeting: unknown
  readonly updates: unknown[]
}

async function askerV1(): Promise<Asker> {
  const agent = new OurAgent('kept', 'auth', 'unstable', 1)
  agents.push(agent)
  const updates: unknown[] = []
  const client = one
    .client({ name: 'official-client' })
    .onNotification(one.methods.client.session.update, ({ params }) => void updates.push(params.update))
    .connect(agent.stream)
  const greeting = await client.agent.request(one.methods.agent.initialize, {
    protocolVersion: one.PROTOCOL_VERSION,
  })
  const request = (method: string, params: object) => client.agent.request(method as never, params as never)
  await request('authenticate', { methodId: 'browser' })
  return { request, agent, greeting, updates }
}

async function askerV2(): Promise<Asker> {
  const agent = new OurAgent('kept', 'auth', 'unstable', 2)
  agents.push(agent)
  const updates: unknown[] = []
  const client = two
    .client({ name: 'official-client' })
    .onNotification(two.methods.client.session.update, ({ params }) => void updates.push(params.update))
    .connect(agent.stream)
  const greeting = await client.agent.request(two.methods.agent.initialize, {
    protocolVersion: two.PROTOCOL_VERSION,
    info: { name: 'official-client', version: '2.4.0' },
  })
  const request = (method: string, params: object) => client.agent.request(method as never, params as never)
  await request('auth/login', { methodId: 'browser' })
  return { request, agent, greeting, updates }
}

afterAll(async () => {
  await Promise.all(agents.map(each => each[Symbol.asyncDispose]()))
})

const cwd = '/'
const open = async ({ request }: Asker): Promise<string> =>
  ((await request('session/new', { cwd, mcpServers: [] })) as { sessionId: string }).sessionId

const listed = async ({ request }: Asker, params: object = {}) =>
  ((await request('session/list', params)) as { sessions: { sessionId: string }[] }).sessions

for (const [version, connect] of [
  [1, askerV1],
  [2, askerV2],
] as const)
  describe(`our agent with a client on the unstable official SDK, version ${version}`, () => {
    test('says what it offers', async () => {
      const { greeting } = await connect()
      const session = { fork: {}, archive: {}, status: {}, title: {}, systemPrompt: {} }
      expect(greeting).toMatchObject(
        version === 1
          ? { agentCapabilities: { sessionCapabilities: session, providers: {}, auth: { status: {} } } }
          : { capabilities: { session, providers: {}, auth: { status: {} } } },
      )
    })

    test('forks a session, which goes its own way', async () => {
      const asker = await connect()
      const sessionId = await open(asker)
      const fork = (await asker.request('session/fork', { sessionId, cwd, mcpServers: [] })) as {
        sessionId: string
      }
      expect(fork.sessionId).not.toBe(sessionId)
      expect((await listed(asker)).map(each => each.sessionId)).toContain(fork.sessionId)
      const unknown = asker.request('session/fork', { sessionId: 'nobody', cwd, mcpServers: [] })
      expect(await refusalOf(unknown)).toMatchObject({ code: -32002 })
    })

    test('archives a session and brings it back, and says which are open', async () => {
      const asker = await connect()
      const sessionId = await open(asker)
      const status = () => asker.request('session/status', { sessionId })
      expect(await status()).toEqual({ status: 'open' })
      await asker.request('session/archive', { sessionId })
      expect(await status()).toEqual({ status: 'saved' })
      expect(await listed(asker)).toEqual([])
      expect(await listed(asker, { archived: 'only' })).toMatchObject([{ sessionId, archived: true }])
      expect(await listed(asker, { archived: 'include' })).toMatchObject([{ sessionId }])
      await asker.request('session/unarchive', { sessionId })
      expect(await listed(asker)).toMatchObject([{ sessionId, archived: false }])
    })

    test('has a title set, tells of it and lists it', async () => {
      const asker = await connect()
      const sessionId = await open(asker)
      expect(await asker.request('session/set_title', { sessionId, title: ' About  it ' })).toEqual({
        title: 'About it',
      })
      await expect
        .poll(() => asker.updates)
        .toContainEqual({ sessionUpdate: 'session_info_update', title: 'About it' })
      expect(await listed(asker)).toMatchObject([{ sessionId, title: 'About it' }])
    })

    test('says who is signed in, and where its models come from', async () => {
      const { request } = await connect()
      expect(await request('auth/status', {})).toEqual({
        state: 'authenticated',
        accounts: [{ label: 'me', active: true }],
      })
      expect(await request('providers/list', {})).toEqual({
        providers: [{ providerId: 'main', supported: ['anthropic'], required: true }],
      })
      const setup = { providerId: 'main', apiType: 'anthropic', baseUrl: 'https://example.com' }
      await request('providers/set', setup)
      expect(await refusalOf(request('providers/disable', { providerId: 'main' }))).toMatchObject({
        code: -32602,
      })
    })

    test('takes a system prompt as it said it would', async () => {
      const { request } = await connect()
      const content = [{ type: 'text', text: 'Be brief' }]
      const setup = { cwd, mcpServers: [], systemPrompt: { mode: 'append', content } }
      expect(await request('session/new', setup)).toMatchObject({ sessionId: expect.any(String) })
      const override = { ...setup, systemPrompt: { mode: 'override', content } }
      expect(await refusalOf(request('session/new', override))).toMatchObject({ code: -32602 })
    })
  })
