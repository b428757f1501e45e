import { expect, test } from 'vitest'
import { prompt, say, session1, session2, stop, turn1, update, watch } from './wire.fixture.js'

const permission = {
  id: 'p',
  method: 'session/request_permission',
  params: {
    sessionId: 's',
    toolCall: { toolCallId: 'c', title: 'Write it' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  },
}

test('a turn of version 1 lasts from its prompt to the answer, with every piece timed', async () => {
  const script = turn1({ terminal: true, fs: { readTextFile: true } })
    .after(9)
    .agent(update('tool_call', { toolCallId: 'c', title: 'Write it' }))
    .after(9)
    .agent(permission)
    .after(99)
    .client({ id: 'p', result: { outcome: { outcome: 'selected', optionId: 'y' } } })
    .agent({ id: 'f', method: 'fs/read_text_file', params: { sessionId: 's', path: '/w/a' } })
    .after(4)
    .client({ id: 'f', result: { content: '' } })
    .agent(update('tool_call_update', { toolCallId: 'c', status: 'completed' }))
    .after(1_999)
    .agent(say('abc'))
    .after(99)
    .agent(say('de'))
    .after(99)
    .agent(say('f'))
    .agent(stop(2))
  const { turns, rows } = await watch(script.entries)
  expect(turns).toHaveLength(1)
  expect(turns[0]).toMatchObject({
    turn: 0,
    session: 's',
    prompt: 4,
    end: rows.length - 1,
    duration: 2_328,
    stopReason: 'end_turn',
    firstUpdate: 10,
    firstChunk: 2_127,
    chunks: 3,
    characters: 6,
    chunkRate: 10,
    bytes: rows.slice(4).reduce((sum, row) => sum + row.bytes, 0),
  })
  expect(turns[0]?.spans).toEqual([
    { kind: 'tool', label: 'Write it', from: 10, until: 127, row: 5 },
    { kind: 'permission', label: 'Write it', from: 20, until: 120, row: 6 },
    { kind: 'file', label: '/w/a', from: 121, until: 126, row: 8 },
    { kind: 'silence', label: '', from: 127, until: 2_127, row: 10 },
  ])
})

test('a terminal is a span from its creation until its command has ended', async () => {
  const script = turn1({ terminal: true })
    .agent({ id: 't', method: 'terminal/create', params: { sessionId: 's', command: 'make', args: ['all'] } })
    .client({ id: 't', result: { terminalId: 'T' } })
    .agent({ id: 'w', method: 'terminal/wait_for_exit', params: { sessionId: 's', terminalId: 'T' } })
    .after(7)
    .client({ id: 'w', result: { exitCode: 0 } })
  const { turns } = await watch(script.entries)
  expect(turns[0]?.spans).toEqual([{ kind: 'terminal', label: 'make all', from: 1, until: 11, row: 5 }])
})

test('a turn of version 2 lasts until the session is idle, and takes in prompts that are sent meanwhile', async () => {
  const script = session2()
    .client(prompt(2))
    .agent({ id: 2, result: { messageId: 'm1' } })
    .agent(update('state_update', { state: 'running' }))
    .client(prompt(3))
    .agent({ id: 3, result: { messageId: 'm2' } })
    .agent(say('hi', { messageId: 'a' }))
    .agent(update('state_update', { state: 'idle', stopReason: 'end_turn' }))
    .agent(update('session_info_update', { title: 'later' }))
    .client(prompt(4))
  const { turns, rows } = await watch(script.entries)
  expect(turns.map(({ prompt, end, stopReason, chunks }) => [prompt, end, stopReason, chunks])).toEqual([
    [4, 10, 'end_turn', 1],
    [12, undefined, undefined, 0],
  ])
  expect(rows.slice(4).map(({ turn }) => turn)).toEqual([0, 0, 0, 0, 0, 0, 0, undefined, 1])
})

test('turns of two sessions at once are told apart', async () => {
  const script = session1()
    .client({ id: 2, method: 'session/new', params: { cwd: '/w', mcpServers: [] } })
    .agent({ id: 2, result: { sessionId: 't' } })
    .client(prompt(3))
    .client(prompt(4, 't'))
    .agent(update('agent_message_chunk', { content: { type: 'text', text: 'x' } }, 't'))
    .agent(stop(3, 'refusal'))
    .agent(stop(4))
  const { turns } = await watch(script.entries)
  expect(turns.map(({ session, chunks, stopReason }) => [session, chunks, stopReason])).toEqual([
    ['s', 0, 'refusal'],
    ['t', 1, 'end_turn'],
  ])
})

test('a prompt that is answered with an error ends its turn', async () => {
  for (const script of [session1(), session2()]) {
    script.client(prompt(2)).agent({ id: 2, error: { code: -32603, message: 'no' } })
    const { turns } = await watch(script.entries)
    expect(turns[0]).toMatchObject({ end: 5, duration: 1, stopReason: undefined })
  }
})

test('waiting for an answer of the user is no silence', async () => {
  const script = turn1()
    .agent(permission)
    .after(5_000)
    .client({ id: 'p', result: { outcome: { outcome: 'selected', optionId: 'y' } } })
    .agent(stop(2))
  expect((await watch(script.entries)).turns[0]?.spans.map(({ kind }) => kind)).toEqual(['permission'])
})
