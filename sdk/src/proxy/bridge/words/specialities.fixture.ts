/** Updates that no sampler thinks of: private kinds, patches, addresses that are none, settings without a choice. */

const PATCH = `diff --git /w/new.txt /w/new.txt
new file mode 100644
--- /dev/null
+++ /w/new.txt
@@ -0,0 +1,2 @@
+one
+two
`
const TWO_FILES = `${PATCH}${PATCH.replaceAll('new.txt', 'other.txt')}`
const PRIVATE_BLOCK = { type: '_drawing', lines: [1, 2], _meta: { of: 'a house' } }

const NEW_ITEMS = [
  { type: 'content', content: PRIVATE_BLOCK },
  { type: 'content', content: { type: 'text', text: 'x', annotations: { audience: ['_robot', 'user'] } } },
  { type: '_chart', points: [1] },
  { type: 'terminal', terminalId: 'x', _meta: { wide: true } },
  {
    type: 'diff',
    changes: [{ operation: 'add', path: '/w/new.txt' }],
    patch: { format: 'git_patch', text: PATCH },
  },
  {
    type: 'diff',
    changes: [
      { operation: 'add', path: '/w/new.txt', mimeType: 'text/plain' },
      { operation: 'move', oldPath: '/w/a', path: '/w/b' },
    ],
    patch: { format: 'git_patch', text: PATCH },
    _meta: { by: 'hand' },
  },
  {
    type: 'diff',
    changes: [
      { operation: 'add', path: '/w/new.txt' },
      { operation: 'add', path: '/w/other.txt', fileType: 'text' },
    ],
    patch: { format: 'git_patch', text: TWO_FILES },
  },
  { type: 'diff', changes: [] },
  { type: 'diff', changes: [{ operation: '_melt' }], patch: { format: '_other', text: 'x' } },
]

export const NEW_SPECIALITIES: readonly unknown[] = [
  ...NEW_ITEMS.flatMap(content => [
    { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'x', content, _meta: { piece: 1 } },
    { sessionUpdate: 'tool_call_update', toolCallId: 'x', content: [content, NEW_ITEMS[0]] },
    { sessionUpdate: 'tool_call_update', toolCallId: 'x', title: 'T', content: [content], _meta: null },
  ]),
  {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'x',
    status: '_stuck',
    kind: '_dance',
    _meta: { a: 1, b: null },
  },
  {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'x',
    title: null,
    name: null,
    rawInput: null,
    rawOutput: null,
  },
  {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'x',
    content: null,
    locations: null,
    status: null,
    kind: null,
  },
  {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'x',
    name: 'grep',
    capabilities: { cancel: {} },
    status: 'paused',
  },
  {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'x',
    capabilities: null,
    status: 'cancelled',
    title: 'Done',
  },
  { sessionUpdate: 'agent_message_chunk', messageId: 'x', content: PRIVATE_BLOCK },
  {
    sessionUpdate: 'agent_message',
    messageId: 'x',
    content: [{ type: 'text', text: 'a' }, PRIVATE_BLOCK],
    _meta: { k: 1 },
  },
  { sessionUpdate: 'agent_message', messageId: 'x', content: [{ type: 'text', text: 'a' }], _meta: null },
  { sessionUpdate: 'user_message', messageId: 'x', content: null },
  { sessionUpdate: 'agent_thought', messageId: 'x', _meta: { seen: true } },
  {
    sessionUpdate: 'terminal_update',
    terminalId: 'x',
    command: 'ls',
    output: { data: btoa('\u001B[31mred\u001B[0m\n') },
  },
  { sessionUpdate: 'terminal_update', terminalId: 'x', exitStatus: { exitCode: -1, signal: 'SIGTERM' } },
  { sessionUpdate: 'plan_update', plan: { type: '_board', planId: 'x', columns: [] } },
  {
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId: 'x', entries: [{ content: 'c', priority: '_now', status: 'cancelled' }] },
  },
  { sessionUpdate: '_note', text: 'private', _meta: { a: 1 } },
  { sessionUpdate: 'usage_update', used: 1, size: 2, cost: null },
  {
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { type: '_menu', name: 'm', description: 'd' },
      { type: 'command', name: 'c', description: 'd', input: { type: '_form', fields: [] } },
      {
        type: 'command',
        name: 'c2',
        description: 'd',
        input: { type: 'text', hint: 'h', _meta: { a: 1 } },
        _meta: { b: 1 },
      },
    ],
  },
  {
    sessionUpdate: 'config_option_update',
    configOptions: [
      { configId: 'p', name: 'P', type: '_slider', from: 1 },
      { configId: 'b', name: 'B', type: 'boolean', currentValue: true },
      {
        configId: 'm',
        name: 'M',
        category: 'mode',
        type: 'select',
        currentValue: 'a',
        options: [{ value: 'a', name: 'A' }],
      },
      {
        configId: 'g',
        name: 'G',
        type: 'select',
        currentValue: 'a',
        options: [{ groupId: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }],
      },
    ],
  },
  {
    sessionUpdate: 'subagent_update',
    sessionId: 'x',
    state: { state: 'running', background: [{ type: 'terminal', terminalId: 'x' }] },
  },
]

const OLD_BLOCKS = [
  { type: 'resource_link', name: 'n', uri: '/a b/ü?.txt', size: -1 },
  { type: 'resource_link', name: 'n', uri: 'just a name', _meta: { a: 1 } },
  { type: 'resource', resource: { uri: '', text: 't' } },
  { type: 'resource', resource: { uri: '#\uD800', blob: 'AA==', _meta: null } },
  { type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'no address' },
]

const OLD_ITEMS = [
  { type: 'diff', path: '/w/a.txt', oldText: 'one', newText: 'two', _meta: { a: 1 } },
  { type: 'diff', path: '/w/a.txt', oldText: null, newText: 'two\n' },
  { type: 'diff', path: 'relative "quoted"\t\n', newText: '' },
  { type: 'diff', path: '', oldText: 'same', newText: 'same' },
  { type: 'terminal', terminalId: 'x', _meta: null },
  ...OLD_BLOCKS.map(content => ({ type: 'content', content, _meta: { b: 2 } })),
]

export const OLD_SPECIALITIES: readonly unknown[] = [
  ...OLD_BLOCKS.flatMap(content => [
    { sessionUpdate: 'agent_message_chunk', content },
    { sessionUpdate: 'user_message_chunk', content, messageId: 'x', _meta: null },
  ]),
  ...OLD_ITEMS.flatMap(item => [
    { sessionUpdate: 'tool_call', toolCallId: 'x', title: 'T', content: [item, ...OLD_ITEMS.slice(0, 2)] },
    { sessionUpdate: 'tool_call_update', toolCallId: 'x', content: [item], status: null, _meta: null },
  ]),
  { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' }, _meta: { a: 1 } },
  {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'x' },
    messageId: null,
    _meta: null,
  },
  { sessionUpdate: 'tool_call_update', toolCallId: 'x', title: null, _meta: { a: null, b: 1 } },
  { sessionUpdate: 'session_info_update', updatedAt: 'yesterday', title: null, _meta: { a: 1 } },
  { sessionUpdate: 'session_info_update', updatedAt: null },
  { sessionUpdate: 'usage_update', used: 1, size: 2, cost: null },
  { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'x', uri: 'plan.md' } },
  {
    sessionUpdate: 'config_option_update',
    configOptions: [
      { id: 'e', name: 'E', type: 'select', currentValue: 'a', options: [] },
      {
        id: 'm',
        name: 'M',
        category: 'mode',
        type: 'select',
        currentValue: 'a',
        options: [{ value: 'a', name: 'A' }],
      },
      {
        id: 'g',
        name: 'G',
        type: 'select',
        currentValue: 'a',
        options: [
          { group: 'none', name: 'N', options: [] },
          { group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] },
        ],
      },
    ],
  },
]
