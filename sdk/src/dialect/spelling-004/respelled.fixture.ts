/** Values of document 004 at random: what a peer of that spelling may say, with fields that nobody knows among them. */
import * as fc from 'fast-check'
import type { Fields } from './desk.fixture.js'

const word = fc.oneof(
  fc.constantFrom('a', 'src/a.ts', '/w/b', '', '__proto__', 'constructor'),
  fc.string({ maxLength: 8 }),
)
const count = fc.nat({ max: 9 })
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>

/** Some of these fields, and sometimes one that is in no table. */
function some(
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Fields> {
  const model: Record<string, fc.Arbitrary<unknown>> = {
    ...required,
    ...optional,
    vendorField: json,
    _meta: fc.dictionary(fc.constantFrom('a', 'b'), json),
  }
  return fc.record(model, { requiredKeys: Object.keys(required) }) as fc.Arbitrary<Fields>
}

const source = fc.oneof(
  some({ type: fc.constant('base64'), mediaType: fc.constant('image/png'), data: word }),
  some({
    type: fc.constant('url'),
    mediaType: fc.constant('image/png'),
    url: fc.constant('https://example.com/a'),
  }),
)

export const block = fc.oneof(
  some({ type: fc.constant('text'), text: word }),
  some({ type: fc.constantFrom('image', 'audio'), source }),
  some({ type: fc.constant('resource_link'), uri: word }, { mimeType: word, title: word }),
  some({ type: fc.constant('resource'), uri: word, content: word }, { mimeType: word, title: word }),
)

const lines = fc.constantFrom('@@ -1,1 +1,1 @@\n-a\n+b', '...', ' x\n-y', '')
const hunk = some({ oldStart: count, oldLines: count, newStart: count, newLines: count, content: lines })
const output = fc.oneof(
  block,
  some({ type: fc.constant('diff'), path: word, hunks: fc.array(hunk, { maxLength: 2 }) }),
  some(
    { type: fc.constant('terminal') },
    { terminalId: word, command: word, exitCode: count, stdout: word, stderr: word },
  ),
  some({ type: fc.constant('table') }, { rows: count }),
)

const status = fc.constantFrom(
  'pending',
  'awaiting_permission',
  'in_progress',
  'completed',
  'failed',
  'denied',
  'cancelled',
)
const location = some({ path: word }, { line: count, column: count, endLine: count, endColumn: count })
const told = { output, error: word, duration: count, location }
const chunk = some({ content: word }, { index: count, final: fc.boolean(), visible: fc.boolean() })
const step = some(
  { id: word, description: word },
  { status: fc.constantFrom('pending', 'completed', 'skipped'), priority: fc.constantFrom('low', 'high') },
)

const data: Readonly<Record<string, fc.Arbitrary<Fields>>> = {
  agent_message_chunk: chunk,
  user_message_chunk: chunk,
  thought_message_chunk: chunk,
  plan: some({ steps: fc.array(step, { maxLength: 2 }) }, { planId: word }),
  tool_call: some(
    { id: word, tool: word },
    { input: json, status, requiresPermission: fc.boolean(), ...told },
  ),
  tool_call_update: some({ id: word }, { tool: word, status, ...told }),
  available_commands: some({ commands: fc.array(some({ name: word, description: word }), { maxLength: 2 }) }),
  current_mode_update: some({ currentMode: word }, { previousMode: word, reason: word }),
  config_option_update: some({ key: word, currentValue: json }, { previousValue: json, source: word }),
}

/** Any update, in its envelope. */
export const update = fc.oneof(
  ...Object.entries(data).map(([type, arbitrary]) =>
    some(
      { sessionId: fc.constant('s'), type: fc.constant(type), data: arbitrary },
      { timestamp: fc.constant('2026-02-04T10:30:00Z') },
    ),
  ),
)

const map = fc.dictionary(fc.constantFrom('A', 'B', '__proto__'), word)
const server = some({
  name: word,
  transport: fc.oneof(
    some(
      { type: fc.constant('stdio'), command: word },
      { args: fc.array(word, { maxLength: 2 }), env: map, cwd: word },
    ),
    some({ type: fc.constantFrom('http', 'sse'), url: word }, { headers: map, timeout: count }),
  ),
})

type Exchange = readonly [method: string, params: fc.Arbitrary<Fields>, result: fc.Arbitrary<Fields>]

/** What a client calls, and what an agent answers. */
export const ofClients: readonly Exchange[] = [
  [
    'session/new',
    some({ workingDirectory: word }, { mcpServers: fc.array(server, { maxLength: 2 }), systemPrompt: word }),
    some({ sessionId: fc.constant('n'), createdAt: word }),
  ],
  [
    'session/prompt',
    some(
      { sessionId: fc.constant('s'), content: fc.array(block, { maxLength: 3 }) },
      { attachments: fc.array(fc.oneof(block, some({ path: word })), { maxLength: 2 }) },
    ),
    some(
      { stopReason: fc.constantFrom('end_turn', 'cancelled', 'max_tokens', 'error') },
      { usage: some({ inputTokens: count, outputTokens: count }) },
    ),
  ],
  [
    'session/set_mode',
    some({ sessionId: fc.constant('s'), mode: word }),
    some({ previousMode: word, currentMode: word }),
  ],
  [
    'session/set_config_option',
    some({ sessionId: fc.constant('s'), key: word, value: fc.oneof(word, fc.boolean()) }),
    some({ key: word, currentValue: json }, { previousValue: json }),
  ],
  [
    'authenticate',
    some({ method: word, credentials: some({}) }),
    some({ success: fc.boolean() }, { error: word, expiresAt: word }),
  ],
]

/** What an agent calls, and what a client answers. */
export const ofAgents: readonly Exchange[] = [
  [
    'session/request_permission',
    some(
      { sessionId: fc.constant('s'), operation: fc.constantFrom('file_read', 'mcp_tool'), resource: word },
      { reason: word, toolCallId: word },
    ),
    some(
      { granted: fc.boolean() },
      { remember: fc.boolean(), scope: fc.constantFrom('once', 'session', 'workspace', 'always') },
    ),
  ],
  [
    'fs/read_text_file',
    some(
      { path: word },
      { encoding: fc.constant('utf-8'), startLine: fc.constant(2), endLine: fc.constant(4) },
    ),
    some({ content: word, encoding: word }, { totalLines: count, truncated: fc.boolean() }),
  ],
  [
    'fs/write_text_file',
    some(
      { path: word, content: word },
      { encoding: fc.constant('utf-8'), createDirectories: fc.boolean(), overwrite: fc.constant(true) },
    ),
    some({ bytesWritten: count, created: fc.boolean() }),
  ],
  [
    'terminal/create',
    some(
      { command: word },
      { args: fc.array(word, { maxLength: 2 }), cwd: word, env: map, timeout: fc.constant(1e12) },
    ),
    some({ terminalId: fc.constant('t') }, { pid: count }),
  ],
  [
    'terminal/kill',
    some({ terminalId: word }, { signal: word, force: fc.boolean() }),
    some({ killed: fc.boolean() }),
  ],
  ['terminal/release', some({ terminalId: word }), some({ released: fc.boolean() })],
]
