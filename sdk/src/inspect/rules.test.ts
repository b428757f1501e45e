import { describe, expect, test } from 'vitest'
import type { RuleName } from './finding.js'
import { rules } from './rules.js'
import {
  cancel,
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

/** The smallest wires that break a rule, and those that keep it; in a wire that breaks one, no other is broken. */
interface Case {
  readonly broken: readonly Script[]
  readonly kept: readonly Script[]
}

const at = (params: object, method = 'session/new') => ({ id: 1, method, params })
const start = { cwd: '/w', mcpServers: [] }
const tool = (fields: object, toolCallId = 'c') => update('tool_call', { toolCallId, title: 'T', ...fields })
const toolUpdate = (fields: object, toolCallId = 'c') => update('tool_call_update', { toolCallId, ...fields })
const options = [
  { optionId: 'y', name: 'Yes', kind: 'allow_once' },
  { optionId: 'n', name: 'No', kind: 'reject_once' },
]
const ask = (fields: object = {}) => ({
  id: 'p',
  method: 'session/request_permission',
  params: { sessionId: 's', toolCall: { toolCallId: 'c' }, options, ...fields },
})
const choose = (optionId: string) => ({ id: 'p', result: { outcome: { outcome: 'selected', optionId } } })
const withdrawn = { id: 'p', result: { outcome: { outcome: 'cancelled' } } }
const terminals = { terminal: true }
const create = { id: 't', method: 'terminal/create', params: { sessionId: 's', command: 'make' } }
const created = { id: 't', result: { terminalId: 'T' } }
const use = (id: string, method: string) => ({ id, method, params: { sessionId: 's', terminalId: 'T' } })
const modes = { modes: { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] } }
const select = (id: string, currentValue = 'x') => ({
  id,
  name: id,
  type: 'select',
  currentValue,
  options: [{ value: 'x', name: 'X' }],
})
const set = (configId: string, value: unknown) => ({
  id: 9,
  method: 'session/set_config_option',
  params: { sessionId: 's', configId, value },
})
const entry = (content: string, status = 'pending') => ({ content, priority: 'high', status })
const plan = (...entries: readonly object[]) => update('plan', { entries })
const compacts = { session: { compaction: {} } }
const compaction = (status: string) => update('compaction_update', { compactionId: 'k', status })
const elicits = { elicitation: { form: {}, url: {} } }
const form = (fields: object = {}) => ({
  id: 'e',
  method: 'elicitation/create',
  params: {
    sessionId: 's',
    mode: 'form',
    message: 'Which?',
    requestedSchema: {
      type: 'object',
      properties: { size: { type: 'integer', maximum: 9 } },
      required: ['size'],
    },
    ...fields,
  },
})
const visit = (id: string, fields: object = {}) => ({
  id,
  method: 'elicitation/create',
  params: {
    sessionId: 's',
    mode: 'url',
    message: 'Go',
    elicitationId: 'E',
    url: 'https://a.example/x',
    ...fields,
  },
})
const accept = (content?: object) => ({ id: 'e', result: { action: 'accept', content } })
const state = (name: string, fields: object = {}) => update('state_update', { state: name, ...fields })
const inserted = (id: unknown, messageId: string) => ({ id, result: { messageId } })
const echo = (messageId: string) => update('user_message', { messageId, content: [] })
const resume = { id: 2, method: 'session/resume', params: { sessionId: 's', cwd: '/w' } }
const load = { id: 2, method: 'session/load', params: { sessionId: 's', ...start } }
const loads = () => version1({}, { loadSession: true })
const resumes = () => version1({}, { sessionCapabilities: { resume: {} } })
const commands = (...names: readonly string[]) =>
  update('available_commands_update', {
    availableCommands: names.map(name => ({ type: 'command', name, description: 'd' })),
  })
const lists = () => version1({}, { sessionCapabilities: { list: {} } })
const list = (cursor?: string) => ({ id: 2, method: 'session/list', params: { cursor } })
const initialize = (fields: object = {}) => ({
  id: 0,
  method: 'initialize',
  params: { protocolVersion: 1, ...fields },
})
const info = { name: 'x', version: '1' }
const signsIn = (client: object, authMethods: readonly object[]) =>
  new Script()
    .client(initialize({ clientCapabilities: client }))
    .agent({ id: 0, result: { protocolVersion: 1, authMethods } })
const byTerminal = { id: 'tty', name: 'Terminal', type: 'terminal' }

const cases: Readonly<Record<RuleName, Case>> = {
  'text.json': {
    broken: [version1().add({ to: 'client', noise: 'parse_error', text: 'Hello', bytes: 5 })],
    kept: [version1(), version1().add({ to: 'client', noise: 'too_large', text: '{', bytes: 5e9 })],
  },
  'text.utf8': {
    broken: [version1().add({ to: 'agent', noise: 'not_utf8', text: '', bytes: 5 })],
    kept: [version1()],
  },
  envelope: {
    broken: [
      version1().add({ to: 'client', message: { method: '_x' }, bytes: 1 }),
      version1().add({ to: 'client', message: 5, bytes: 1 }),
      version2().add({ to: 'client', message: [], bytes: 2 }),
      version1().agent({ id: 5 }),
      version1()
        .client(at(start))
        .agent({ id: 1, error: { code: 'x', message: 'no' } }),
      version1().client(at(start)).agent({ id: 1, error: 'no' }),
      version1()
        .client(at(start))
        .agent({ id: 1, result: { sessionId: 's' }, error: { code: 1, message: '' } }),
    ],
    kept: [
      version1().agent({ id: null, error: { code: -32700, message: 'Parse error' } }),
      version1().agent({ method: '_x' }),
    ],
  },
  shape: {
    broken: [
      version1()
        .client(at({ cwd: '/w' }))
        .agent({ id: 1, error: { code: -32602, message: 'no' } }),
      version1().client(at(start)).agent({ id: 1, result: {} }),
      turn1()
        .agent(tool({ kind: 'dance', status: 'completed' }))
        .agent(stop(2)),
    ],
    kept: [session1(), session2()],
  },
  'unknown-field': {
    broken: [
      version1()
        .client(at({ ...start, colour: 'red' }))
        .agent({ id: 1, result: { sessionId: 's' } }),
    ],
    kept: [
      version1()
        .client(at({ ...start, _meta: { colour: 'red' } }))
        .agent({ id: 1, result: { sessionId: 's' } }),
      turn1()
        .agent(tool({ rawInput: { anything: 1 }, status: 'completed' }))
        .agent(stop(2)),
    ],
  },
  meta: {
    broken: [version1().agent({ method: '_x', params: { _meta: 'mine' } })],
    kept: [
      version1()
        .client(at({ ...start, _meta: null }))
        .agent({ id: 1, result: { sessionId: 's' } }),
    ],
  },
  'trace-context': {
    broken: [version1().agent({ method: '_x', params: { _meta: { traceparent: 'mine' } } })],
    kept: [
      version1().agent({
        method: '_x',
        params: { _meta: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } },
      }),
    ],
  },
  'path.absolute': {
    broken: [
      version1()
        .client(at({ ...start, cwd: 'w' }))
        .agent({ id: 1, error: { code: -32602, message: 'no' } }),
      turn1()
        .agent(tool({ status: 'completed', locations: [{ path: 'a' }] }))
        .agent(stop(2)),
      turn1()
        .agent(tool({ status: 'completed', content: [{ type: 'diff', path: 'a', newText: '' }] }))
        .agent(stop(2)),
    ],
    kept: [
      session1(),
      version1()
        .client(at({ ...start, cwd: 'C:\\w' }))
        .agent({ id: 1, result: { sessionId: 's' } }),
    ],
  },
  'line.counted': {
    broken: [
      turn1()
        .agent(tool({ status: 'completed', locations: [{ path: '/a', line: 0 }] }))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(tool({ status: 'completed', locations: [{ path: '/a', line: 1 }] }))
        .agent(stop(2)),
    ],
  },
  'id.duplicate': {
    broken: [
      version1()
        .client(at(start))
        .client(at(start))
        .agent({ id: 1, result: { sessionId: 's' } }),
    ],
    kept: [
      session1()
        .client(at(start))
        .agent({ id: 1, result: { sessionId: 't' } }),
    ],
  },
  'id.form': {
    broken: [
      version1()
        .client({ ...at(start), id: 1.5 })
        .agent({ id: 1.5, result: { sessionId: 's' } }),
      version2()
        .client({ ...at({ cwd: '/w' }), id: null })
        .agent({ id: null, result: { sessionId: 's' } }),
    ],
    kept: [
      version1()
        .client({ ...at(start), id: null })
        .agent({ id: null, result: { sessionId: 's' } }),
    ],
  },
  'answer.unknown': {
    broken: [version1().agent({ id: 7, result: {} }), version1().client({ id: 'x', result: {} })],
    kept: [version1(), version1().agent({ id: null, error: { code: -32700, message: '' } })],
  },
  'answer.twice': {
    broken: [session1().agent({ id: 1, result: { sessionId: 's' } })],
    kept: [session1()],
  },
  'answer.missing': {
    broken: [
      version1().client(at(start)),
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(ask())
        .agent(stop(2)),
      version1().client(at(start)).add({ event: 'exited', detail: '1' }),
    ],
    kept: [
      version1()
        .client([at(start), { ...at(start), id: 2 }].map(message => ({ jsonrpc: '2.0', ...message })))
        .agent({ id: null, error: { code: -32600, message: '' } }),
      version1()
        .client({ ...at(start), id: null })
        .agent({ id: null, error: { code: -32603, message: '' } }),
      version1().client(at(start)).add({ event: 'exited', detail: 'SIGTERM' }),

      session1(),
      version1()
        .client(at(start))
        .agent({ id: 1, error: { code: -32603, message: '' } })
        .client({ ...at(start), id: 2 })
        .add({ event: 'client_closed', detail: '' }),
    ],
  },
  'method.unknown': {
    broken: [
      version1()
        .client({ id: 1, method: 'session/dance', params: {} })
        .agent({ id: 1, error: { code: -32601, message: '' } }),
      version1()
        .agent({ id: 1, method: 'session/new', params: start })
        .client({ id: 1, error: { code: -32601, message: '' } }),
    ],
    kept: [
      version1()
        .client({ method: '_mine' })
        .client({ method: '$/other' })
        .client(at(start))
        .agent({ id: 1, result: { sessionId: 's' } }),
    ],
  },
  'capability.method': {
    broken: [
      version1()
        .client({ ...load, id: 1 })
        .agent({ id: 1, error: { code: -32601, message: '' } }),
      turn1()
        .agent({ id: 'f', method: 'fs/read_text_file', params: { sessionId: 's', path: '/w/a' } })
        .client({ id: 'f', error: { code: -32601, message: '' } })
        .agent(stop(2)),
    ],
    kept: [loads().client(load).agent({ id: 2, result: {} })],
  },
  'capability.parameter': {
    broken: [
      session1()
        .client({
          id: 2,
          method: 'session/prompt',
          params: { sessionId: 's', prompt: [{ type: 'image', data: '', mimeType: 'image/png' }] },
        })
        .agent(stop(2)),
      turn1().agent(compaction('completed')).agent(stop(2)),
      session1({}, {}, { configOptions: [{ id: 'b', name: 'B', type: 'boolean', currentValue: true }] }),
    ],
    kept: [
      session2({}, { session: { mcp: { http: {} } } })
        .client({
          id: 3,
          method: 'session/new',
          params: {
            cwd: '/w',
            mcpServers: [
              { type: '_pigeon', name: 'p' },
              { type: 'http', name: 'h', url: 'http://h' },
            ],
          },
        })
        .agent({ id: 3, error: { code: -32602, message: '' } }),
      session1({}, { promptCapabilities: { image: true } })
        .client({
          id: 2,
          method: 'session/prompt',
          params: { sessionId: 's', prompt: [{ type: 'image', data: '', mimeType: 'image/png' }] },
        })
        .agent(stop(2)),
      session1(
        { session: { configOptions: { boolean: {} } } },
        {},
        { configOptions: [{ id: 'b', name: 'B', type: 'boolean', currentValue: true }] },
      ),
    ],
  },
  'handshake.first': {
    broken: [new Script().client(at(start)).agent({ id: 1, result: { sessionId: 's' } })],
    kept: [version1()],
  },
  'handshake.awaited': {
    broken: [
      new Script()
        .client(initialize())
        .client(at(start))
        .agent({ id: 0, result: { protocolVersion: 1 } })
        .agent({ id: 1, result: { sessionId: 's' } }),
    ],
    kept: [session1()],
  },
  'handshake.version': {
    broken: [
      new Script().client(initialize()).agent({ id: 0, result: { protocolVersion: 2, info } }),
      session2()
        .client({ id: 5, method: 'initialize', params: { protocolVersion: 2, info } })
        .agent({ id: 5, result: { protocolVersion: 2, info, capabilities: { session: {} } } }),
    ],
    kept: [
      version1(),
      new Script()
        .client({ id: 0, method: 'initialize', params: { protocolVersion: 2, info } })
        .agent({ id: 0, result: { protocolVersion: 1 } }),
    ],
  },
  'handshake.auth-terminal': {
    broken: [
      signsIn({}, [byTerminal]),
      signsIn({ auth: { terminal: true } }, [byTerminal])
        .client({ id: 1, method: 'authenticate', params: { methodId: 'tty' } })
        .agent({ id: 1, error: { code: -32602, message: '' } }),
    ],
    kept: [
      signsIn({ auth: { terminal: true } }, [byTerminal]),
      signsIn({}, [{ id: 'web', name: 'Web' }])
        .client({ id: 1, method: 'authenticate', params: { methodId: 'web' } })
        .agent({ id: 1, result: {} }),
    ],
  },
  'session.unknown': {
    broken: [
      session1().agent(update('session_info_update', { title: 'x' }, 'other')),
      session1()
        .client(prompt(2, 'other'))
        .agent({ id: 2, error: { code: -32002, message: '' } }),
      version1()
        .client(at(start))
        .agent(update('session_info_update', { title: 'x' }, 'other'))
        .agent({ id: 1, result: { sessionId: 's' } }),
    ],
    kept: [
      version2()
        .client({ ...resume, params: { ...resume.params, replayFrom: { type: 'start' } } })
        .agent(echo('m'))
        .agent(state('idle'))
        .agent({ id: 2, result: {} }),

      version1()
        .client(at(start))
        .agent(update('session_info_update', { title: 'x' }))
        .agent({ id: 1, result: { sessionId: 's' } }),
      loads().client(load).agent(say('old')).agent({ id: 2, result: {} }).client(prompt(3)).agent(stop(3)),
    ],
  },
  'session.id-unique': {
    broken: [
      session1()
        .client({ ...at(start), id: 2 })
        .agent({ id: 2, result: { sessionId: 's' } }),
    ],
    kept: [
      session1()
        .client({ ...at(start), id: 2 })
        .agent({ id: 2, result: { sessionId: 't' } }),
    ],
  },
  'session.replay-first': {
    broken: [loads().client(load).agent({ id: 2, result: {} }).agent(say('old'))],
    kept: [
      loads()
        .client(load)
        .agent(say('old'))
        .agent({ id: 2, result: {} })
        .agent(update('session_info_update', { title: 'x' })),
      loads().client(load).agent({ id: 2, result: null }).client(prompt(3)).agent(say('new')).agent(stop(3)),
    ],
  },
  'session.no-replay': {
    broken: [
      resumes().client(resume).agent(say('old')).agent({ id: 2, result: {} }),
      version2().client(resume).agent(echo('m')).agent(state('idle')).agent({ id: 2, result: {} }),
    ],
    kept: [
      resumes()
        .client(resume)
        .agent(update('session_info_update', { title: 'x' }))
        .agent({ id: 2, result: {} }),
      version2().client(resume).agent(state('idle')).agent({ id: 2, result: {} }),
    ],
  },
  'turn.overlap': {
    broken: [turn1().client(prompt(3)).agent(stop(2)).agent(stop(3))],
    kept: [turn1().agent(stop(2)).client(prompt(3)).agent(stop(3))],
  },
  'turn.update-after': {
    broken: [
      turn1().agent(stop(2)).agent(say('late')),
      turn1()
        .agent(stop(2))
        .agent(plan(entry('a'))),
    ],
    kept: [
      turn1()
        .agent(say('soon'))
        .agent(stop(2))
        .agent(update('usage_update', { used: 1, size: 2 }))
        .agent(update('session_info_update', { title: 'x' }))
        .agent(update('available_commands_update', { availableCommands: [] }))
        .agent(update('config_option_update', { configOptions: [] })),
      turn1({}, { loadSession: true })
        .agent(say('1'))
        .agent(stop(2))
        .client({ ...load, id: 3 })
        .agent(say('1'))
        .agent({ id: 3, result: {} }),
    ],
  },
  'turn.cancel-answer': {
    broken: [
      turn1()
        .client(cancel)
        .agent({ id: 2, error: { code: -32603, message: 'aborted' } }),
      turn1().client(cancel).after(2_000).agent(stop(2)),
      turn1().client(cancel).agent(stop(2)),
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(echo('m'))
        .agent(state('running'))
        .client(cancel)
        .after(500)
        .agent(state('idle', { stopReason: 'end_turn' })),
    ],
    kept: [
      turn1()
        .client(cancel)
        .agent(stop(2, 'cancelled'))
        .client(prompt(3))
        .client(cancel)
        .client({ method: '$/cancel_request', params: { requestId: 3 } })
        .agent({ id: 3, error: { code: -32800, message: '' } }),

      turn1().client(cancel).agent(say('wait')).agent(stop(2, 'cancelled')),
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(echo('m'))
        .agent(state('running'))
        .client(cancel)
        .agent(state('idle', { stopReason: 'cancelled' })),
    ],
  },
  'turn.message-order': {
    broken: [
      turn1()
        .agent(say('a', { messageId: 'a' }))
        .agent(say('b', { messageId: 'b' }))
        .agent(say('c', { messageId: 'a' }))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(say('a', { messageId: 'a' }))
        .agent(say('b', { messageId: 'a' }))
        .agent(say('c', { messageId: 'b' }))
        .agent(stop(2)),
    ],
  },
  'tool-call.unknown': {
    broken: [
      turn1()
        .agent(toolUpdate({ status: 'completed' }))
        .agent(stop(2)),
      turn1().agent(ask()).client(choose('y')).agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(tool({}))
        .agent(toolUpdate({ status: 'completed' }))
        .agent(stop(2)),
      resumes()
        .client(resume)
        .agent({ id: 2, result: {} })
        .client(prompt(3))
        .agent(toolUpdate({ status: 'completed' }))
        .agent(stop(3)),
    ],
  },
  'tool-call.announced-twice': {
    broken: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(tool({ status: 'completed' }))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(tool({ status: 'completed' }, 'd'))
        .agent(stop(2)),
      turn1({}, { loadSession: true })
        .agent(tool({ status: 'completed' }))
        .agent(stop(2))
        .client({ ...load, id: 3 })
        .agent(tool({ status: 'completed' }))
        .agent({ id: 3, result: {} }),
    ],
  },
  'tool-call.unfinished': {
    broken: [
      turn1()
        .agent(tool({}))
        .agent(toolUpdate({ status: 'in_progress' }))
        .agent(stop(2)),
    ],
    kept: [
      loads()
        .client(load)
        .agent(tool({}, 'old'))
        .agent({ id: 2, result: {} })
        .client(prompt(3))
        .agent(tool({}))
        .agent(toolUpdate({ status: 'completed' }))
        .agent(stop(3)),

      turn1()
        .agent(tool({}, 'a'))
        .agent(toolUpdate({ status: 'completed' }, 'a'))
        .agent(tool({}))
        .agent(stop(2, 'max_tokens')),

      turn1()
        .agent(tool({}))
        .agent(toolUpdate({ status: 'failed' }))
        .agent(stop(2)),
      turn1()
        .agent(tool({}, 'a'))
        .agent(toolUpdate({ status: 'completed' }, 'a'))
        .agent(tool({}))
        .client(cancel)
        .agent(stop(2, 'cancelled')),
    ],
  },
  'tool-call.revived': {
    broken: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(toolUpdate({ status: 'in_progress' }))
        .agent(toolUpdate({ status: 'failed' }))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(toolUpdate({ title: 'Done' }))
        .agent(stop(2)),
    ],
  },
  'permission.options': {
    broken: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(ask({ options: [] }))
        .client(withdrawn)
        .agent(stop(2)),
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(ask({ options: [options[0], options[0]] }))
        .client(choose('y'))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(ask())
        .client(choose('y'))
        .agent(stop(2)),
    ],
  },
  'permission.choice': {
    broken: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(ask())
        .client(choose('maybe'))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(ask())
        .client(choose('n'))
        .agent(stop(2)),
      turn1()
        .agent(tool({ status: 'completed' }))
        .agent(ask())
        .client(withdrawn)
        .agent(stop(2)),
    ],
  },
  'permission.cancel': {
    broken: [
      turn1().agent(tool({})).agent(ask()).client(cancel).client(choose('y')).agent(stop(2, 'cancelled')),
      turn1()
        .agent(tool({}))
        .agent(ask())
        .client(cancel)
        .client({ id: 'p', error: { code: -32800, message: '' } })
        .agent(stop(2, 'cancelled')),
    ],
    kept: [
      turn1().agent(tool({})).agent(ask()).client(cancel).client(withdrawn).agent(stop(2, 'cancelled')),
      turn1().agent(tool({})).agent(ask()).client(cancel).agent(stop(2, 'cancelled')).client(withdrawn),
      turn1()
        .agent(tool({}))
        .agent(ask())
        .client(cancel)
        .agent({ method: '$/cancel_request', params: { requestId: 'p' } })
        .client({ id: 'p', error: { code: -32800, message: '' } })
        .agent(stop(2, 'cancelled')),
    ],
  },
  'permission.ignored': {
    broken: [
      turn1()
        .agent(tool({}))
        .agent(ask())
        .client(choose('n'))
        .agent(toolUpdate({ status: 'completed' }))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(tool({}))
        .agent(ask())
        .client(choose('n'))
        .agent(toolUpdate({ status: 'in_progress' }))
        .agent({ ...ask(), id: 'q' })
        .client({ ...choose('y'), id: 'q' })
        .agent(toolUpdate({ status: 'completed' }))
        .agent(stop(2)),

      turn1()
        .agent(tool({}))
        .agent(ask())
        .client(choose('n'))
        .agent(toolUpdate({ status: 'failed' }))
        .agent(stop(2)),
    ],
  },
  'terminal.unknown': {
    broken: [
      turn1(terminals)
        .agent(use('o', 'terminal/output'))
        .client({ id: 'o', error: { code: -32002, message: '' } })
        .agent(stop(2)),
      turn1(terminals)
        .agent(tool({ status: 'completed', content: [{ type: 'terminal', terminalId: 'X' }] }))
        .agent(stop(2)),
    ],
    kept: [
      turn1(terminals)
        .agent(create)
        .client(created)
        .agent(use('r', 'terminal/release'))
        .client({ id: 'r', result: {} })
        .agent(stop(2)),
    ],
  },
  'terminal.after-release': {
    broken: [
      turn1(terminals)
        .agent(create)
        .client(created)
        .agent(use('r', 'terminal/release'))
        .client({ id: 'r', result: {} })
        .agent(use('k', 'terminal/kill'))
        .client({ id: 'k', error: { code: -32002, message: '' } })
        .agent(stop(2)),
    ],
    kept: [
      turn1(terminals)
        .agent(create)
        .client(created)
        .agent(use('k', 'terminal/kill'))
        .client({ id: 'k', result: {} })
        .agent(use('r', 'terminal/release'))
        .client({ id: 'r', result: {} })
        .agent(stop(2)),
    ],
  },
  'terminal.unreleased': {
    broken: [
      turn1(terminals)
        .agent(create)
        .client(created)
        .agent(use('w', 'terminal/wait_for_exit'))
        .client({ id: 'w', result: { exitCode: 0 } })
        .agent(stop(2)),
    ],
    kept: [
      turn1(terminals)
        .agent(create)
        .client(created)
        .agent(use('w', 'terminal/wait_for_exit'))
        .client({ id: 'w', result: { exitCode: 0 } })
        .agent(use('r', 'terminal/release'))
        .client({ id: 'r', result: {} })
        .agent(stop(2)),
    ],
  },
  'plan.whole': {
    broken: [
      turn1()
        .agent(plan(entry('a'), entry('b'), entry('c')))
        .agent(plan(entry('a', 'completed')))
        .agent(stop(2)),
    ],
    kept: [
      turn1()
        .agent(plan(entry('a'), entry('b'), entry('c')))
        .agent(plan(entry('a', 'completed'), entry('b'), entry('c')))
        .agent(stop(2)),
      turn1()
        .agent(plan(entry('a'), entry('b'), entry('c')))
        .agent(plan(entry('d')))
        .agent(stop(2)),
    ],
  },
  'mode.unknown': {
    broken: [
      session1({}, {}, modes)
        .client({ id: 2, method: 'session/set_mode', params: { sessionId: 's', modeId: 'b' } })
        .agent({ id: 2, error: { code: -32602, message: '' } }),
      session1({}, {}, modes).agent(update('current_mode_update', { currentModeId: 'b' })),
      session1()
        .client({ id: 2, method: 'session/set_mode', params: { sessionId: 's', modeId: 'b' } })
        .agent({ id: 2, error: { code: -32602, message: '' } }),
    ],
    kept: [
      session1({}, {}, modes)
        .client({ id: 2, method: 'session/set_mode', params: { sessionId: 's', modeId: 'a' } })
        .agent({ id: 2, result: {} })
        .agent(update('current_mode_update', { currentModeId: 'a' })),
    ],
  },
  'option.value': {
    broken: [
      session1({}, {}, { configOptions: [select('o', 'other')] }),
      session1({}, {}, { configOptions: [select('o')] })
        .client(set('o', 'y'))
        .agent({ id: 9, error: { code: -32602, message: '' } }),
      session1({}, {}, { configOptions: [select('o')] })
        .client(set('q', 'x'))
        .agent({ id: 9, error: { code: -32602, message: '' } }),
    ],
    kept: [
      session1({}, {}, { configOptions: [select('o')] })
        .agent(update('config_option_update', { configOptions: [] }))
        .client(set('o', 'x'))
        .agent({ id: 9, error: { code: -32602, message: '' } }),
      session1({}, { loadSession: true }, { configOptions: [select('o')] })
        .client(load)
        .agent({ id: 2, result: {} })
        .client(set('o', 'x'))
        .agent({ id: 9, result: { configOptions: [select('o')] } }),

      session1({}, {}, { configOptions: [select('o')] })
        .client(set('o', 'x'))
        .agent({ id: 9, result: { configOptions: [select('o')] } }),
    ],
  },
  'option.whole': {
    broken: [
      session1({}, {}, { configOptions: [select('o'), select('p')] })
        .client(set('o', 'x'))
        .agent({ id: 9, result: { configOptions: [select('o')] } }),
    ],
    kept: [
      session1({}, {}, { configOptions: [select('o'), select('p')] })
        .client(set('o', 'x'))
        .agent({ id: 9, result: { configOptions: [select('o'), select('p')] } }),
    ],
  },
  'usage.sane': {
    broken: [session1().agent(update('usage_update', { used: 9, size: 3 }))],
    kept: [
      session1().agent(update('usage_update', { used: 3, size: 9, cost: { amount: 0, currency: 'USD' } })),
    ],
  },
  'command.names': {
    broken: [session2().agent(commands('two words')), session2().agent(commands('twice', 'twice'))],
    kept: [session2().agent(commands('one', 'two'))],
  },
  'compaction.ends': {
    broken: [
      turn1(compacts)
        .agent(compaction('completed'))
        .agent(compaction('in_progress'))
        .agent(compaction('completed'))
        .agent(stop(2)),
      turn1(compacts).agent(compaction('failed')).agent(compaction('completed')).agent(stop(2)),
      turn1(compacts).agent(compaction('in_progress')).agent(stop(2)),
    ],
    kept: [
      turn1(compacts, { loadSession: true })
        .agent(compaction('completed'))
        .agent(stop(2))
        .client({ ...load, id: 3 })
        .agent(compaction('in_progress'))
        .agent(compaction('completed'))
        .agent({ id: 3, result: {} }),

      turn1(compacts).agent(compaction('in_progress')).agent(compaction('completed')).agent(stop(2)),
      turn1(compacts).agent(compaction('completed')).agent(stop(2)),
    ],
  },
  'list.cursor': {
    broken: [
      lists()
        .client(list('mine'))
        .agent({ id: 2, error: { code: -32602, message: '' } }),
    ],
    kept: [
      lists()
        .client(list())
        .agent({ id: 2, result: { sessions: [], nextCursor: 'next' } })
        .client(list('next'))
        .agent({ id: 2, result: { sessions: [] } }),
    ],
  },
  'elicitation.scope': {
    broken: [
      turn1(elicits)
        .agent(form({ requestId: 2 }))
        .client({ id: 'e', result: { action: 'decline' } })
        .agent(stop(2)),
    ],
    kept: [
      turn1(elicits)
        .agent(form())
        .client({ id: 'e', result: { action: 'decline' } })
        .agent(stop(2)),
      turn1(elicits)
        .agent(form({ sessionId: undefined, requestId: 2 }))
        .client({ id: 'e', result: { action: 'cancel' } })
        .agent(stop(2)),
    ],
  },
  'elicitation.answer': {
    broken: [
      turn1(elicits).agent(form()).client(accept({})).agent(stop(2)),
      turn1(elicits)
        .agent(form())
        .client(accept({ size: 'big' }))
        .agent(stop(2)),
      turn1(elicits)
        .agent(form())
        .client(accept({ size: 10 }))
        .agent(stop(2)),
      turn1(elicits)
        .agent(form())
        .client(accept({ size: 1, more: true }))
        .agent(stop(2)),
    ],
    kept: [
      turn1(elicits)
        .agent(form())
        .client(accept({ size: 3 }))
        .agent(stop(2)),
      // As a recording has it.
      turn1(elicits)
        .agent(form())
        .client(accept({ size: '«redacted:0a1b2c3d»' }))
        .agent(stop(2)),
    ],
  },
  'elicitation.url-id': {
    broken: [
      turn1(elicits)
        .agent(visit('e'))
        .agent(visit('f'))
        .client({ id: 'e', result: { action: 'cancel' } })
        .client({ id: 'f', result: { action: 'cancel' } })
        .agent(stop(2)),
      turn1(elicits)
        .agent({ method: 'elicitation/complete', params: { elicitationId: 'X' } })
        .agent(stop(2)),
    ],
    kept: [
      turn1(elicits)
        .agent(visit('e'))
        .client(accept())
        .agent({ method: 'elicitation/complete', params: { elicitationId: 'E' } })
        .agent(stop(2)),
    ],
  },
  'elicitation.secret': {
    broken: [
      turn1(elicits)
        .agent(form({ requestedSchema: { type: 'object', properties: { apiKey: { type: 'string' } } } }))
        .client({ id: 'e', result: { action: 'decline' } })
        .agent(stop(2)),
      turn1(elicits)
        .agent(visit('e', { url: 'https://me:pw@a.example/' }))
        .client(accept())
        .agent(stop(2)),
      turn1(elicits)
        .agent(visit('e', { url: 'https://a.example/?access_token=1' }))
        .client(accept())
        .agent(stop(2)),
    ],
    kept: [
      turn1(elicits).agent(visit('e')).client(accept()).agent(stop(2)),
      turn1(elicits)
        .agent(form({ requestedSchema: { type: 'object', properties: { maxTokens: { type: 'integer' } } } }))
        .client(accept({ maxTokens: 1 }))
        .agent(stop(2)),
    ],
  },
  'state.sequence': {
    broken: [
      session2()
        .agent(state('running', { background: [] }))
        .agent(state('idle')),
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(echo('m'))
        .agent(say('hi', { messageId: 'a' }))
        .agent(state('idle', { stopReason: 'end_turn' })),
      version2().client(resume).agent({ id: 2, result: {} }),
      session2()
        .agent(state('running'))
        .client({ id: 2, method: 'session/close', params: { sessionId: 's' } })
        .agent({ id: 2, result: {} }),
      session2()
        .client({ id: 2, method: 'session/close', params: { sessionId: 's' } })
        .agent({ id: 2, result: {} })
        .agent(update('session_info_update', { title: 'x' })),
    ],
    kept: [
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(state('idle', { stopReason: 'refusal' }))
        .agent(state('running'))
        .agent(echo('m'))
        .agent(say('hi', { messageId: 'a' }))
        .agent(state('idle', { stopReason: 'end_turn' })),

      session2()
        .client(prompt(2))
        .agent(state('running'))
        .agent(inserted(2, 'm'))
        .agent(echo('m'))
        .agent(state('requires_action'))
        .agent(state('idle', { stopReason: 'end_turn' }))
        .agent(state('idle', { stopReason: 'end_turn' })),
      version2().client(resume).agent(state('running')).agent({ id: 2, result: {} }),
      session2()
        .agent(state('running'))
        .client({ id: 2, method: 'session/close', params: { sessionId: 's' } })
        .agent(state('idle', { stopReason: 'cancelled' }))
        .agent({ id: 2, result: {} }),
    ],
  },
  'state.prompt-inserted': {
    broken: [
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(state('running'))
        .agent(state('idle', { stopReason: 'end_turn' })),
    ],
    kept: [
      session2()
        .client(prompt(2))
        .agent(echo('m'))
        .agent(inserted(2, 'm'))
        .agent(state('running'))
        .agent(state('idle', { stopReason: 'end_turn' })),
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(state('running'))
        .agent(update('user_message_chunk', { messageId: 'm', content: { type: 'text', text: 'hi' } }))
        .agent(state('idle', { stopReason: 'end_turn' })),
    ],
  },
  'message.id-unique': {
    broken: [
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(echo('m'))
        .client(prompt(3))
        .agent(inserted(3, 'm')),
    ],
    kept: [
      session2()
        .client(prompt(2))
        .agent(inserted(2, 'm'))
        .agent(echo('m'))
        .client(prompt(3))
        .agent(inserted(3, 'n'))
        .agent(echo('n')),
    ],
  },
}

describe.each(Object.entries(cases))('%s', (name, { broken, kept }) => {
  test.each(broken.map((script, index) => [index, script] as const))(
    'is broken by wire %i, and nothing else is',
    async (_, script) => {
      const { findings, rows } = await watch(script.entries)
      expect(findings.map(({ rule }) => rule)).toEqual([name])
      const [finding] = findings
      expect(rows[finding?.row ?? -1]?.findings).toContain(finding)
    },
  )

  test.each(kept.map((script, index) => [index, script] as const))(
    'is kept by wire %i',
    async (_, script) => {
      const onlooker = await watch(script.entries)
      expect(onlooker.findings).toEqual([])
      const looked = onlooker.tallies().filter(({ rule }) => rule === name)
      expect(looked.some(tally => tally.looked > 0)).toBe(true)
    },
  )
})

test('every rule has a wire that breaks it and one that keeps it, and says what it demands', () => {
  expect(rules.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort())
  for (const [name, { broken, kept }] of Object.entries(cases))
    expect([name, broken.length > 0, kept.length > 0]).toEqual([name, true, true])
  for (const { text } of rules) expect(text).toMatch(/^[A-Z`].*\.$/)
})

test('a wire with a gap is not held to what only somebody who saw all can say', async () => {
  const late = () =>
    version1()
      .agent(toolUpdate({ status: 'completed' }))
      .client({ id: 'z', result: {} })
  expect((await watch(late().entries)).findings.length).toBeGreaterThan(1)
  const gap = new Script().add({ event: 'omitted', detail: '90 messages' })
  const { findings } = await watch([...gap.entries, ...late().entries])
  expect(findings).toEqual([])
})

test('what the official documentation shows against the schema is only noted', async () => {
  const { findings, rows } = await watch(
    session1({}, {}, modes).agent(update('current_mode_update', { modeId: 'a' })).entries,
  )
  expect(findings).toMatchObject([{ rule: 'shape', weight: 'note' }])
  expect(rows.at(-1)?.flaws).toHaveLength(1)
})

test('an answer that may have crossed a cancel is only noted; a late one, or an error, is not', async () => {
  const weights = await Promise.all(
    [
      turn1().client(cancel).agent(stop(2)),
      turn1().client(cancel).after(2_000).agent(stop(2)),
      turn1()
        .client(cancel)
        .agent({ id: 2, error: { code: 1, message: '' } }),
    ].map(async script => (await watch(script.entries)).findings[0]?.weight),
  )
  expect(weights).toEqual(['note', 'must', 'must'])
})

test('a rule of another version has no tally, and one that never looked says so', async () => {
  const tallies = (await watch(session1().entries)).tallies()
  expect(tallies.some(({ rule }) => rule === 'state.sequence')).toBe(false)
  expect(tallies.find(({ rule }) => rule === 'terminal.unknown')).toEqual({
    rule: 'terminal.unknown',
    by: 'agent',
    looked: 0,
    findings: [],
  })
  expect(tallies.filter(({ rule }) => rule === 'shape').map(({ by, looked }) => [by, looked])).toEqual([
    ['agent', 2],
    ['client', 2],
  ])
})

test('what version 2 cannot even read is judged by what was sent, besides its shape', async () => {
  const location = { toolCallId: 't', locations: [{ path: '/a', line: 0 }] }
  const line = await watch(session2().agent(update('tool_call_update', location)).entries)
  expect(line.findings.map(({ rule }) => rule).sort()).toEqual(['line.counted', 'shape'])
  const asked = session2(elicits).agent(form({ requestId: 2 }))
  const scope = await watch(asked.client({ id: 'e', result: { action: 'decline' } }).entries)
  expect(scope.findings.map(({ rule }) => rule).sort()).toEqual(['elicitation.scope', 'shape'])
})

test('how much a finding weighs follows from what was seen', async () => {
  const weightOf = async (script: Script) =>
    (await watch(script.entries)).findings.map(({ rule, weight }) => `${rule} ${weight}`)
  expect(
    await weightOf(
      turn1()
        .agent(tool({}))
        .agent(tool({ status: 'completed' }))
        .agent(stop(2)),
    ),
  ).toEqual(['tool-call.announced-twice note'])
  expect(
    await weightOf(
      turn1()
        .agent(tool({ status: 'failed' }))
        .agent(tool({ status: 'failed' }))
        .agent(stop(2)),
    ),
  ).toEqual(['tool-call.announced-twice must'])
  expect(await weightOf(turn1().agent(ask()).client(choose('y')).agent(stop(2)))).toEqual([
    'tool-call.unknown note',
  ])
  expect(
    await weightOf(
      turn1(elicits)
        .agent(visit('e', { url: 'https://a.example/?token=1' }))
        .client(accept())
        .agent(stop(2)),
    ),
  ).toEqual(['elicitation.secret note'])
})

test('what a peer calls itself is clean and short where a finding names it', async () => {
  const id = `\u001b[31m${'x'.repeat(10_000)}`
  const { findings } = await watch(
    turn1()
      .agent(toolUpdate({ status: 'completed' }, id))
      .agent(stop(2)).entries,
  )
  expect(findings[0]?.text).not.toContain('\u001b')
  expect(findings[0]?.text.length).toBeLessThan(200)
})
