/** Whatever either side says, a step never throws, and every call is answered exactly once. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import type { Side } from '../interpreter.js'
import { Desk } from './desk.fixture.js'

const METHODS = [
  'initialize',
  'authenticate',
  'session/new',
  'session/load',
  'session/prompt',
  'session/set_mode',
  'session/set_config_option',
  'session/request_permission',
  'session/update',
  'session/cancel',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
  '_custom/x',
  'constructor',
  '__proto__',
]

/** Every name that a table knows, so that values of the wrong type stand in the right places. */
const NAMES = [
  'sessionId',
  'type',
  'data',
  'update',
  'sessionUpdate',
  'content',
  'prompt',
  'attachments',
  'output',
  'error',
  'hunks',
  'path',
  'source',
  'steps',
  'entries',
  'commands',
  'capabilities',
  'clientCapabilities',
  'agentCapabilities',
  'protocolVersion',
  'requiredClientCapabilities',
  'sessionCapabilities',
  'modes',
  'configOptions',
  'mcpServers',
  'transport',
  'env',
  'args',
  'toolCall',
  'options',
  'outcome',
  'granted',
  'terminalId',
  'exitStatus',
  'timeout',
  'id',
  'toolCallId',
  'status',
  'location',
  'locations',
  'title',
  'stopReason',
  'usage',
  'key',
  'value',
  'currentValue',
  'currentMode',
  'currentModeId',
  'mode',
  'initialMode',
  'workingDirectory',
  'cwd',
  'sessions',
  'success',
  'credentials',
  'startLine',
  'endLine',
  'line',
  'limit',
  'encoding',
  'overwrite',
  'fs',
  'terminal',
  'kind',
  'plan',
  'resource',
  '_meta',
  'parley.dev/d4',
  'parley.dev/v1',
  'made',
  'reason',
  '__proto__',
  'toString',
]

const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e99,
  '',
  's',
  't',
  'text',
  'image',
  'diff',
  'terminal',
  'stdio',
  'acp',
  'tool_call',
  'tool_call_update',
  'plan',
  'config_option_update',
  'current_mode_update',
  'agent_message_chunk',
  'selected',
  'failed',
  'completed',
  'pending',
  'base64',
  'url',
  'src/../..',
  '/a',
  '@@ -1 +1 @@\n-a\n+b',
  'readTextFile',
  '\ud800',
]

const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...VALUES),
    fc.array(tie('value'), { maxLength: 3 }),
    // Through JSON, as a wire would: there "__proto__" is a key like any other.
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie('value')), { maxLength: 6 })
      .map(entries => JSON.parse(JSON.stringify(Object.fromEntries(entries)))),
  ),
}))

const side = fc.constantFrom<Side>('ours', 'theirs')
const act = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('request'), side, fc.constantFrom(...METHODS), value) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('notify'), side, fc.constantFrom(...METHODS), value) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('answer'), fc.nat(), value) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('refuse'), fc.nat(), fc.integer({ min: -32010, max: -31999 }), value),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('ring'), fc.nat()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('cancel'), fc.nat()) },
)

type Act = readonly [string, ...unknown[]]

const methodAt = (desk: Desk, index: unknown): string | undefined =>
  desk.asked.length === 0 ? undefined : desk.asked[Number(index) % desk.asked.length]?.method

function perform(desk: Desk, [kind, ...given]: Act): void {
  if (kind === 'request') desk.request(given[0] as Side, given[1] as string, given[2])
  else if (kind === 'notify') desk.notify(given[0] as Side, given[1] as string, given[2])
  else if (kind === 'ring') ring(desk)
  else if (kind === 'cancel') cancel(desk, Number(given[0]))
  else {
    const method = methodAt(desk, given[0])
    if (method === undefined) return
    if (kind === 'answer') desk.answer(method, given[1])
    else desk.refuse(method, { code: given[1] as number, message: 'no', data: given[2] })
  }
}

function ring(desk: Desk): void {
  if (desk.alarms.length > 0) desk.ring()
}

function cancel(desk: Desk, index: number): void {
  const open = [...desk.calls].filter(([, settled]) => settled.length === 0)
  if (open.length > 0) desk.cancel(index % 2 === 0 ? 'ours' : 'theirs', open[index % open.length]![0])
}

/** The end of a wire: what was asked is refused, also what is asked because of that. */
function end(desk: Desk): void {
  for (let rounds = 0; rounds < 1_000 && desk.asked.length > 0; rounds++)
    desk.refuse(desk.asked[0]!.method, { code: -32603, message: 'gone' })
  while (desk.alarms.length > 0) desk.ring()
  for (let rounds = 0; rounds < 1_000 && desk.asked.length > 0; rounds++)
    desk.refuse(desk.asked[0]!.method, { code: -32603, message: 'gone' })
}

test('a step never throws, and every call is answered exactly once', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), acts => {
      const desk = new Desk()
      for (const one of acts) perform(desk, one as Act)
      end(desk)
      for (const settled of desk.calls.values()) expect(settled).toHaveLength(1)
    }),
    { numRuns: atLeast(1_500) },
  )
  expect(Object.hasOwn(Object.prototype, 'made')).toBe(false)
  expect(({} as Record<string, unknown>).sessionId).toBeUndefined()
})
