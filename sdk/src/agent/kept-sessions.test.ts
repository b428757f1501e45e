import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { serve, text } from '../protocol/parties.fixture.js'
import { type Journal, memoryJournal } from '../store/index.js'
import type { AgentDefinition } from './definition.js'
import type { Turn } from './turn.js'
import {
  exchange,
  type Fields,
  lasting,
  leftOpen,
  load,
  newSession,
  slowJournal,
  turnOf,
  type Visit,
  visit,
} from './visits.fixture.js'

const untilAborted = (turn: Turn): Promise<void> =>
  new Promise(resolve => turn.signal.addEventListener('abort', () => resolve()))

const talkative = (sessions: Journal): Partial<AgentDefinition> => ({
  sessions,
  async prompt(turn) {
    turn.think('hm')
    turn.say(`You said ${turn.text}`)
    turn.plan([{ content: 'Look', priority: 'high', status: 'pending' }])
    turn.usage({ used: 1, size: 10, cost: { amount: 0.5, currency: 'EUR' } })
    const call = turn.tool({ title: 'Look', kind: 'read', locations: [{ path: '/work/a', line: 1 }] })
    call.progress('looking')
    call.complete('seen', { rawOutput: { lines: 3 } })
    call.show('seen it twice')
  },
})

const userMessage = (version: 1 | 2, words: string): Fields =>
  version === 1
    ? { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: words } }
    : { sessionUpdate: 'user_message', content: [{ type: 'text', text: words }] }

const journals = { 'in memory': memoryJournal, 'that takes its time': slowJournal } as const

for (const version of [1, 2] as const)
  for (const [kind, make] of Object.entries(journals)) {
    const name = `version ${version}, a journal ${kind}`

    test(`${name}: a session is loaded with everything that was said, in order, before the answer`, async () => {
      const sessions = make()
      const first = await visit(talkative(sessions), version)
      const sessionId = await newSession(first)
      const one = await turnOf(first, sessionId, 'one')
      const two = await turnOf(first, sessionId, 'two')
      await first.served.close()
      const second = await visit(talkative(sessions), version)
      const { before, result } = await load(second, sessionId)
      const live = [one, two].map(({ updates }, index) => {
        const said = lasting(updates)
        return version === 2
          ? said
          : [expect.objectContaining(userMessage(1, index ? 'two' : 'one')), ...said]
      })
      expect(lasting(before)).toEqual(live.flat())
      expect(lasting(before)[0]).toMatchObject(userMessage(version, 'one'))
      expect(result).toEqual({})
      expect((await turnOf(second, sessionId, 'three')).stopReason).toBe('end_turn')
      await second.served.close()
    })

    test(`${name}: ids of messages and tool calls are never given twice, also not after a load`, async () => {
      const sessions = make()
      const ids: string[] = []
      let sessionId = ''
      for (let round = 0; round < 3; round++) {
        const caller = await visit(talkative(sessions), version)
        if (round === 0) sessionId = await newSession(caller)
        else await load(caller, sessionId)
        const { updates } = await turnOf(caller, sessionId, 'go')
        ids.push(
          ...new Set(
            updates.map(({ sessionUpdate, toolCallId, messageId }) =>
              JSON.stringify([toolCallId ? 'call' : sessionUpdate, toolCallId ?? messageId]),
            ),
          ),
        )
        await caller.served.close()
      }
      const named = ids.filter(id => !id.includes('null'))
      expect(new Set(named).size).toBe(named.length)
    })

    test(`${name}: what was open when the process died is closed, and its turn ended as cancelled`, async () => {
      const sessions = make()
      const log = await sessions.create({ id: 'torn', cwd: '/work' })
      const contract = version === 1 ? 'v1' : 'v2'
      const begun = version === 1 ? 'tool_call' : 'tool_call_update'
      const update = { sessionUpdate: begun, toolCallId: 'c1', title: 'Run', status: 'pending' } as never
      await log.append({ kind: 'prompt', contract, messageId: 'm1', content: text('go') })
      await log.append({ kind: 'update', contract, update })
      await log.append({
        kind: 'update',
        contract,
        update: { sessionUpdate: 'compaction_update', compactionId: 'x', status: 'in_progress' },
      })
      await log.release()
      const clientCapabilities = { session: { compaction: {} } }
      for (let round = 0; round < 2; round++) {
        const caller = await visit({ sessions }, version, version === 1 ? { clientCapabilities } : {})
        const { before } = await load(caller, 'torn')
        expect(lasting(before)).toMatchObject([
          userMessage(version, 'go'),
          update,
          { sessionUpdate: 'compaction_update', status: 'in_progress' },
          { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: leftOpen(version) },
          { sessionUpdate: 'compaction_update', compactionId: 'x', status: 'cancelled' },
        ])
        if (version === 2)
          expect(before.filter(({ state }) => state)).toMatchObject([
            { state: 'running' },
            { state: 'idle', stopReason: 'cancelled' },
            { state: 'idle' },
          ])
        expect((await turnOf(caller, 'torn', 'on')).stopReason).toBe('end_turn')
        await caller.served.close()
        if (round === 0) await forgetTurn(sessions)
      }
    })

    test(`${name}: the prompt is kept before its turn, and the end before it is told`, async () => {
      const sessions = make()
      const seen: unknown[] = []
      const caller = await visit(
        {
          sessions,
          async prompt(turn) {
            turn.say('a')
            for await (const entry of turn.session.history()) seen.push(entry.kind)
          },
        },
        version,
      )
      const sessionId = await newSession(caller)
      await turnOf(caller, sessionId, 'go')
      expect(seen).toEqual(['prompt', 'update'])
      const kept: unknown[] = []
      for await (const entry of sessions.read(sessionId)) kept.push([entry.seq, entry.kind])
      expect(kept).toEqual([
        [1, 'prompt'],
        [2, 'update'],
        [3, 'end'],
      ])
      await caller.served.close()
    })
  }

/** Takes the last turn of "torn" away again, so that it can be opened once more as it was mended. */
async function forgetTurn(sessions: Journal): Promise<void> {
  const kept = []
  for await (const { seq: _seq, at: _at, ...entry } of sessions.read('torn')) kept.push(entry)
  await sessions.delete('torn')
  const log = await sessions.create({ id: 'torn', cwd: '/work' })
  for (const entry of kept.slice(0, 6)) await log.append(entry)
  await log.release()
}

for (const version of [1, 2] as const) {
  const resume = (caller: Visit, sessionId: string) =>
    exchange(caller.far, 'session/resume', { sessionId, cwd: '/work', mcpServers: [] })

  test(`version ${version}: a session is resumed without a word of what was said`, async () => {
    const sessions = memoryJournal()
    const first = await visit(talkative(sessions), version)
    const sessionId = await newSession(first)
    await turnOf(first, sessionId, 'one')
    await first.served.close()
    const second = await visit(talkative(sessions), version)
    const { before, result } = await resume(second, sessionId)
    expect(before).toEqual(version === 1 ? [] : [{ sessionUpdate: 'state_update', state: 'idle' }])
    expect(result).toEqual({})
    expect((await turnOf(second, sessionId, 'two')).stopReason).toBe('end_turn')
    await second.served.close()
  })

  test(`version ${version}: who resumes without a replay is not told of what the dead process left open`, async () => {
    const sessions = memoryJournal()
    const log = await sessions.create({ id: 'torn', cwd: '/work' })
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Run', status: 'pending' } as const
    await log.append({ kind: 'prompt', contract: 'v1', messageId: 'm1', content: text('go') })
    await log.append({ kind: 'update', contract: 'v1', update })
    await log.release()
    const caller = await visit({ sessions }, version)
    expect(lasting((await resume(caller, 'torn')).before)).toEqual([])
    const kept = []
    for await (const entry of sessions.read('torn')) kept.push(entry)
    expect(kept.slice(2)).toMatchObject([
      { kind: 'update', update: { toolCallId: 'c1', status: leftOpen(version) } },
      { kind: 'end', stopReason: 'cancelled' },
    ])
    await caller.served.close()
  })

  test(`version ${version}: a session nobody kept is not found, and one that is open elsewhere is locked`, async () => {
    const sessions = memoryJournal()
    const first = await visit({ sessions }, version)
    const sessionId = await newSession(first)
    const second = await visit({ sessions }, version)
    expect((await load(second, 'nobody')).answer.error).toMatchObject({
      code: -32002,
      data: { reason: 'session_not_found', sessionId: 'nobody' },
    })
    expect((await load(second, sessionId)).answer.error).toMatchObject({
      code: -32006,
      data: { reason: 'invalid_session_state', sessionId, state: 'locked' },
    })
    await first.served.close()
    expect((await load(second, sessionId)).answer.error).toBeUndefined()
    await second.served.close()
  })

  test(`version ${version}: closing cancels the turn and what waits for it, and frees the session for others`, async () => {
    const sessions = memoryJournal()
    const ended: string[] = []
    const first = await visit(
      {
        sessions,
        whileBusy: 'queue',
        open: session => session.onEnd(() => ended.push(session.id)),
        prompt: untilAborted,
      },
      version,
    )
    const sessionId = await newSession(first)
    first.far.request('one', 'session/prompt', { sessionId, prompt: text('one') })
    first.far.request('two', 'session/prompt', { sessionId, prompt: text('two') })
    await calm()
    expect((await first.far.ask('session/close', { sessionId })).result).toEqual({})
    expect(ended).toEqual([sessionId])
    const two = await first.far.answerTo('two')
    if (version === 1) {
      expect((await first.far.answerTo('one')).result).toEqual({ stopReason: 'cancelled' })
      expect(two.result).toEqual({ stopReason: 'cancelled' })
    } else {
      expect(first.far.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' })
      expect(two.error).toMatchObject({ code: -32800 })
    }
    expect((await turnOf(first, sessionId, 'go')).answer.error).toMatchObject({ code: -32002 })
    const second = await visit({ sessions }, version)
    expect((await load(second, sessionId)).answer.error).toBeUndefined()
    await first.served.close()
    await second.served.close()
  })

  test(`version ${version}: what is asked for one session right behind a close waits for it`, async () => {
    const hold = gate()
    const sessions = memoryJournal()
    const caller = await visit({ sessions, prompt: () => hold.opened }, version)
    const sessionId = await newSession(caller)
    caller.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
    caller.far.request('close', 'session/close', { sessionId })
    const opened = load(caller, sessionId)
    caller.far.request('delete', 'session/delete', { sessionId })
    await calm()
    hold.open()
    expect((await caller.far.answerTo('close')).result).toEqual({})
    expect((await opened).answer.error).toBeUndefined()
    expect((await caller.far.answerTo('delete')).result).toEqual({})
    expect((await load(caller, sessionId)).answer.error).toMatchObject({ code: -32002 })
    await caller.served.close()
  })

  test(`version ${version}: a deleted session is gone from the list, and may be deleted again`, async () => {
    const sessions = memoryJournal()
    const caller = await visit({ sessions }, version)
    const sessionId = await newSession(caller)
    const other = await newSession(caller)
    expect((await caller.far.ask('session/delete', { sessionId })).result).toEqual({})
    expect((await caller.far.ask('session/delete', { sessionId })).result).toEqual({})
    expect((await caller.far.ask('session/delete', { sessionId: 'nobody' })).result).toEqual({})
    expect((await caller.far.ask('session/list', {})).result).toMatchObject({
      sessions: [{ sessionId: other }],
    })
    expect((await turnOf(caller, sessionId, 'go')).answer.error).toMatchObject({ code: -32002 })
    await caller.served.close()
  })

  test(`version ${version}: sessions are listed by directory, page by page, and a wrong cursor is refused`, async () => {
    const kept = memoryJournal()
    const sessions: Journal = {
      create: header => kept.create(header),
      acquire: id => kept.acquire(id),
      read: (id, from) => kept.read(id, from),
      find: id => kept.find(id),
      delete: id => kept.delete(id),
      list: query => kept.list({ ...query, limit: 2 }),
    }
    const caller = await visit({ sessions, additionalDirectories: true }, version)
    const here = [await newSession(caller), await newSession(caller), await newSession(caller)]
    const there = await newSession(caller, { cwd: '/there', additionalDirectories: ['/more'] })
    const listed: Fields[] = []
    let cursor: unknown = ''
    for (let page = 0; cursor !== undefined && page < 5; page++) {
      const { result } = await caller.far.ask('session/list', { cwd: '/work', cursor })
      const { sessions: some, nextCursor } = result as { sessions: Fields[]; nextCursor?: string }
      expect(some.length).toBeLessThanOrEqual(2)
      listed.push(...some)
      cursor = nextCursor
    }
    expect(new Set(listed.map(({ sessionId }) => sessionId))).toEqual(new Set(here))
    expect(listed[0]).toEqual({ sessionId: expect.any(String), cwd: '/work', updatedAt: expect.any(String) })
    expect((await caller.far.ask('session/list', { cwd: '/there' })).result).toMatchObject({
      sessions: [{ sessionId: there, additionalDirectories: ['/more'] }],
    })
    expect((await caller.far.ask('session/list', { cwd: '/nowhere' })).result).toEqual({ sessions: [] })
    expect((await caller.far.ask('session/list', { cursor: 'garbage' })).error).toMatchObject({
      code: -32602,
    })
    await caller.served.close()
  })

  test(`version ${version}: a session that its author cannot open is refused and leaves nothing behind`, async () => {
    const sessions = memoryJournal()
    let isWilling = true
    const ended: string[] = []
    const caller = await visit(
      {
        sessions,
        open(session) {
          session.onEnd(() => ended.push(session.id))
          if (!isWilling) throw new Error('hunter2')
        },
      },
      version,
    )
    const sessionId = await newSession(caller)
    isWilling = false
    const refused = await caller.far.ask('session/new', { cwd: '/work', mcpServers: [] })
    expect(refused.error).toMatchObject({ code: -32603, message: 'Internal error' })
    expect((await sessions.list()).sessions).toHaveLength(1)
    expect((await load(caller, sessionId)).answer.error).toMatchObject({ code: -32603 })
    expect(ended).toHaveLength(3)
    isWilling = true
    expect((await load(caller, sessionId)).answer.error).toBeUndefined()
    await caller.served.close()
  })

  test(`version ${version}: a session that is opened while the connection dies is not left locked`, async () => {
    const sessions = memoryJournal()
    const hold = gate()
    const first = await visit({ sessions }, version)
    const sessionId = await newSession(first)
    await first.served.close()
    const served = serve({ sessions, open: () => hold.opened }, { limits: { graceMilliseconds: 5 } })
    await served.far.initialize(version)
    served.far.request('new', 'session/new', { cwd: '/work', mcpServers: [] })
    served.far.request('again', 'session/resume', { sessionId, cwd: '/work', mcpServers: [] })
    await calm(5)
    await served.far.close()
    await served.served.closed
    hold.open()
    await calm()
    const second = await visit({ sessions }, version)
    expect((await load(second, sessionId)).answer.error).toBeUndefined()
    expect((await sessions.list()).sessions).toHaveLength(1)
    await second.served.close()
  })

  test(`version ${version}: without a journal nothing can be loaded, and what needs one is not advertised`, async () => {
    const caller = await visit({ unstable: true }, version)
    const said = JSON.stringify(caller.greeting)
    for (const word of ['fork', 'archive', 'delete', 'title', 'status'])
      expect(said).not.toContain(`"${word}"`)
    const sessionId = await newSession(caller)
    const { answer } = await load(caller, sessionId)
    expect(answer.error?.code).toBe(version === 1 ? -32601 : -32602)
    await caller.served.close()
  })
}

test('version 2: a session at work is not replayed, but its state is told, and it goes on', async () => {
  const hold = gate()
  const sessions = memoryJournal()
  const caller = await visit({ sessions, prompt: () => hold.opened }, 2)
  const sessionId = await newSession(caller)
  await caller.far.ask('session/prompt', { sessionId, prompt: text('go') })
  expect((await load(caller, sessionId)).answer.error).toMatchObject({ code: -32006 })
  const { before } = await exchange(caller.far, 'session/resume', { sessionId, cwd: '/work' })
  expect(before.at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'running' })
  hold.open()
  await calm()
  expect(caller.far.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' })
  const odd = { sessionId, cwd: '/work', replayFrom: { type: '_middle' } }
  expect((await caller.far.ask('session/resume', odd)).error).toMatchObject({ code: -32602 })
  await caller.served.close()
})

test('version 1: what is advertised of sessions is what the definition makes possible', async () => {
  const plain = await visit({})
  expect(plain.greeting.agentCapabilities).toMatchObject({
    loadSession: false,
    sessionCapabilities: { close: {} },
  })
  const kept = await visit({ sessions: memoryJournal() })
  expect(kept.greeting.agentCapabilities).toMatchObject({
    loadSession: true,
    sessionCapabilities: { close: {}, list: {}, resume: {}, delete: {} },
  })
  expect(JSON.stringify(kept.greeting)).not.toContain('fork')
  const unstable = await visit({ sessions: memoryJournal(), unstable: true })
  expect(unstable.greeting.agentCapabilities).toMatchObject({
    sessionCapabilities: { fork: {}, archive: {}, status: {}, title: {} },
  })
  for (const each of [plain, kept, unstable]) await each.served.close()
})

test('a session is given to its author with everything the client said of it', async () => {
  const seen: unknown[] = []
  const server = { name: 'files', command: '/bin/files', args: [], env: [] }
  const caller = await visit({
    sessions: memoryJournal(),
    additionalDirectories: true,
    open({ cwd, additionalDirectories, mcpServers, title, mode }) {
      seen.push({ cwd, additionalDirectories, mcpServers, title, mode })
    },
  })
  const given = { additionalDirectories: ['/more'], mcpServers: [server] }
  const sessionId = await newSession(caller, given)
  await load(caller, sessionId, given)
  const setup = { cwd: '/work', ...given, title: undefined, mode: undefined }
  expect(seen).toEqual([setup, setup])
  await caller.served.close()
})

test('version 1: a session at work cannot be opened again, and its turn goes on', async () => {
  const finish = gate()
  const here = await visit({ sessions: memoryJournal(), prompt: () => finish.opened.then(() => 'end_turn') })
  const sessionId = await newSession(here)
  const answer = here.far.ask('session/prompt', { sessionId, prompt: text('work') })
  await calm()
  for (const method of ['session/load', 'session/resume']) {
    const refused = await here.far.ask(method, { sessionId, cwd: '/work', mcpServers: [] })
    expect(refused.error?.data).toMatchObject({ reason: 'invalid_session_state', state: 'busy' })
  }
  finish.open()
  expect(await answer).toMatchObject({ result: { stopReason: 'end_turn' } })
  expect((await load(here, sessionId)).answer.error).toBeUndefined()
  await here.served.close()
})
