/** Each row of the table of both spellings, as data: what theirs becomes, and what ours becomes. */
import { describe, expect, test } from 'vitest'
import { Desk, type Fields, plain, resultOf, withAgent, withClient } from './desk.fixture.js'
import { resolvePath } from './paths.js'

interface Pair {
  readonly title: string
  readonly theirs: unknown
  readonly ours: unknown
  /** What ours becomes, where it says less or more than theirs did. */
  readonly back?: unknown
}

const update = (theirs: Desk, data: Fields): unknown => {
  theirs.notify('theirs', 'session/update', { sessionId: 's', ...data })
  return plain((theirs.lastTold('ours') as { update: unknown }).update)
}

const updateBack = (desk: Desk, ours: unknown): unknown => {
  desk.notify('ours', 'session/update', { sessionId: 's', update: ours })
  const { sessionId, ...envelope } = desk.lastTold('theirs')
  expect(sessionId).toBe('s')
  return plain(envelope)
}

const text = (words: string): Fields => ({ type: 'text', text: words })

const updates: readonly Pair[] = [
  {
    title: 'a piece of a message is text, and its place and end are laid away',
    theirs: { type: 'agent_message_chunk', data: { content: 'hello', index: 0, final: false } },
    ours: { sessionUpdate: 'agent_message_chunk', content: text('hello') },
    back: { type: 'agent_message_chunk', data: { content: 'hello' } },
  },
  {
    title: 'what the user said comes back as an echo',
    theirs: { type: 'user_message_chunk', data: { content: 'do it', index: 0, final: true } },
    ours: { sessionUpdate: 'user_message_chunk', content: text('do it') },
    back: { type: 'user_message_chunk', data: { content: 'do it' } },
  },
  {
    title: 'a thought has another name',
    theirs: { type: 'thought_message_chunk', data: { content: 'hm', visible: false } },
    ours: { sessionUpdate: 'agent_thought_chunk', content: text('hm') },
    back: { type: 'thought_message_chunk', data: { content: 'hm' } },
  },
  {
    title: 'a plan has steps',
    theirs: {
      type: 'plan',
      data: {
        planId: 'p',
        steps: [
          { id: 'step_1', description: 'read', status: 'completed' },
          { id: 'step_2', description: 'rest', status: 'blocked' },
        ],
      },
    },
    ours: {
      sessionUpdate: 'plan',
      entries: [
        { content: 'read', status: 'completed', priority: 'medium' },
        { content: 'rest', status: 'pending', priority: 'medium' },
      ],
    },
    back: {
      type: 'plan',
      data: {
        planId: 'plan',
        steps: [
          { id: 'step_1', description: 'read', status: 'completed' },
          { id: 'step_2', description: 'rest', status: 'pending' },
        ],
      },
    },
  },
  {
    title: 'commands have another name',
    theirs: { type: 'available_commands', data: { commands: [{ name: 'help', description: 'Helps' }] } },
    ours: {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'help', description: 'Helps' }],
    },
  },
  {
    title: 'the mode was another before',
    theirs: {
      type: 'current_mode_update',
      data: { previousMode: 'default', currentMode: 'plan', reason: 'so' },
    },
    ours: { sessionUpdate: 'current_mode_update', currentModeId: 'plan' },
    back: { type: 'current_mode_update', data: { previousMode: 'default', currentMode: 'plan' } },
  },
  {
    title: 'a tool call has a kind by its name, and one place',
    theirs: {
      type: 'tool_call',
      data: {
        id: 't',
        tool: 'fs/write_text_file',
        input: { path: 'a' },
        status: 'pending',
        requiresPermission: true,
        location: { path: 'src/a.ts', line: 4, column: 5, endLine: 6, endColumn: 7 },
      },
    },
    ours: {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      name: 'fs/write_text_file',
      title: 'fs/write_text_file',
      kind: 'edit',
      rawInput: { path: 'a' },
      status: 'pending',
      locations: [{ path: '/home/user/project/src/a.ts', line: 4 }],
    },
    back: {
      type: 'tool_call',
      data: {
        id: 't',
        tool: 'fs/write_text_file',
        input: { path: 'a' },
        status: 'pending',
        location: { path: '/home/user/project/src/a.ts', line: 4 },
      },
    },
  },
  {
    title: 'what a tool call put out is its content',
    theirs: {
      type: 'tool_call_update',
      data: { id: 't', status: 'completed', output: text('done'), duration: 45 },
    },
    ours: {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: 'completed',
      content: [{ type: 'content', content: text('done') }],
    },
    back: { type: 'tool_call_update', data: { id: 't', status: 'completed', output: text('done') } },
  },
  {
    title: 'why a tool call failed is its content, too',
    theirs: { type: 'tool_call_update', data: { id: 't', status: 'failed', error: 'no such file' } },
    ours: {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: 'failed',
      content: [{ type: 'content', content: text('no such file') }],
    },
  },
  ...(['awaiting_permission', 'denied', 'cancelled'] as const).map(status => ({
    title: `a tool call that is ${status} is what version 1 has a word for`,
    theirs: { type: 'tool_call_update', data: { id: 't', status } },
    ours: {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: status === 'awaiting_permission' ? 'pending' : 'failed',
    },
    back: {
      type: 'tool_call_update',
      data: { id: 't', status: status === 'awaiting_permission' ? 'pending' : 'failed' },
    },
  })),
  {
    title: 'an output of a shape of its own is the raw output',
    theirs: { type: 'tool_call_update', data: { id: 't', output: { type: 'table', rows: 3 } } },
    ours: { sessionUpdate: 'tool_call_update', toolCallId: 't', rawOutput: { type: 'table', rows: 3 } },
  },
  {
    title: 'a terminal that nobody here made is what it said',
    theirs: {
      type: 'tool_call_update',
      data: {
        id: 't',
        output: {
          type: 'terminal',
          terminalId: 'x',
          command: 'npm test',
          exitCode: 0,
          stdout: 'ok',
          stderr: 'hm',
        },
      },
    },
    ours: {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      content: [{ type: 'content', content: text('ok\nhm') }],
    },
    back: { type: 'tool_call_update', data: { id: 't', output: text('ok\nhm') } },
  },
]

describe('updates', () => {
  test.each(updates)('to us: $title', ({ theirs, ours }) => {
    expect(update(withAgent(), theirs as Fields)).toEqual(ours)
  })
  test.each(updates)('to them: $title', ({ theirs, ours, back }) => {
    expect(updateBack(withClient(), ours)).toEqual(back ?? theirs)
  })
})

const blocks: readonly Pair[] = [
  { title: 'text', theirs: text('hi'), ours: text('hi') },
  {
    title: 'an image by value',
    theirs: { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBO' } },
    ours: { type: 'image', data: 'iVBO', mimeType: 'image/png' },
  },
  {
    title: 'an image that is somewhere',
    theirs: {
      type: 'image',
      source: { type: 'url', mediaType: 'image/png', url: 'https://example.com/a.png' },
    },
    ours: { type: 'resource_link', uri: 'https://example.com/a.png', name: 'a.png', mimeType: 'image/png' },
    back: { type: 'resource_link', uri: 'https://example.com/a.png', mimeType: 'image/png' },
  },
  {
    title: 'a sound by value',
    theirs: { type: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: 'UklG' } },
    ours: { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
  },
  {
    title: 'a resource with its text',
    theirs: { type: 'resource', uri: 'file:///a.ts', mimeType: 'text/typescript', title: 'a', content: 'x' },
    ours: { type: 'resource', resource: { uri: 'file:///a.ts', mimeType: 'text/typescript', text: 'x' } },
    back: { type: 'resource', uri: 'file:///a.ts', mimeType: 'text/typescript', content: 'x' },
  },
  {
    title: 'a link with a title',
    theirs: { type: 'resource_link', uri: 'file:///a.ts', mimeType: 'text/typescript', title: 'mine' },
    ours: {
      type: 'resource_link',
      uri: 'file:///a.ts',
      mimeType: 'text/typescript',
      title: 'mine',
      name: 'mine',
    },
  },
  {
    title: 'a link without one',
    theirs: { type: 'resource_link', uri: 'file:///src/a.ts?x#y' },
    ours: { type: 'resource_link', uri: 'file:///src/a.ts?x#y', name: 'a.ts' },
  },
]

const servers: readonly Pair[] = [
  {
    title: 'a program with all there is to say',
    theirs: { name: 'f', transport: { type: 'stdio', command: 'm', args: ['-x'], env: { A: '1', B: '2' } } },
    ours: {
      name: 'f',
      command: 'm',
      args: ['-x'],
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
    },
  },
  {
    title: 'a program with little',
    theirs: { name: 'f', transport: { type: 'stdio', command: 'm', cwd: '/x' } },
    ours: { name: 'f', command: 'm', args: [], env: [] },
    back: { name: 'f', transport: { type: 'stdio', command: 'm', args: [], env: {} } },
  },
  {
    title: 'a program without a name',
    theirs: { transport: { type: 'stdio', command: '/usr/bin/mcp-files', args: [], env: {} } },
    ours: { name: 'mcp-files', command: '/usr/bin/mcp-files', args: [], env: [] },
    back: {
      name: 'mcp-files',
      transport: { type: 'stdio', command: '/usr/bin/mcp-files', args: [], env: {} },
    },
  },
  ...(['http', 'sse'] as const).map(type => ({
    title: `a server by ${type}`,
    theirs: { name: 'g', transport: { type, url: 'https://example.com', headers: { A: 'b' } } },
    ours: { type, name: 'g', url: 'https://example.com', headers: [{ name: 'A', value: 'b' }] },
  })),
]

describe('content blocks', () => {
  test.each(blocks)('to us: $title', ({ theirs, ours }) => {
    const { asked } = withClient().exchange(
      'theirs',
      ['session/prompt', { sessionId: 's', content: [theirs] }],
      {},
    )
    expect(plain(asked)).toEqual({ sessionId: 's', prompt: [ours] })
  })
  test.each(blocks)('to them: $title', ({ theirs, ours, back }) => {
    const { asked } = withAgent().exchange('ours', ['session/prompt', { sessionId: 's', prompt: [ours] }], {})
    expect(plain(asked)).toEqual({ sessionId: 's', content: [back ?? theirs] })
  })
})

describe('MCP servers', () => {
  test.each(servers)('to us: $title', ({ theirs, ours }) => {
    const params = { workingDirectory: '/w', mcpServers: [theirs] }
    const { asked } = withClient().exchange('theirs', ['session/new', params], { sessionId: 't' })
    expect(plain(asked)).toEqual({ cwd: '/w', mcpServers: [ours] })
  })
  test.each(servers)('to them: $title', ({ theirs, ours, back }) => {
    const params = { cwd: '/w', mcpServers: [ours] }
    const { asked } = withAgent().exchange('ours', ['session/new', params], { sessionId: 't' })
    expect(plain(asked)).toEqual({ workingDirectory: '/w', mcpServers: [back ?? theirs] })
  })
})

interface Exchange {
  readonly title: string
  readonly method: string
  /** Params there and here, and results here and there. */
  readonly params: readonly [theirs: Fields, ours: Fields]
  readonly results: readonly [ours: Fields, theirs: Fields]
}

/** What a client of this spelling calls. */
const ofClients: readonly Exchange[] = [
  {
    title: 'a prompt and how it ended',
    method: 'session/prompt',
    params: [
      { sessionId: 's', content: [text('hi')] },
      { sessionId: 's', prompt: [text('hi')] },
    ],
    results: [{ stopReason: 'end_turn' }, { stopReason: 'end_turn' }],
  },
  {
    title: 'signing in',
    method: 'authenticate',
    params: [{ method: 'api_key', credentials: { apiKey: 'sk' } }, { methodId: 'api_key' }],
    results: [{}, { success: true }],
  },
  {
    title: 'another mode',
    method: 'session/set_mode',
    params: [
      { sessionId: 's', mode: 'plan' },
      { sessionId: 's', modeId: 'plan' },
    ],
    results: [{}, { previousMode: 'default', currentMode: 'plan' }],
  },
]

test.each(ofClients)(
  'a client of this spelling: $title',
  ({ method, params: [theirs, ours], results: [given, got] }) => {
    const { asked, result } = withClient().exchange('theirs', [method, theirs], given)
    expect(plain(asked)).toEqual(ours)
    expect(plain(result)).toEqual(got)
  },
)

test.each(ofClients)(
  'an agent of this spelling: $title',
  ({ method, params: [theirs, ours], results: [given, got] }) => {
    const { asked, result } = withAgent().exchange('ours', [method, ours], got)
    expect(plain(asked)).toEqual(method === 'authenticate' ? { ...theirs, credentials: {} } : theirs)
    expect(plain(result)).toEqual(given)
  },
)

/** What an agent of this spelling calls. */
const ofAgents: readonly Exchange[] = [
  {
    title: 'a range of lines',
    method: 'fs/read_text_file',
    params: [
      { path: '/a', startLine: 3, endLine: 5 },
      { sessionId: 's', path: '/a', line: 3, limit: 3 },
    ],
    results: [{ content: 'x' }, { content: 'x', encoding: 'utf-8' }],
  },
  {
    title: 'a relative path',
    method: 'fs/read_text_file',
    params: [{ path: '../b/./c.ts' }, { sessionId: 's', path: '/home/user/b/c.ts' }],
    results: [{ content: 'x\ny\n' }, { content: 'x\ny\n', encoding: 'utf-8', totalLines: 2 }],
  },
  {
    title: 'a terminal',
    method: 'terminal/create',
    params: [
      { command: 'ls', args: ['-l'], cwd: 'src', env: { A: '1' } },
      {
        sessionId: 's',
        command: 'ls',
        args: ['-l'],
        cwd: '/home/user/project/src',
        env: [{ name: 'A', value: '1' }],
        outputByteLimit: 1_048_576,
      },
    ],
    results: [{ terminalId: 't' }, { terminalId: 't' }],
  },
  {
    title: 'a kill',
    method: 'terminal/kill',
    params: [
      { terminalId: 't', signal: 'SIGINT', force: true },
      { sessionId: 's', terminalId: 't' },
    ],
    results: [{}, { killed: true }],
  },
  {
    title: 'a release',
    method: 'terminal/release',
    params: [{ terminalId: 't' }, { sessionId: 's', terminalId: 't' }],
    results: [{}, { released: true }],
  },
]

test.each(ofAgents)(
  'an agent of this spelling: $title',
  ({ method, params: [theirs, ours], results: [given, got] }) => {
    const { asked, result } = withAgent().exchange('theirs', [method, theirs], given)
    expect(plain(asked)).toEqual(ours)
    expect(plain(result)).toEqual(got)
  },
)

test.each(ofAgents.filter(({ title }) => title !== 'a relative path' && title !== 'a kill'))(
  'a client of this spelling: $title',
  ({ method, params: [theirs, ours], results: [given, got] }) => {
    const { asked, result } = withClient().exchange('ours', [method, ours], got)
    const told = 'cwd' in theirs ? { ...theirs, cwd: ours.cwd } : theirs
    expect(plain(asked)).toEqual(told)
    expect(plain(result)).toEqual(given)
  },
)

test('a file that our agent writes may be new, in a new folder, or there already', () => {
  const params = { sessionId: 's', path: '/a', content: 'é' }
  const { asked, result } = withClient().exchange('ours', ['fs/write_text_file', params], {
    bytesWritten: 2,
    created: true,
  })
  expect(plain(asked)).toEqual({ path: '/a', content: 'é', createDirectories: true, overwrite: true })
  expect(plain(result)).toEqual({})
})

const capabilities: readonly Pair[] = [
  {
    title: 'files and terminals',
    theirs: { fs: { read: true, write: false, watch: true }, terminal: { create: true, maxConcurrent: 5 } },
    ours: {
      fs: { readTextFile: true, writeTextFile: false },
      terminal: true,
      session: { configOptions: { boolean: {} } },
    },
    back: { fs: { read: true, write: false }, terminal: { create: true }, ui: { permissionDialogs: true } },
  },
  {
    title: 'nothing',
    theirs: { _custom: { codeAnalysis: true } },
    ours: { session: { configOptions: { boolean: {} } } },
    back: { ui: { permissionDialogs: true } },
  },
]

test.each(capabilities)('what a client can do, to us: $title', ({ theirs, ours }) => {
  const desk = new Desk()
  desk.request('theirs', 'initialize', { protocolVersion: 1, clientInfo: {}, capabilities: theirs })
  expect(plain(desk.takeAsk('initialize').params)).toEqual({
    protocolVersion: 1,
    clientInfo: {},
    clientCapabilities: ours,
  })
})

test.each(capabilities)('what a client can do, to them: $title', ({ ours, back }) => {
  const desk = new Desk()
  desk.request('ours', 'initialize', { protocolVersion: 1, clientInfo: {}, clientCapabilities: ours })
  expect(plain(desk.takeAsk('initialize').params)).toEqual({
    protocolVersion: 1,
    clientInfo: {},
    capabilities: back,
  })
})

test('what an agent can do, to us', () => {
  const desk = new Desk()
  const made = desk.request('ours', 'initialize', { protocolVersion: 1 })
  desk.answer('initialize', {
    protocolVersion: 1,
    agentInfo: { name: 'a', version: '1' },
    capabilities: {
      loadSession: true,
      mcpCapabilities: { servers: true, transport: ['stdio', 'sse'] },
      promptCapabilities: { streaming: true, attachments: true },
      sessionCapabilities: { modes: ['default'], persistence: true },
    },
  })
  expect(plain(resultOf(made))).toEqual({
    protocolVersion: 1,
    agentInfo: { name: 'a', version: '1' },
    agentCapabilities: {
      loadSession: true,
      mcpCapabilities: { http: false, sse: true },
      promptCapabilities: { image: true, embeddedContext: true },
    },
    authMethods: [],
  })
})

test('an agent that takes no MCP servers speaks no transport', () => {
  const mcpCapabilities = { servers: false, transport: ['http'] }
  const desk = withAgent({ mcpCapabilities })
  expect(desk.state.agentCapabilities).toMatchObject({ mcpCapabilities: { http: false, sse: false } })
})

test.each([
  ['/home/user', '../../../../etc/x', '/etc/x'],
  ['/home/user', './a//b/../c', '/home/user/a/c'],
  ['/', 'a', '/a'],
  ['C:\\work', 'src\\a.ts', 'C:\\work\\src\\a.ts'],
  ['C:\\work', 'D:\\b', 'D:\\b'],
  [undefined, 'a', 'a'],
])('from %j the path %j leads to %j', (folder, path, there) => {
  expect(resolvePath(path, folder)).toBe(there)
})

test('what an agent can do, to them', () => {
  const desk = new Desk()
  const made = desk.request('theirs', 'initialize', { protocolVersion: 1, capabilities: {} })
  desk.answer('initialize', {
    protocolVersion: 1,
    agentCapabilities: {
      loadSession: true,
      mcpCapabilities: { http: true },
      sessionCapabilities: { list: {} },
    },
    authMethods: [{ id: 'x', name: 'X' }],
  })
  expect(plain(resultOf(made))).toEqual({
    protocolVersion: 1,
    agentInfo: { name: 'agent', version: 'unknown' },
    capabilities: {
      loadSession: true,
      mcpCapabilities: { servers: true, transport: ['stdio', 'http'] },
      promptCapabilities: { streaming: true, cancellation: true, attachments: false },
      sessionCapabilities: { persistence: true },
    },
  })
})

test.each(['bridge/new', '_custom/analyzeCode', 'session/list'])('%s passes as it is', method => {
  const { asked, result } = withClient().exchange('theirs', [method, { any: 1 }], { other: 2 })
  expect([asked, result]).toEqual([{ any: 1 }, { other: 2 }])
})
