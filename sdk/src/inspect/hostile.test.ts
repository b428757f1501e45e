import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../runs.fixture.js'
import type { Entry } from './entry.js'
import { createOnlooker } from './onlooker.js'
import { readQuery } from './query.js'
import { prompt, say, session1, session2, stop, update, watch } from './wire.fixture.js'

const methods = [
  'initialize',
  'session/new',
  'session/load',
  'session/resume',
  'session/prompt',
  'session/cancel',
  'session/update',
  'session/close',
  'session/list',
  'session/set_mode',
  'session/set_config_option',
  'session/request_permission',
  'terminal/create',
  'terminal/output',
  'terminal/release',
  'elicitation/create',
  'elicitation/complete',
  '$/cancel_request',
  'toString',
  '__proto__',
]
const kinds = [
  'agent_message_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'plan_update',
  'state_update',
  'usage_update',
  'config_option_update',
  'compaction_update',
  'available_commands_update',
  'terminal_update',
  'constructor',
]
const keys = [
  'sessionId',
  'update',
  'sessionUpdate',
  'toolCallId',
  'toolCall',
  'options',
  'optionId',
  'outcome',
  'content',
  'type',
  'status',
  'entries',
  'configOptions',
  'availableModes',
  'modes',
  'terminalId',
  'protocolVersion',
  'capabilities',
  'mode',
  'url',
  'requestedSchema',
  'properties',
  'state',
  'stopReason',
  'background',
  'toString',
  '_meta',
  '__proto__',
]

const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(
      's',
      'form',
      'url',
      'select',
      'boolean',
      'text',
      'idle',
      'http://%',
      1,
      0,
      -1,
      1.5,
      null,
      true,
      '',
      '\ud800',
      ...kinds,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
  ),
}))
const id = fc.constantFrom<unknown>(1, 2, 'x', null, {}, 1.5, undefined)
const message = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id, method: fc.constantFrom(...methods), params: value }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    method: fc.constant('session/update'),
    params: fc.record({
      sessionId: fc.constant('s'),
      update: fc.record({
        sessionUpdate: fc.constantFrom(...kinds),
        content: value,
        toolCallId: value,
        status: value,
        entries: value,
        state: value,
      }),
    }),
  }),
  fc.record({ jsonrpc: fc.constant('2.0'), id, result: value }),
  fc.record({ jsonrpc: fc.constant('2.0'), id, error: value }),
  value,
)
const entry = fc.record({
  at: fc.nat(),
  to: fc.constantFrom('agent' as const, 'client' as const),
  message,
  bytes: fc.nat(),
})

test('nothing that passes makes an onlooker stumble', async () => {
  const beginnings = [[], session1().client(prompt(1)).entries, session2().client(prompt(1)).entries]
  const query = readQuery('s -is:broken method:*')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...beginnings),
      fc.array(entry, { maxLength: 12 }),
      async (before, entries) => {
        const { rows, findings } = await watch([...before, ...(entries as Entry[])])
        for (const { row, text } of findings)
          expect([rows[row] !== undefined, text.length < 400]).toEqual([true, true])
        for (const row of rows) {
          expect(row.label.length).toBeLessThanOrEqual(96)
          if (!('expected' in query)) query.matches(row)
        }
      },
    ),
    { numRuns: atLeast(200) },
  )
})

test('rows hold nothing of the messages they were made of', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const onlooker = await createOnlooker()
  for (const one of session1().client(prompt(2)).entries) onlooker.see(one)
  const before = heap()
  const long = 'x'.repeat(100_000)
  for (let index = 0; index < 400; index++) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...say(`${index} ${long}`) })
    onlooker.see({ at: index, to: 'client', message: JSON.parse(text), bytes: text.length })
    onlooker.see({ at: index, stderr: JSON.parse(JSON.stringify(`${index} ${long}`)) })
  }
  // Eighty megabytes passed.
  expect(heap() - before).toBeLessThan(4_000_000)
  expect(onlooker.rows).toHaveLength(805)
})

test('a hundred thousand rows are made in seconds even on a busy machine', async () => {
  const onlooker = await createOnlooker()
  for (const one of session1().client(prompt(2)).entries) onlooker.see(one)
  const said = { jsonrpc: '2.0', ...say('some words of an answer') }
  const told = {
    jsonrpc: '2.0',
    ...update('tool_call', { toolCallId: 'c', title: 'Read', status: 'completed' }),
  }
  const from = process.cpuUsage()
  for (let index = 0; index < 100_000; index++)
    onlooker.see({ at: index, to: 'client', message: index === 7 ? told : said, bytes: 100 })
  onlooker.see({ at: 100_001, to: 'client', message: { jsonrpc: '2.0', ...stop(2) }, bytes: 10 })
  // Half a second where nothing else goes on.
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(4_000)
  expect(onlooker.findings).toEqual([])
  expect(onlooker.turns[0]?.chunks).toBe(99_999)
})
