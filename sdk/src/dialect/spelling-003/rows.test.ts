/** Table 8.6's column for document 003, row by row: their words, ours, and theirs again by value. */

import { describe, expect, test } from 'vitest'
import { Crossing, flawsOf } from './crossing.fixture.js'

interface Row {
  readonly title: string
  readonly method: string
  readonly theirs: unknown
  readonly ours: unknown
  /** What we say by ourselves becomes `theirs` as well; without it the row is about what was born there. */
  readonly born?: unknown
}

const d3 = (notes: object) => ({ 'parley.dev/d3': notes })

const requests: readonly Row[] = [
  {
    title: 'a client that lends terminals lends all five things or none',
    method: 'initialize',
    theirs: {
      protocolVersion: 1,
      clientInfo: { name: 'VS Code', version: '1.80.0' },
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: { create: true, output: true, waitForExit: true, kill: true, release: true },
      },
    },
    ours: {
      protocolVersion: 1,
      clientInfo: { name: 'VS Code', version: '1.80.0' },
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: true,
        _meta: d3({
          terminal: { create: true, output: true, waitForExit: true, kill: true, release: true },
        }),
      },
    },
    born: {
      protocolVersion: 1,
      clientInfo: { name: 'VS Code', version: '1.80.0' },
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    },
  },
  {
    title: 'a client that cannot wait for terminals lends none',
    method: 'initialize',
    theirs: { protocolVersion: 1, clientCapabilities: { terminal: { create: true, output: true } } },
    ours: {
      protocolVersion: 1,
      clientCapabilities: { terminal: false, _meta: d3({ terminal: { create: true, output: true } }) },
    },
  },
  {
    title: 'a client that says of terminals what we would say',
    method: 'initialize',
    theirs: { protocolVersion: 1, clientCapabilities: { terminal: true } },
    ours: { protocolVersion: 1, clientCapabilities: { terminal: true, _meta: d3({ terminal: true }) } },
  },
  {
    title: 'MCP servers get a name, and their variables a list',
    method: 'session/new',
    theirs: {
      cwd: '/absolute/path/to/project',
      mcpServers: [
        {
          transport: 'stdio',
          command: '/usr/local/bin/mcp-server',
          args: ['--verbose'],
          env: { API_KEY: 'secret', SECOND: '2' },
        },
      ],
    },
    ours: {
      cwd: '/absolute/path/to/project',
      mcpServers: [
        {
          name: 'mcp-server',
          command: '/usr/local/bin/mcp-server',
          args: ['--verbose'],
          env: [
            { name: 'API_KEY', value: 'secret' },
            { name: 'SECOND', value: '2' },
          ],
          _meta: d3({ transport: 'stdio', $name: 'mcp-server' }),
        },
      ],
    },
  },
  {
    title: 'two MCP servers of one program get two names, and what is missing is empty',
    method: 'session/new',
    theirs: {
      cwd: '/p',
      mcpServers: [
        { transport: 'stdio', command: 'C:\\bin\\server.exe' },
        { transport: 'stdio', command: '/bin/server.exe' },
      ],
    },
    ours: {
      cwd: '/p',
      mcpServers: [
        {
          name: 'server.exe',
          command: 'C:\\bin\\server.exe',
          args: [],
          env: [],
          _meta: d3({ transport: 'stdio', $lacks: ['args', 'env'], $name: 'server.exe' }),
        },
        {
          name: 'server.exe-2',
          command: '/bin/server.exe',
          args: [],
          env: [],
          _meta: d3({ transport: 'stdio', $lacks: ['args', 'env'], $name: 'server.exe-2' }),
        },
      ],
    },
  },
  {
    title: 'MCP servers elsewhere have a type and headers in a list',
    method: 'session/new',
    theirs: {
      cwd: '/p',
      mcpServers: [
        {
          transport: 'http',
          url: 'https://user@tools.example:8443/mcp',
          headers: { Authorization: 'Bearer t' },
        },
        { transport: 'sse', url: 'https://tools.example/sse' },
      ],
    },
    ours: {
      cwd: '/p',
      mcpServers: [
        {
          name: 'tools.example',
          type: 'http',
          url: 'https://user@tools.example:8443/mcp',
          headers: [{ name: 'Authorization', value: 'Bearer t' }],
          _meta: d3({ $name: 'tools.example' }),
        },
        {
          name: 'tools.example-2',
          type: 'sse',
          url: 'https://tools.example/sse',
          headers: [],
          _meta: d3({ $lacks: ['headers'], $name: 'tools.example-2' }),
        },
      ],
    },
  },
  {
    title: 'MCP servers of ours keep their names as one field more',
    method: 'session/new',
    theirs: {
      cwd: '/p',
      mcpServers: [{ transport: 'stdio', name: 'tools', command: '/t', args: [], env: { A: '1' } }],
    },
    ours: {
      cwd: '/p',
      mcpServers: [
        {
          name: 'tools',
          command: '/t',
          args: [],
          env: [{ name: 'A', value: '1' }],
          _meta: d3({ transport: 'stdio' }),
        },
      ],
    },
    born: {
      cwd: '/p',
      mcpServers: [{ name: 'tools', command: '/t', args: [], env: [{ name: 'A', value: '1' }] }],
    },
  },
  {
    title: 'annotations: a title is laid away, and priority is a number',
    method: 'session/prompt',
    theirs: {
      sessionId: 's',
      prompt: [
        {
          type: 'text',
          text: 'Important message',
          annotations: { title: 'Warning', priority: 'high', _custom: 'custom metadata' },
        },
        { type: 'text', text: 'odd', annotations: { priority: 'urgent' } },
        { type: 'text', text: 'a number', annotations: { priority: 0.7, audience: ['user'] } },
      ],
    },
    ours: {
      sessionId: 's',
      prompt: [
        {
          type: 'text',
          text: 'Important message',
          annotations: {
            priority: 1,
            _meta: d3({ title: 'Warning', priority: 'high', _custom: 'custom metadata' }),
          },
        },
        { type: 'text', text: 'odd', annotations: { _meta: d3({ priority: 'urgent' }) } },
        {
          type: 'text',
          text: 'a number',
          annotations: { priority: 0.7, audience: ['user'], _meta: d3({ priority: 0.7 }) },
        },
      ],
    },
  },
  {
    title: 'the words for how much something matters',
    method: 'session/prompt',
    theirs: {
      sessionId: 's',
      prompt: ['high', 'medium', 'low'].map(priority => ({
        type: 'text',
        text: '',
        annotations: { priority },
      })),
    },
    ours: {
      sessionId: 's',
      prompt: [
        ['high', 1],
        ['medium', 0.5],
        ['low', 0],
      ].map(([word, priority]) => ({
        type: 'text',
        text: '',
        annotations: { priority, _meta: d3({ priority: word }) },
      })),
    },
    born: {
      sessionId: 's',
      prompt: [1, 0.5, 0].map(priority => ({ type: 'text', text: '', annotations: { priority } })),
    },
  },
  {
    title: 'a range of lines',
    method: 'fs/read_text_file',
    theirs: { sessionId: 's', path: '/f.txt', startLine: 10, lineLimit: 50 },
    ours: { sessionId: 's', path: '/f.txt', line: 10, limit: 50 },
    born: { sessionId: 's', path: '/f.txt', line: 10, limit: 50 },
  },
  {
    title: 'a range of lines in our words, from one of them',
    method: 'fs/read_text_file',
    theirs: { sessionId: 's', path: '/f.txt', line: 3, startLine: 10, limit: 4 },
    ours: { sessionId: 's', path: '/f.txt', line: 10, limit: 4, _meta: d3({ line: 3, $plain: ['limit'] }) },
  },
  {
    title: 'variables of a command',
    method: 'terminal/create',
    theirs: {
      sessionId: 's',
      command: 'npm',
      args: ['test'],
      cwd: '/absolute/path/to/project',
      env: { NODE_ENV: 'test', EMPTY: '' },
    },
    ours: {
      sessionId: 's',
      command: 'npm',
      args: ['test'],
      cwd: '/absolute/path/to/project',
      env: [
        { name: 'NODE_ENV', value: 'test' },
        { name: 'EMPTY', value: '' },
      ],
    },
    born: {
      sessionId: 's',
      command: 'npm',
      args: ['test'],
      cwd: '/absolute/path/to/project',
      env: [
        { name: 'NODE_ENV', value: 'test' },
        { name: 'EMPTY', value: '' },
      ],
    },
  },
  {
    title: 'how long a wait may take is laid away',
    method: 'terminal/wait_for_exit',
    theirs: { sessionId: 's', terminalId: 't', timeout: 30_000 },
    ours: { sessionId: 's', terminalId: 't', _meta: d3({ timeout: 30_000 }) },
  },
  {
    title: 'a setting that is on or off',
    method: 'session/set_config_option',
    theirs: { sessionId: 's', option: 'autoApproveTools', value: true },
    ours: { sessionId: 's', configId: 'autoApproveTools', value: true, type: 'boolean' },
    born: { sessionId: 's', configId: 'autoApproveTools', value: true, type: 'boolean' },
  },
  {
    title: 'a setting with a name for its value',
    method: 'session/set_config_option',
    theirs: { sessionId: 's', option: 'model', value: 'large' },
    ours: { sessionId: 's', configId: 'model', value: 'large' },
    born: { sessionId: 's', configId: 'model', value: 'large' },
  },
  {
    title: 'a mode is set in the same words',
    method: 'session/set_mode',
    theirs: { sessionId: 's', modeId: 'architect' },
    ours: { sessionId: 's', modeId: 'architect' },
    born: { sessionId: 's', modeId: 'architect' },
  },
  {
    title: 'a question to the user is about a tool call that is made up',
    method: 'session/request_permission',
    theirs: {
      sessionId: 's',
      title: 'Delete old logs?',
      description: 'Remove logs older than 30 days',
      options: [
        { optionId: 'allow_once', kind: 'allow_once', label: 'Allow once' },
        { optionId: 'reject', kind: 'reject_once', label: 'Cancel' },
      ],
    },
    ours: {
      sessionId: 's',
      toolCall: {
        toolCallId: 'd3-1',
        title: 'Delete old logs?',
        status: 'pending',
        content: [{ type: 'content', content: { type: 'text', text: 'Remove logs older than 30 days' } }],
      },
      options: [
        { optionId: 'allow_once', kind: 'allow_once', name: 'Allow once' },
        { optionId: 'reject', kind: 'reject_once', name: 'Cancel' },
      ],
      _meta: d3({
        title: 'Delete old logs?',
        description: 'Remove logs older than 30 days',
        $made: 'd3-1',
      }),
    },
  },
]

const results: readonly Row[] = [
  {
    title: 'an agent says what it can do, its modes and the ways to sign in',
    method: 'initialize',
    theirs: {
      protocolVersion: 1,
      agentInfo: { name: 'Claude Code', version: '1.0.0' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        mcpCapabilities: { supportedTransports: ['stdio', 'http'] },
        sessionModes: [{ modeId: 'code', title: 'Code Mode', description: 'All' }],
      },
      authenticationMethods: [{ methodId: 'api_key', title: 'API Key', description: 'With a key' }],
    },
    ours: {
      protocolVersion: 1,
      agentInfo: { name: 'Claude Code', version: '1.0.0' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        mcpCapabilities: { http: true, sse: false, _meta: d3({ supportedTransports: ['stdio', 'http'] }) },
        _meta: d3({ sessionModes: [{ modeId: 'code', title: 'Code Mode', description: 'All' }] }),
      },
      authMethods: [{ id: 'api_key', name: 'API Key', description: 'With a key' }],
    },
  },
  {
    title: 'an agent of ours says which MCP servers it reaches',
    method: 'initialize',
    theirs: {
      protocolVersion: 1,
      agentCapabilities: { mcpCapabilities: { supportedTransports: ['stdio', 'http', 'sse'] } },
      authenticationMethods: [],
    },
    ours: {
      protocolVersion: 1,
      agentCapabilities: {
        mcpCapabilities: {
          http: true,
          sse: true,
          _meta: d3({ supportedTransports: ['stdio', 'http', 'sse'] }),
        },
      },
      authMethods: [],
    },
    born: {
      protocolVersion: 1,
      agentCapabilities: { mcpCapabilities: { http: true, sse: true } },
      authMethods: [],
    },
  },
  ...['authenticate', 'session/set_mode', 'fs/write_text_file', 'terminal/kill', 'terminal/release'].map(
    method => ({
      title: `${method} is answered with nothing`,
      method,
      theirs: null,
      ours: {},
      born: {},
    }),
  ),
  {
    title: 'a new session',
    method: 'session/new',
    theirs: { sessionId: 'sess_abc123def456' },
    ours: { sessionId: 'sess_abc123def456' },
    born: { sessionId: 'sess_abc123def456' },
  },
  { title: 'a session that was loaded', method: 'session/load', theirs: null, ours: {}, born: {} },
  ...['end_turn', 'max_tokens', 'refusal', 'cancelled'].map(stopReason => ({
    title: `a turn that ended with ${stopReason}`,
    method: 'session/prompt',
    theirs: { stopReason },
    ours: { stopReason },
    born: { stopReason },
  })),
  {
    title: 'a reason they do not have comes back when it was they who gave it',
    method: 'session/prompt',
    theirs: { stopReason: 'max_turn_requests' },
    ours: { stopReason: 'max_turn_requests', _meta: d3({ stopReason: 'max_turn_requests' }) },
  },
  {
    title: 'the answer of a user',
    method: 'session/request_permission',
    theirs: { selectedOptionId: 'allow_once' },
    ours: { outcome: { outcome: 'selected', optionId: 'allow_once' } },
    born: { outcome: { outcome: 'selected', optionId: 'allow_once' } },
  },
  {
    title: 'a file',
    method: 'fs/read_text_file',
    theirs: { content: 'File contents here...' },
    ours: { content: 'File contents here...' },
    born: { content: 'File contents here...' },
  },
  {
    title: 'a terminal',
    method: 'terminal/create',
    theirs: { terminalId: 'term_abc123' },
    ours: { terminalId: 'term_abc123' },
    born: { terminalId: 'term_abc123' },
  },
  {
    title: 'what a command that runs has written',
    method: 'terminal/output',
    theirs: { output: 'Terminal output text...', exitCode: null },
    ours: {
      output: 'Terminal output text...',
      truncated: false,
      _meta: d3({ exitCode: null, $lacks: ['truncated'] }),
    },
    born: { output: 'Terminal output text...', truncated: false },
  },
  {
    title: 'what a command that has ended wrote',
    method: 'terminal/output',
    theirs: { output: 'x', exitCode: 3 },
    ours: {
      output: 'x',
      truncated: false,
      exitStatus: { exitCode: 3 },
      _meta: d3({ exitCode: 3, $lacks: ['truncated'] }),
    },
    born: { output: 'x', truncated: false, exitStatus: { exitCode: 3 } },
  },
  {
    title: 'an exit code below zero',
    method: 'terminal/output',
    theirs: { output: 'x', exitCode: -1 },
    ours: {
      output: 'x',
      truncated: false,
      exitStatus: { exitCode: 4_294_967_295 },
      _meta: d3({ exitCode: -1, $lacks: ['truncated'] }),
    },
  },
]

const updates: readonly Omit<Row, 'method'>[] = [
  {
    title: 'a message',
    theirs: { type: 'message', role: 'agent', content: [{ type: 'text', text: "I'll fix it." }] },
    ours: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: "I'll fix it." },
      messageId: 'd3-1',
      _meta: d3({ $part: [0, 1] }),
    },
  },
  {
    title: 'a message of a user',
    theirs: { type: 'message', role: 'user', content: [{ type: 'text', text: 'hi' }] },
    ours: {
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: 'hi' },
      messageId: 'd3-1',
      _meta: d3({ $part: [0, 1] }),
    },
  },
  {
    title: 'a kind of tool that they do not have, from one of them',
    theirs: { type: 'tool_call', toolCallId: 't', title: 'Exit', kind: 'switch_mode' },
    ours: {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'Exit',
      kind: 'switch_mode',
      _meta: d3({ kind: 'switch_mode' }),
    },
  },
  {
    title: 'a message of a user, and one with a name',
    theirs: { type: 'message', role: 'user', content: [{ type: 'text', text: 'hi' }], messageId: 'm' },
    ours: {
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: 'hi' },
      messageId: 'm',
      _meta: d3({ $isNamed: true, $part: [0, 1] }),
    },
    born: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'hi' }, messageId: 'm' },
  },
  {
    title: 'a tool call',
    theirs: {
      type: 'tool_call',
      toolCallId: 'tool_123',
      title: 'Read config.json',
      kind: 'read',
      status: 'pending',
      location: { path: '/absolute/path/to/config.json', line: 10 },
      content: [],
    },
    ours: {
      sessionUpdate: 'tool_call',
      toolCallId: 'tool_123',
      title: 'Read config.json',
      kind: 'read',
      status: 'pending',
      locations: [{ path: '/absolute/path/to/config.json', line: 10 }],
      content: [],
    },
    born: {
      sessionUpdate: 'tool_call',
      toolCallId: 'tool_123',
      title: 'Read config.json',
      kind: 'read',
      status: 'pending',
      locations: [{ path: '/absolute/path/to/config.json', line: 10 }],
      content: [],
    },
  },
  {
    title: 'the content of a tool call',
    theirs: {
      type: 'tool_call_update',
      toolCallId: 'tool_123',
      status: 'completed',
      content: [
        { type: 'text', text: 'File read successfully' },
        { type: 'content', content: { type: 'text', text: 'wrapped' } },
        {
          type: 'diff',
          path: '/path/to/file.js',
          oldText: 'const x = 1;',
          newText: 'const x = 2;',
          mimeType: 'text/javascript',
        },
        { type: 'terminal', terminalId: 'term_123', command: 'npm test', exitCode: 0 },
      ],
    },
    ours: {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'tool_123',
      status: 'completed',
      content: [
        { type: 'content', content: { type: 'text', text: 'File read successfully' } },
        { type: 'content', content: { type: 'text', text: 'wrapped' }, _meta: d3({ $isWrapped: true }) },
        {
          type: 'diff',
          path: '/path/to/file.js',
          oldText: 'const x = 1;',
          newText: 'const x = 2;',
          _meta: d3({ mimeType: 'text/javascript' }),
        },
        { type: 'terminal', terminalId: 'term_123', _meta: d3({ command: 'npm test', exitCode: 0 }) },
      ],
    },
  },
  {
    title: 'content of ours, without its wrapping',
    theirs: {
      type: 'tool_call_update',
      toolCallId: 't',
      content: [
        { type: 'text', text: 'a' },
        { type: 'diff', path: '/f', newText: 'b' },
        { type: 'terminal', terminalId: 'x' },
      ],
    },
    ours: {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      content: [
        { type: 'content', content: { type: 'text', text: 'a' } },
        { type: 'diff', path: '/f', newText: 'b' },
        { type: 'terminal', terminalId: 'x' },
      ],
    },
    born: {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      content: [
        { type: 'content', content: { type: 'text', text: 'a' } },
        { type: 'diff', path: '/f', newText: 'b' },
        { type: 'terminal', terminalId: 'x' },
      ],
    },
  },
  {
    title: 'the mode a session is in',
    theirs: { type: 'current_mode_update', modeId: 'code' },
    ours: { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
    born: { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
  },
  {
    title: 'a plan',
    theirs: { type: 'plan', entries: [{ content: 'one', priority: 'high', status: 'pending' }] },
    ours: { sessionUpdate: 'plan', entries: [{ content: 'one', priority: 'high', status: 'pending' }] },
    born: { sessionUpdate: 'plan', entries: [{ content: 'one', priority: 'high', status: 'pending' }] },
  },
  {
    title: 'commands',
    theirs: {
      type: 'available_commands_update',
      availableCommands: [{ name: 'web', description: 'Search' }],
    },
    ours: {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'web', description: 'Search' }],
    },
    born: {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'web', description: 'Search' }],
    },
  },
  {
    title: 'a thought, for which they have no word, under our name',
    theirs: { type: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } },
    ours: { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } },
    born: { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } },
  },
  {
    title: 'an update that they spelled as we do',
    theirs: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'plain' } },
    ours: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'plain' },
      _meta: d3({ $plain: ['sessionUpdate'], $isPlain: true }),
    },
  },
]

describe('params', () => {
  test.each(requests)('$title', ({ method, theirs, ours, born }) => {
    expect(new Crossing().asked('theirs', method, theirs)).toEqual(ours)
    expect(flawsOf('params', method, ours)).toEqual([])
    expect(new Crossing().asked('ours', method, ours)).toEqual(theirs)
    if (born === undefined) return
    expect(flawsOf('params', method, born)).toEqual([])
    expect(new Crossing().asked('ours', method, born)).toEqual(theirs)
  })
})

describe('results', () => {
  test.each(results)('$title', ({ method, theirs, ours, born }) => {
    expect(new Crossing().answered('theirs', method, { result: theirs })).toEqual(ours)
    expect(flawsOf('result', method, ours)).toEqual([])
    expect(new Crossing().answered('ours', method, { result: ours })).toEqual(theirs)
    if (born === undefined) return
    expect(flawsOf('result', method, born)).toEqual([])
    expect(new Crossing().answered('ours', method, { result: born })).toEqual(theirs)
  })
})

describe('updates', () => {
  const method = 'session/update'
  test.each(updates)('$title', ({ theirs, ours, born }) => {
    const params = { sessionId: 's', update: theirs }
    expect(new Crossing().told('theirs', method, params)).toEqual([{ sessionId: 's', update: ours }])
    expect(flawsOf('params', method, { sessionId: 's', update: ours })).toEqual([])
    expect(new Crossing().told('ours', method, { sessionId: 's', update: ours })).toEqual([params])
    if (born === undefined) return
    expect(flawsOf('params', method, { sessionId: 's', update: born })).toEqual([])
    expect(new Crossing().told('ours', method, { sessionId: 's', update: born })).toEqual([params])
  })
})
