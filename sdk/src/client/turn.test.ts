import { expect, test } from 'vitest'
import { agent } from '../agent/agent.js'
import type { Turn as AgentTurn } from '../agent/turn.js'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { connected, newSession } from '../protocol/parties.fixture.js'
import { memoryPair } from '../transport/index.js'
import { connect } from './connect.js'
import type { Host } from './host.js'

const chunk = (words: string, more: object = {}) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text: words },
  ...more,
})

const textOf = (update: unknown): string | undefined =>
  (update as { content?: { text?: string } }).content?.text

const talk = async (version: 1 | 2, prompt: (turn: AgentTurn) => Promise<void>, host: Host = {}) => {
  const [near, far] = memoryPair()
  const served = agent({ name: 'a', version: '1', prompt }).serve(near)
  const client = await connect<1 | 2>(far, host, { version })
  return { client, served, session: await client.newSession({ cwd: '/work' }) }
}

for (const version of [1, 2] as const) {
  test(`version ${version}: who drains the updates has seen all of them, in order, before the outcome`, async () => {
    const { client, session } = await talk(version, async turn => {
      for (let index = 0; index < 300; index++) await turn.say(`${index}`)
    })
    const turn = session.prompt('go')
    const seen: string[] = []
    for await (const update of turn.updates) seen.push(textOf(update) ?? '')
    expect(seen.filter(word => word !== '')).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`))
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    await client.close()
  })

  test(`version ${version}: a slow reader loses nothing, however far it is behind`, async () => {
    const piece = 'x'.repeat(20_000)
    const { client, session } = await talk(version, async turn => {
      for (let index = 0; index < 200; index++) await turn.say(`${index} ${piece}`)
    })
    const turn = session.prompt('go')
    await calm(50)
    const seen: number[] = []
    for await (const update of turn.updates) {
      const words = textOf(update)
      if (words !== undefined) seen.push(Number.parseInt(words, 10))
      if (seen.length % 20 === 0) await calm(1)
    }
    expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index))
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    await client.close()
  })

  test(`version ${version}: the updates of two turns do not mix, also when the first is read late`, async () => {
    const piece = 'x'.repeat(10_000)
    const { client, session } = await talk(version, async turn => {
      for (let index = 0; index < 50; index++) await turn.say(`${turn.text} ${piece}`)
    })
    const first = session.prompt('first')
    await calm(50)
    const read = async (turn: typeof first): Promise<Set<string>> => {
      const words = new Set<string>()
      for await (const update of turn.updates) {
        const said = textOf(update)?.split(' ')[0]
        if (said !== undefined) words.add(said)
      }
      return words
    }
    const firstWords = await read(first)
    await first.outcome
    const second = session.prompt('second')
    expect(await read(second)).toEqual(new Set(['second']))
    expect(firstWords).toEqual(new Set(['first']))
    await client.close()
  })

  test(`version ${version}: a turn whose updates nobody reads still ends`, async () => {
    const piece = 'x'.repeat(50_000)
    const { client, session } = await talk(version, async turn => {
      for (let index = 0; index < 500; index++) await turn.say(piece)
    })
    expect(await session.prompt('go').outcome).toMatchObject({ stopReason: 'end_turn' })
    await client.close()
  })

  test(`version ${version}: a turn whose reader stops in the middle still ends`, async () => {
    const piece = 'x'.repeat(10_000)
    const { client, session } = await talk(version, async turn => {
      for (let index = 0; index < 500; index++) await turn.say(piece)
    })
    const turn = session.prompt('go')
    for await (const _ of turn.updates) break
    expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    await client.close()
  })

  test(`version ${version}: a cancel ends the turn as cancelled, with the last updates before it`, async () => {
    const { client, session } = await talk(version, async turn => {
      turn.say('first')
      await new Promise<void>(resolve => turn.signal.addEventListener('abort', () => resolve()))
      turn.say('last')
    })
    const turn = session.prompt('go')
    const seen: string[] = []
    for await (const update of turn.updates) {
      const words = textOf(update)
      if (words !== undefined) seen.push(words)
      if (words === 'first') turn.cancel()
    }
    expect(seen).toEqual(['first', 'last'])
    expect(await turn.outcome).toMatchObject({ stopReason: 'cancelled' })
    await client.close()
  })

  test(`version ${version}: permissions pending at a cancel are answered cancelled, and the host is told`, async () => {
    const asked = gate()
    let signal: AbortSignal | undefined
    const { client, session } = await talk(
      version,
      async turn => {
        await Promise.allSettled([turn.ask({ title: 'one' }), turn.ask({ title: 'two' })])
      },
      {
        permission: (_request, context) => {
          signal = context.signal
          asked.open()
          return new Promise(() => {})
        },
      },
    )
    const turn = session.prompt('go')
    await asked.opened
    turn.cancel()
    expect(await turn.outcome).toMatchObject({ stopReason: 'cancelled' })
    expect(signal?.aborted).toBe(true)
    await client.close()
  })

  test(`version ${version}: an agent that goes away fails the turn and says why, and nothing hangs`, async () => {
    const { client, served, session } = await talk(version, async turn => {
      turn.say('first')
      await new Promise(() => {})
    })
    const turn = session.prompt('go')
    const seen: unknown[] = []
    const reading = (async () => {
      for await (const update of turn.updates) seen.push(textOf(update))
    })()
    await calm()
    void served.close('the agent is tired')
    await expect(turn.outcome).rejects.toMatchObject({ name: expect.stringMatching('Error') })
    await reading
    expect(seen).toContain('first')
    await client.closed
  })

  test(`version ${version}: an outcome that nobody looks at does not crash anything`, async () => {
    const { client, served, session } = await talk(version, () => new Promise(() => {}))
    session.prompt('go')
    await calm()
    await Promise.all([client.close(), served.close()])
    await calm()
  })
}

test('version 2: the answer of a held prompt does not end it with the turn before', async () => {
  const piece = 'x'.repeat(10_000)
  const { client, session } = await talk(2, async turn => {
    for (let index = 0; index < 60; index++) await turn.say(`${turn.text} ${piece}`)
    if (turn.text === 'second') await calm(30)
    turn.say(`${turn.text} last`)
  })
  const [first, second] = [session.prompt('first'), session.prompt('second')]
  const read = async (turn: typeof first): Promise<string[]> => {
    const words: string[] = []
    for await (const update of turn.updates) {
      const said = textOf(update)
      if (said !== undefined) words.push(said.slice(0, 12))
      await calm(0)
    }
    return words
  }
  expect((await read(first)).at(-1)).toBe('first last')
  expect((await read(second)).at(-1)).toBe('second last')
  expect(await Promise.all([first.outcome, second.outcome])).toMatchObject([
    { stopReason: 'end_turn' },
    { stopReason: 'end_turn' },
  ])
  await client.close()
})

test('updates that come before the answer of session/new are not lost', async () => {
  const all = await connected()
  const { far, client } = all
  const pending = client.newSession({ cwd: '/work' })
  const { id } = await far.nextOf('session/new')
  far.notify('session/update', { sessionId: 's1', update: chunk('early') })
  far.answer(id, { sessionId: 's1' })
  far.notify('session/update', { sessionId: 's1', update: chunk('right behind') })
  const session = await pending
  await calm()
  const seen: unknown[] = []
  session.onUpdate(update => seen.push(textOf(update)))
  far.notify('session/update', { sessionId: 's1', update: chunk('later') })
  await calm()
  expect(seen).toEqual(['early', 'right behind', 'later'])
  await client.close()
})

test('a host answers with an option that was offered or not at all', async () => {
  const choices = [{ optionId: 'a', name: 'A', kind: 'allow_once' }] as const
  const answers = [choices[0], { optionId: 'forged', name: 'F', kind: 'allow_always' as const }, undefined]
  const all = await connected({ permission: () => answers.shift() })
  await newSession(all)
  const ask = { sessionId: 's1', toolCall: { toolCallId: 't' }, options: choices }
  const outcomes = [
    await all.far.ask('session/request_permission', ask),
    await all.far.ask('session/request_permission', ask),
    await all.far.ask('session/request_permission', ask),
  ].map(({ result }) => result)
  expect(outcomes).toEqual([
    { outcome: { outcome: 'selected', optionId: 'a' } },
    { outcome: { outcome: 'cancelled' } },
    { outcome: { outcome: 'cancelled' } },
  ])
  await all.client.close()
})

test('without a host that can be asked every question is dismissed', async () => {
  const all = await connected()
  await newSession(all)
  const { result } = await all.far.ask('session/request_permission', {
    sessionId: 's1',
    toolCall: { toolCallId: 't' },
    options: [{ optionId: 'a', name: 'A', kind: 'allow_always' }],
  })
  expect(result).toEqual({ outcome: { outcome: 'cancelled' } })
  await all.client.close()
})

test('a question that the agent gives up is dismissed', async () => {
  const asked = gate()
  const all = await connected({
    permission: () => {
      asked.open()
      return new Promise(() => {})
    },
  })
  await newSession(all)
  all.far.request('q', 'session/request_permission', {
    sessionId: 's1',
    toolCall: { toolCallId: 't' },
    options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }],
  })
  await asked.opened
  all.far.notify('$/cancel_request', { requestId: 'q' })
  expect((await all.far.answerTo('q')).result).toEqual({ outcome: { outcome: 'cancelled' } })
  await all.client.close()
})

test('a cancel answers every pending question as cancelled by itself, after it has told the agent to stop', async () => {
  for (const version of [1, 2] as const) {
    const all = await connected({ permission: () => new Promise(() => {}) }, { version })
    const session = await newSession(all)
    session.prompt('go')
    await all.far.nextOf('session/prompt')
    for (const id of ['q1', 'q2'])
      all.far.request(id, 'session/request_permission', {
        sessionId: 's1',
        title: 'may I',
        toolCall: { toolCallId: 't' },
        options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }],
      })
    await calm()
    session.cancel()
    for (const id of ['q1', 'q2'])
      expect((await all.far.answerTo(id)).result).toEqual({ outcome: { outcome: 'cancelled' } })
    const order = all.far.heard.map(({ id, method }) => method ?? id)
    expect(order.slice(-3)).toEqual(['session/cancel', 'q1', 'q2'])
    await all.client.close()
  }
})

test('a prompt that the agent refuses fails the turn with its error', async () => {
  const all = await connected()
  const session = await newSession(all)
  const turn = session.prompt('go')
  const { id } = await all.far.nextOf('session/prompt')
  all.far.say({
    jsonrpc: '2.0',
    id,
    error: { code: -32000, message: 'Please sign in', data: { reason: 'auth_required' } },
  })
  await expect(turn.outcome).rejects.toMatchObject({ code: -32000, reason: 'auth_required' })
  for await (const _ of turn.updates) throw new Error('there was nothing to read')
  await all.client.close()
})

test('a client reads a file for a session of this connection only', async () => {
  const all = await connected({ files: { read: () => ({ content: 'x' }) } })
  await newSession(all)
  expect((await all.far.ask('fs/read_text_file', { sessionId: 'other', path: '/x' })).error).toMatchObject({
    code: -32002,
    data: { reason: 'session_not_found' },
  })
  await all.client.close()
})
