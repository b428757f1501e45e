import { expect, test } from 'vitest'
import type { Entry } from './entry.js'
import { createOnlooker } from './onlooker.js'
import {
  prompt,
  Script,
  say,
  session1,
  session2,
  stop,
  turn1,
  update,
  version1,
  version2,
  watch,
} from './wire.fixture.js'

test('an answer has the method, the session and the time of its request', async () => {
  const script = session1().client(prompt(2)).after(99).agent(stop(2))
  const { rows } = await watch(script.entries)
  expect(rows[5]).toMatchObject({
    number: 5,
    entry: 5,
    kind: 'result',
    method: 'session/prompt',
    session: 's',
    turn: 0,
    asked: 4,
    latency: 100,
    label: 'end_turn',
  })
})

test('the answer to session/new belongs to the session it made', async () => {
  const { rows } = await watch(session1().entries)
  expect(rows[3]).toMatchObject({ method: 'session/new', session: 's', label: 's' })
})

test('each side counts its own requests: the same id on both sides is two requests', async () => {
  const script = turn1()
    .agent({ id: 2, method: 'fs/read_text_file', params: { sessionId: 's', path: '/w/a' } })
    .client({ id: 2, result: { content: 'abc' } })
    .agent(stop(2))
  const { rows } = await watch(script.entries)
  expect(rows.slice(-2).map(({ method, asked, label }) => [method, asked, label])).toEqual([
    ['fs/read_text_file', 5, '3 characters'],
    ['session/prompt', 4, 'end_turn'],
  ])
})

test('a batch is one row for each of its messages, all of one entry', async () => {
  const script = version2().client([
    { jsonrpc: '2.0', id: 7, method: 'session/list', params: {} },
    { jsonrpc: '2.0', id: 8, method: 'session/new', params: { cwd: '/w' } },
  ])
  const onlooker = await createOnlooker()
  const made = script.entries.map(entry =>
    onlooker.see(entry).map(({ number, entry, method }) => [number, entry, method]),
  )
  expect(made.at(-1)).toEqual([
    [2, 2, 'session/list'],
    [3, 2, 'session/new'],
  ])
})

test('noise, stderr and events are rows too', async () => {
  const script = new Script()
    .add({ event: 'started', detail: 'node agent.js' })
    .add({ stderr: 'ready\u001b[31m!' })
    .add({ to: 'client', noise: 'parse_error', text: 'Hello there', bytes: 12 })
    .add({ to: 'client', message: 17, bytes: 2 })
  const { rows } = await watch(script.entries)
  expect(rows.map(({ kind, to, label, bytes }) => [kind, to, label, bytes])).toEqual([
    ['event', undefined, 'started: node agent.js', 0],
    ['stderr', undefined, 'ready·!', 0],
    ['noise', 'client', 'parse_error: Hello there', 12],
    ['noise', 'client', 'no message: number', 2],
  ])
})

test('what the schema has against params and results is on their rows, mended or not', async () => {
  const script = version1()
    .client({ id: 1, method: 'session/new', params: { cwd: 5, mcpServers: [] } })
    .agent({ id: 1, result: { sessionId: 's', modes: 'none' } })
  const { rows } = await watch(script.entries)
  expect(rows[2]?.flaws).toEqual([{ path: '/cwd', expected: 'string', found: 'number', fatal: true }])
  expect(rows[3]?.flaws).toMatchObject([{ path: '/modes', found: 'string', fatal: false }])
})

test('the version is what the agent answers, and messages are read in it', async () => {
  expect((await watch(version1().entries)).version).toBe(1)
  const { version, rows } = await watch(
    session2().agent(update('state_update', { state: 'running' })).entries,
  )
  expect(version).toBe(2)
  expect(rows.flatMap(({ flaws }) => flaws)).toEqual([])
})

test('a client that offers version 2 and is answered in version 1 speaks version 1', async () => {
  const info = { name: 'x', version: '1' }
  const script = new Script()
    .client({ id: 0, method: 'initialize', params: { protocolVersion: 2, info } })
    .agent({ id: 0, result: { protocolVersion: 1 } })
    .client({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/w', mcpServers: [] } })
  const { version, rows } = await watch(script.entries)
  expect(version).toBe(1)
  expect(rows.flatMap(({ flaws }) => flaws)).toEqual([])
})

test('unstable methods are known as well', async () => {
  const script = version1().client({ id: 1, method: 'session/set_title', params: { sessionId: 's' } })
  expect((await watch(script.entries)).rows[2]?.flaws).toHaveLength(1)
})

test('`null` where version 1 answers nothing is no flaw', async () => {
  const script = session1()
    .client({ id: 2, method: 'session/set_mode', params: { sessionId: 's', modeId: 'm' } })
    .agent({ id: 2, result: null })
  expect((await watch(script.entries)).rows[5]?.flaws).toEqual([])
})

test('labels are short, clean, and never fail over what a peer sends', async () => {
  const script = turn1()
    .agent(say(`\u001b]0;title\u0007${'long '.repeat(100_000)}`))
    .agent(update('usage_update', { used: { toString: 1 }, size: [] }))
    .agent(update('tool_call', { toolCallId: 'c', title: 'Read\nit', status: 'pending' }))
    .agent({ id: 2, error: { code: -32603, message: 'Internal error' } })
  const { rows } = await watch(script.entries)
  const [said, usage, tool, error] = rows.slice(5)
  expect(said?.label).toMatch(/^agent_message_chunk: ·long long/)
  expect(said?.label.length).toBeLessThanOrEqual(96)
  expect(usage?.label).toBe('usage_update: {…} of {…}')
  expect(tool).toMatchObject({ label: 'tool_call: pending Read·it', toolCall: 'c', turn: 0 })
  expect(error).toMatchObject({ kind: 'error', label: '-32603 Internal error' })
})

test('a request knows the row of its answer, and what is no answer is none', async () => {
  const script = session1().client(prompt(2)).agent({ id: 2 }).agent(stop(2))
  const { rows } = await watch(script.entries)
  expect(rows[4]?.answer).toBe(6)
  expect(rows[5]).toMatchObject({ kind: 'noise', method: undefined, asked: undefined })
})

test('who forgets rows tells the same ones, keeps those of the last entry alone, and still pairs answers', async () => {
  const [keeping, forgetting] = [await createOnlooker(), await createOnlooker({ forgetsRows: true })]
  const entries: readonly Entry[] = Array.from(
    { length: 200 },
    (_, number) =>
      [
        {
          at: number,
          to: 'agent',
          bytes: 9,
          message: { jsonrpc: '2.0', id: number, method: '_x/y', params: {} },
        },
        { at: number + 1, to: 'client', bytes: 9, message: { jsonrpc: '2.0', id: number, result: {} } },
        { at: number + 1, to: 'client', noise: 'parse_error', text: 'no message', bytes: 9 },
      ] as const,
  ).flat()
  for (const entry of entries) {
    const rows = forgetting.see(entry)
    // Of a request it is not known later that it was answered: its row has been passed on.
    expect(rows).toEqual(keeping.see(entry))
    expect(forgetting.rows).toEqual(rows)
    expect(forgetting.findings.length).toBeLessThan(5)
  }
  expect(keeping.rows).toHaveLength(600)
  expect(keeping.findings.length).toBeGreaterThan(100)
})
