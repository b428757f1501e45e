import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { extensionRequest } from '../protocol/extension.js'
import { text } from '../protocol/parties.fixture.js'
import { memoryJournal } from '../store/index.js'
import { changedFiles, emptyThread, reduce, type ThreadUpdate, toText } from '../thread/index.js'
import type { AgentDefinition } from './definition.js'
import { diff } from './tool-call.js'
import type { Turn } from './turn.js'
import { type Fields, load, newSession, turnOf, type Visit, visit } from './visits.fixture.js'

const PATCH = `diff --git /work/a /work/a
--- /work/a
+++ /work/a
@@ -1,1 +1,1 @@
-old
\\ No newline at end of file
+new
\\ No newline at end of file
`

const takesAll = { clientCapabilities: { session: { notices: {}, compaction: {} } } }

async function during(
  prompt: (turn: Turn) => Promise<void>,
  version: 1 | 2,
  more: Fields & { readonly definition?: Partial<AgentDefinition> } = {},
): Promise<{ caller: Visit; sessionId: string; updates: readonly Fields[]; answer: Fields }> {
  const { definition = {}, ...greeting } = more
  const caller = await visit({ ...definition, prompt }, version, greeting)
  const sessionId = await newSession(caller)
  const { updates, answer } = await turnOf(caller, sessionId, 'go')
  const shown = updates.filter(({ sessionUpdate }) => !/state|user_message/.test(String(sessionUpdate)))
  return { caller, sessionId, updates: shown, answer: answer as Fields }
}

for (const version of [1, 2] as const) {
  const greeting = version === 1 ? takesAll : {}

  test(`version ${version}: usage says how full the context is and what it has cost`, async () => {
    const { updates, caller } = await during(async turn => {
      turn.usage({ used: 5, size: 10 })
      turn.usage({ used: 6, size: 10, cost: { amount: 0.25, currency: 'EUR' } })
    }, version)
    expect(updates).toEqual([
      { sessionUpdate: 'usage_update', used: 5, size: 10 },
      { sessionUpdate: 'usage_update', used: 6, size: 10, cost: { amount: 0.25, currency: 'EUR' } },
    ])
    await caller.served.close()
  })

  test(`version ${version}: a notice is shown once and never replayed, however it was said`, async () => {
    const { updates, caller, sessionId } = await during(
      async turn => {
        turn.notice({ title: 'Low battery', description: '5 %' })
        turn.notice({ severity: 'warning', title: 'Hot' })
        turn.update({ sessionUpdate: 'notice', severity: 'info', title: 'By hand' })
        turn.say('hello')
      },
      version,
      { ...greeting, definition: { sessions: memoryJournal() } },
    )
    expect(updates).toMatchObject([
      { sessionUpdate: 'notice', severity: 'info', title: 'Low battery', description: '5 %' },
      { sessionUpdate: 'notice', severity: 'warning', title: 'Hot' },
      { sessionUpdate: 'notice', title: 'By hand' },
      { sessionUpdate: 'agent_message_chunk' },
    ])
    const { before } = await load(caller, sessionId)
    expect(JSON.stringify(before)).not.toContain('notice')
    await caller.served.close()
  })

  test(`version ${version}: a compaction is told from its beginning to its end, and replayed`, async () => {
    const { updates, caller, sessionId } = await during(
      async turn => {
        const one = turn.compact()
        one.append('so ')
        one.append('far')
        one.complete()
        turn.compact().complete('all of it')
        turn.compact().fail('no model')
        turn.compact()
        expect(() => one.append('more')).toThrow('over')
        expect(() => one.fail('twice')).toThrow('over')
      },
      version,
      { ...greeting, definition: { sessions: memoryJournal() } },
    )
    const changes = updates.map(({ sessionUpdate, status, summary, error, content }) =>
      sessionUpdate === 'compaction_update' ? [status, summary ?? error] : (content as Fields).text,
    )
    expect(changes).toEqual([
      ['in_progress', undefined],
      'so ',
      'far',
      ['completed', undefined],
      ['in_progress', undefined],
      ['completed', text('all of it')],
      ['in_progress', undefined],
      ['failed', 'no model'],
      ['in_progress', undefined],
      ['failed', expect.any(String)],
    ])
    const ids = new Set(updates.map(({ compactionId }) => compactionId))
    expect(ids.size).toBe(4)
    const { before } = await load(caller, sessionId)
    expect(before.filter(({ compactionId }) => compactionId)).toEqual(updates)
    await caller.served.close()
  })

  test(`version ${version}: a question carries its reason`, async () => {
    const caller = await visit(
      {
        async prompt(turn) {
          const call = turn.tool({ title: 'Delete', kind: 'delete', locations: [{ path: '/work/b' }] })
          call.progress('this one')
          await turn.ask(call, { reason: 'to make room' })
          await turn.ask({ title: 'Other', content: [diff('/work/a', { to: 'new' })] }, { reason: 'why not' })
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    caller.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    const asked: Fields[] = []
    for (let count = 0; count < 2; count++) {
      const { id, params } = await caller.far.nextOf('session/request_permission')
      asked.push(params as Fields)
      caller.far.answer(id, { outcome: { outcome: 'cancelled' } })
    }
    const reason = (words: string) => ({ type: 'content', content: { type: 'text', text: words } })
    if (version === 1)
      expect(asked).toMatchObject([
        {
          toolCall: {
            title: 'Delete',
            kind: 'delete',
            locations: [{ path: '/work/b' }],
            content: [reason('this one'), reason('to make room')],
          },
        },
        { toolCall: { title: 'Other', content: [{ type: 'diff', path: '/work/a' }, reason('why not')] } },
      ])
    else
      expect(asked).toMatchObject([
        {
          title: 'Delete',
          description: 'to make room',
          subject: { toolCall: { kind: 'delete', content: [reason('this one')] } },
        },
        {
          title: 'Other',
          description: 'why not',
          subject: {
            toolCall: { content: [{ type: 'diff', patch: { text: expect.stringContaining('+new') } }] },
          },
        },
      ])
    await caller.served.close()
  })

  test(`version ${version}: a tool call can be shown anew after its end, without changing how it ended`, async () => {
    const { updates, caller } = await during(async turn => {
      const call = turn.tool({ title: 'Look' })
      call.complete('first')
      call.show(['second', diff('/work/a', { from: 'old', to: 'new' })], { title: 'Looked' })
      expect(call.status).toBe('completed')
    }, version)
    const shown = updates.at(-1)
    expect(shown).not.toHaveProperty('status')
    const change =
      version === 1
        ? { type: 'diff', path: '/work/a', oldText: 'old', newText: 'new' }
        : {
            type: 'diff',
            changes: [{ operation: 'modify', path: '/work/a' }],
            patch: { format: 'git_patch', text: PATCH },
          }
    expect(shown).toMatchObject({
      title: 'Looked',
      content: [{ type: 'content', content: { text: 'second' } }, change],
    })
    const thread = reduce(emptyThread(version), { ...shown, title: 'Looked' } as ThreadUpdate)
    expect(toText(thread)).toMatch(/-old\n.*No newline at end of file\n.*\+new/)
    expect(changedFiles(thread)).toEqual([{ path: '/work/a', added: 1, removed: 1 }])
    await caller.served.close()
  })

  test(`version ${version}: an update without a word of its own is sent as it is, and kept`, async () => {
    const update =
      version === 1
        ? ({ sessionUpdate: 'agent_message_chunk', content: text('raw')[0], messageId: 'mine' } as const)
        : ({ sessionUpdate: 'terminal_update', terminalId: 't', command: 'ls' } as const)
    const { updates, caller, sessionId } = await during(
      async turn => {
        turn.update(update)
      },
      version,
      { definition: { sessions: memoryJournal() } },
    )
    expect(updates).toEqual([update])
    const { before } = await load(caller, sessionId)
    expect(before).toContainEqual(update)
    await caller.served.close()
  })

  test(`version ${version}: a method of one's own is called at the client, and called off with the turn`, async () => {
    const weather = extensionRequest('_vendor/weather', {
      readParams: value => value as { readonly city: string },
      readResult: value => value as { readonly sky: string },
    })
    const caller = await visit(
      {
        async prompt(turn) {
          turn.say((await turn.call(weather, { city: 'Bern' })).sky)
          await turn.call(weather, { city: 'Oslo' })
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    caller.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    const { id, params } = await caller.far.nextOf('_vendor/weather')
    expect(params).toEqual({ city: 'Bern' })
    caller.far.answer(id, { sky: 'blue' })
    const second = await caller.far.nextOf('_vendor/weather')
    caller.far.notify('session/cancel', { sessionId })
    expect((await caller.far.nextOf('$/cancel_request')).params).toEqual({ requestId: second.id })
    expect(JSON.stringify(caller.far.updates())).toContain('blue')
    await caller.served.close()
  })

  test(`version ${version}: what a turn took is told in the unstable protocol only`, async () => {
    for (const unstable of [false, true]) {
      const tokens = { totalTokens: 3, inputTokens: 1, outputTokens: 2 }
      const { caller, answer } = await during(async turn => turn.tokens(tokens), version, {
        definition: { unstable },
      })
      const told = version === 1 ? (answer.result as Fields) : caller.far.updates().at(-1)
      expect(told?.usage).toEqual(unstable ? tokens : undefined)
      await caller.served.close()
    }
  })
}

test('version 1: a notice for a client that takes none is a message of its own', async () => {
  const { updates, caller } = await during(async turn => {
    turn.say('one')
    turn.notice({ title: 'Low battery', description: '5 %' })
    turn.say('two')
  }, 1)
  expect(updates.map(({ content }) => (content as Fields).text)).toEqual(['one', 'Low battery\n\n5 %', 'two'])
  expect(new Set(updates.map(({ messageId }) => messageId)).size).toBe(3)
  await caller.served.close()
})

test('version 1: a client that takes no compactions hears of none, and its author need not know', async () => {
  const { updates, caller, answer } = await during(async turn => {
    const compaction = turn.compact()
    compaction.append('x')
    compaction.complete('y')
  }, 1)
  expect(updates).toEqual([])
  expect(answer.result).toEqual({ stopReason: 'end_turn' })
  await caller.served.close()
})

test('version 2: of several questions at once the last answer lets the work go on, also when it is an error', async () => {
  const caller = await visit(
    {
      async prompt(turn) {
        await Promise.allSettled([turn.ask({ title: 'one' }), turn.ask({ title: 'two' })])
        turn.say('on')
      },
    },
    2,
  )
  const sessionId = await newSession(caller)
  caller.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
  const one = await caller.far.nextOf('session/request_permission')
  const two = await caller.far.nextOf('session/request_permission')
  caller.far.answer(two.id, { outcome: { outcome: 'cancelled' } })
  caller.far.say({ jsonrpc: '2.0', id: one.id, error: { code: -32603, message: 'no' } })
  await calm()
  const states = caller.far.updates().flatMap(({ state }) => state ?? [])
  expect(states).toEqual(['running', 'requires_action', 'running', 'idle'])
  await caller.served.close()
})

test('a client that lacks what the agent requires is turned away and told what', async () => {
  const { serve } = await import('../protocol/parties.fixture.js')
  const { far, served } = serve({ requires: ['fs.readTextFile', 'terminal'] })
  const refused = await far.initialize(1, { clientCapabilities: { fs: { readTextFile: true } } })
  expect(refused.error).toMatchObject({
    code: -32602,
    data: { reason: 'capability_not_supported', capability: 'terminal' },
  })
  const clientCapabilities = { fs: { readTextFile: true }, terminal: true }
  expect((await far.initialize(1, { clientCapabilities })).result).toMatchObject({ protocolVersion: 1 })
  await served.close()
})
