/** Clients and agents on the official SDK, each in the version the other does not speak, agents as real processes. */
import { fileURLToPath } from 'node:url'
import * as v1 from '@agentclientprotocol/sdk'
import * as v2 from '@agentclientprotocol/sdk/experimental/v2'
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../client/index.js'
import type { Channel, Outgoing } from '../../jsonrpc/index.js'
import { type AgentProcess, spawnAgent } from '../../node/index.js'
import { bridge } from './bridge.js'
import { follow } from './parties.fixture.js'

const program = fileURLToPath(new URL('../../node/interop/fixtures/official-agent.mjs', import.meta.url))

let channels: Channel[] = []

afterEach(async () => {
  await Promise.all(channels.map(channel => channel.close()))
  channels = []
})

/** An official agent of one kind behind a bridge; it is started again where it must be greeted again. */
function bridged(kind: '1' | '2' | 'keeper-1' | 'keeper-2' | 'router'): Channel {
  let process: AgentProcess = spawnAgent(globalThis.process.execPath, [program, kind])
  const reopen = async () => {
    process = await process.reopen()
    return process
  }
  const channel = bridge(process, { reopen })
  channels.push(channel)
  return channel
}

/** A channel as the official SDK wants it. */
function toStream(channel: Channel): v1.Stream {
  const messages = channel.incoming[Symbol.asyncIterator]()
  return {
    readable: new ReadableStream({
      async pull(controller) {
        const { value, done } = await messages.next()
        if (done === true) return controller.close()
        for (const message of value.messages) controller.enqueue(message as v1.AnyMessage)
      },
    }),
    writable: new WritableStream({
      write: message => channel.send(message as Outgoing, JSON.stringify(message)),
    }),
  }
}

const info = { name: 'official-client', version: '2.4.0' }
const text = (words: string) => [{ type: 'text' as const, text: words }]

/** What was said in these updates, of either version. */
const saidIn = (updates: readonly object[]): string =>
  updates
    .map(update => update as { sessionUpdate: string; content?: { text?: string } })
    .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    .map(({ content }) => content?.text ?? '')
    .join('')

describe('a client on the official SDK, version 1, with an official agent of version 2', () => {
  async function begin(kind: '2' | 'keeper-2' = '2', permission?: v1.RequestPermissionOutcome) {
    const updates: v1.SessionNotification['update'][] = []
    const asked: v1.RequestPermissionRequest[] = []
    const client = v1
      .client({ name: 'official-client' })
      .onRequest(v1.methods.client.session.requestPermission, ({ params }) => {
        asked.push(params)
        return { outcome: permission ?? { outcome: 'cancelled' } }
      })
      .onNotification(v1.methods.client.session.update, ({ params }) => void updates.push(params.update))
      .connect(toStream(bridged(kind)))
    const greeting = await client.agent.request(v1.methods.agent.initialize, {
      protocolVersion: 1,
      clientInfo: info,
      clientCapabilities: { session: { notices: {} } },
    })
    const { sessionId } = await client.agent.request(v1.methods.agent.session.new, {
      cwd: '/',
      mcpServers: [],
    })
    const prompt = (words: string) =>
      client.agent.request(v1.methods.agent.session.prompt, { sessionId, prompt: text(words) })
    return { client, greeting, sessionId, updates, asked, prompt }
  }

  test('has a whole turn', async () => {
    const { greeting, prompt, updates } = await begin()
    expect(greeting).toMatchObject({ protocolVersion: 1, agentInfo: { name: 'official-v2' } })
    expect(await prompt('talk /a')).toMatchObject({ stopReason: 'end_turn' })
    await new Promise(setImmediate)
    expect(saidIn(updates)).toBe('Hello world')
    const kinds = updates.map(({ sessionUpdate }) => sessionUpdate)
    expect(kinds.filter(kind => kind === 'tool_call')).toHaveLength(1)
    expect(kinds).toContain('plan')
    expect(kinds).not.toContain('state_update')
    expect(kinds).not.toContain('user_message_chunk')
  })

  test.each([
    ['hurry', { stopReason: 'end_turn' }],
    ['remind', { stopReason: 'end_turn' }],
    ['shrug', { stopReason: 'end_turn' }],
  ])('has its turn end when the work is over: %s', async (words, expected) => {
    const { prompt } = await begin()
    expect(await prompt(words)).toMatchObject(expected)
  })

  test.each([
    ['fail', -32050],
    ['reject', -32050],
    ['hook', -32051],
  ])('has a failed turn as an error: %s', async (words, code) => {
    const { prompt } = await begin()
    await expect(prompt(words)).rejects.toMatchObject({ code })
    expect(await prompt('hurry')).toMatchObject({ stopReason: 'end_turn' })
  })

  test.each(['ask', 'command'])('is asked for leave: %s', async words => {
    const { prompt, asked, updates } = await begin('2', { outcome: 'selected', optionId: 'yes' })
    expect(await prompt(words)).toMatchObject({ stopReason: 'end_turn' })
    expect(asked).toMatchObject([
      { toolCall: { title: expect.any(String) }, options: [{ optionId: 'yes' }, {}] },
    ])
    await new Promise(setImmediate)
    expect(saidIn(updates)).toContain('yes')
  })

  test('cancels', async () => {
    const { client, sessionId, prompt, updates } = await begin()
    const answer = prompt('wait')
    await expect.poll(() => saidIn(updates)).toBe('working')
    await client.agent.notify(v1.methods.agent.session.cancel, { sessionId })
    expect(await answer).toMatchObject({ stopReason: 'cancelled' })
  })
})

describe('a client on the official SDK, version 2, with an official agent of version 1', () => {
  async function begin(permission?: v2.RequestPermissionOutcome) {
    const updates: object[] = []
    const asked: v2.RequestPermissionRequest[] = []
    const client = v2
      .client({ name: 'official-client' })
      .onRequest(v2.methods.client.session.requestPermission, ({ params }) => {
        asked.push(params)
        return { outcome: permission ?? { outcome: 'cancelled' } }
      })
      .onNotification(v2.methods.client.session.update, ({ params }) => void updates.push(params.update))
      .connect(toStream(bridged('1')))
    const greeting = await client.agent.request(v2.methods.agent.initialize, { protocolVersion: 2, info })
    const { sessionId } = await client.agent.request(v2.methods.agent.session.new, { cwd: '/' })
    const prompt = (words: string) =>
      client.agent.request(v2.methods.agent.session.prompt, { sessionId, prompt: text(words) })
    const idle = () =>
      updates.find(update => 'state' in update && update.state === 'idle') as
        | { stopReason?: string }
        | undefined
    const turn = async (words: string) => {
      const { messageId } = await prompt(words)
      await expect.poll(idle).toBeDefined()
      return { messageId, end: idle() }
    }
    return { client, greeting, sessionId, updates, asked, prompt, turn, idle }
  }

  test('has a whole turn', async () => {
    const { greeting, turn, updates } = await begin()
    expect(greeting).toMatchObject({ protocolVersion: 2, info: { name: 'official-v1' } })
    const { messageId, end } = await turn('talk /a')
    expect(end).toMatchObject({ stopReason: 'end_turn' })
    expect(updates[0]).toMatchObject({ sessionUpdate: 'user_message', messageId, content: text('talk /a') })
    expect(saidIn(updates)).toBe('Hello world')
    const kinds = updates.map(update => (update as { sessionUpdate: string }).sessionUpdate)
    expect(kinds.filter(kind => kind === 'tool_call_update')).toHaveLength(3)
    expect(kinds).toContain('plan_update')
  })

  // Which of the two depends on how soon the agent refuses.
  test('has a failed turn refused or ended with an error', async () => {
    const { turn } = await begin()
    const failed = await turn('refuse').then(
      ({ end }) => (end as { error?: unknown }).error,
      error => error,
    )
    expect(failed).toMatchObject({ code: -32050, data: { tray: 2 } })
  })

  test('is asked for leave', async () => {
    const { turn, asked, updates } = await begin({ outcome: 'selected', optionId: 'always' })
    expect((await turn('ask')).end).toMatchObject({ stopReason: 'end_turn' })
    expect(asked).toMatchObject([{ title: 'Delete everything', subject: { type: 'tool_call' } }])
    expect(saidIn(updates)).toContain('always')
  })

  test('cancels, and its agent has the question answered', async () => {
    const { client, sessionId, prompt, updates, idle } = await begin()
    await prompt('wait')
    await expect.poll(() => saidIn(updates)).toBe('working')
    const held = prompt('talk /a').catch(error => error)
    await client.agent.notify(v2.methods.agent.session.cancel, { sessionId })
    await expect.poll(idle).toMatchObject({ stopReason: 'cancelled' })
    expect(await held).toMatchObject({ code: -32800 })
  })

  test('has what its agent wants of files refused', async () => {
    const { turn } = await begin()
    const { end } = await turn('read /etc/hostname')
    expect(end).toMatchObject({ stopReason: 'error', error: { code: -32601 } })
  })
})

describe.each([
  [1, 'keeper-2'],
  [2, 'keeper-1'],
] as const)(
  'our client in version %i with a keeper of sessions on the official SDK (%s)',
  (version, kind) => {
    const begin = () => connect<1 | 2>(bridged(kind), {}, { version, unstable: true })

    test('loads, resumes, lists, forks, names, closes and deletes', async () => {
      const client = await begin()
      const { id } = await client.newSession({ cwd: '/' })
      const heard: unknown[] = []
      const onUpdate = (update: object) => {
        const { content } = update as { content?: { text?: string } | { text?: string }[] }
        const said = (Array.isArray(content) ? content[0] : content)?.text
        if (said !== undefined) heard.push(said)
      }
      const loaded = await client.loadSession({ sessionId: id, cwd: '/', onUpdate })
      expect(heard).toEqual(['hello', 'again'])
      expect((await follow(loaded.prompt('go'))).outcome.stopReason).toBe('end_turn')
      await expect(client.loadSession({ sessionId: 'nobody', cwd: '/' })).rejects.toMatchObject({
        code: -32002,
      })
      await client.resumeSession({ sessionId: id, cwd: '/' })
      const fork = await loaded.fork()
      expect(fork.id).not.toBe(id)
      await loaded.setTitle(' A talk ')
      expect(loaded.title).toBe('A talk')
      expect(await client.sessionStatus(id)).toBe('open')
      const listed: string[] = []
      for await (const { sessionId } of client.listSessions()) listed.push(sessionId)
      expect(listed).toContain(id)
      await loaded.close()
      await client.deleteSession(id)
    })

    test('sets modes and settings', async () => {
      const session = await (await begin()).newSession({ cwd: '/' })
      expect(session.mode).toBe('plan')
      await session.setMode('code')
      expect(session.mode).toBe('code')
      await session.setOption('model', 'large')
      await session.setOption('loud', true)
      expect(session.options.find(({ id }) => id === 'model')?.value).toBe('large')
      expect(session.options.find(({ id }) => id === 'loud')?.value).toBe(true)
    })
  },
)

test('an official agent of both versions is understood without a bridge', async () => {
  const client = await connect<1 | 2>(bridged('router'), {}, { version: 2 })
  expect(client.version).toBe(2)
  const session = await client.newSession({ cwd: '/' })
  expect((await follow(session.prompt('hurry'))).outcome.stopReason).toBe('end_turn')
})
