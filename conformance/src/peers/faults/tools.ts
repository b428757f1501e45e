/** What can be wrong with tool calls, with leave, and with what the client lends. */

import type { Json } from '../../wire/arrivals.js'
import { asks, believes, fault, learns, toFields, toResult, updates } from '../changes.js'
import type { Faults, Hooks } from '../fault.js'

const METHOD = { also: ['agent.capability.unadvertised-method'] }
const HEEDED = { also: ['agent.permission.heeded'] }

/** Whatever the user says, the agent hears yes. */
const hearsYes = (): Hooks =>
  learns('session/request_permission', () => ({ outcome: { outcome: 'selected', optionId: 'allow_once' } }))

export const toolFaults: Faults = {
  'agent.tool-call.known': fault('announces no tool call', () => updates('tool_call', () => []), {
    scenarios: ['tool-call.failure'],
  }),
  'agent.tool-call.unique': fault(
    'has one id for all tool calls',
    () => ({
      outgoing: message => [
        JSON.parse(JSON.stringify(message).replaceAll(/"toolCallId":"[^"]*"/g, '"toolCallId":"same"')),
      ],
    }),
    { also: ['agent.tool-call.revived'] },
  ),
  'agent.tool-call.before': fault('works first and tells later', () => worksFirst('fs/read_text_file'), {
    scenarios: ['tool-call.read'],
  }),
  'agent.tool-call.progress': fault(
    'is done at once',
    () =>
      updates('tool_call_update', update =>
        update.status === 'in_progress' ? [{ ...update, status: 'pending' }] : [update],
      ),
    { scenarios: ['tool-call.read'] },
  ),
  'agent.tool-call.finished': fault(
    'leaves its tool calls open',
    () => updates('tool_call_update', update => [{ ...update, status: 'in_progress' }]),
    { scenarios: ['tool-call.failure'] },
  ),
  'agent.tool-call.revived': fault(
    'begins again what was over',
    () =>
      updates('tool_call_update', update =>
        update.status === 'completed' ? [update, { ...update, status: 'in_progress' }, update] : [update],
      ),
    { scenarios: ['tool-call.read'] },
  ),
  'agent.permission.options': fault(
    'offers the same option twice',
    () =>
      asks('session/request_permission', ({ options, ...params }) => ({
        ...params,
        options: [(options as readonly Json[])[0], ...(options as readonly Json[])],
      })),
    { scenarios: ['tool-call.write'] },
  ),
  'agent.permission.rejected-write': fault('writes what was rejected', hearsYes, HEEDED),
  'agent.permission.rejected-command': fault('runs what was rejected', hearsYes, HEEDED),
  'agent.permission.cancelled': fault('writes what was called off', hearsYes, HEEDED),
  'agent.permission.heeded': fault(
    'tells that it did what was rejected',
    () =>
      updates('tool_call_update', update => [
        update.status === 'failed' ? { ...update, status: 'completed' } : update,
      ]),
    { scenarios: ['permission.rejected-write'] },
  ),
  'agent.files.read': fault('reads through everybody', () => believes({ fs: { readTextFile: true } }), {
    scenarios: ['files.unread-unwritten'],
    ...METHOD,
  }),
  'agent.files.write': fault('writes through everybody', () => believes({ fs: { writeTextFile: true } }), {
    scenarios: ['files.read-unwritten'],
    ...METHOD,
  }),
  'agent.terminal.lent': fault('takes terminals from everybody', () => believes({ terminal: true }), METHOD),
  'agent.capability.unadvertised-method': fault(
    'takes terminals from everybody',
    () => believes({ terminal: true }),
    { scenarios: ['terminal.none'], also: ['agent.terminal.lent'] },
  ),
  'agent.terminal.released': fault(
    'keeps its terminals',
    ({ receive }) => ({
      outgoing(message) {
        if (message.method !== 'terminal/release') return [message]
        receive(toResult(message, {}))
        return []
      },
    }),
    { scenarios: ['tool-call.run'] },
  ),
  'agent.terminal.after-release': fault(
    'looks at a terminal that it has given back',
    () => peeks('terminal/release', ({ terminalId }) => terminalId),
    { scenarios: ['tool-call.run'] },
  ),
  'agent.terminal.known': fault(
    'looks at terminals that nobody made',
    () => peeks('terminal/wait_for_exit', () => 'nobody-made-this'),
    { scenarios: ['tool-call.run'] },
  ),
}

/** Holds back what is told of tool calls until this was asked for. */
function worksFirst(method: string): Hooks {
  const held: Json[] = []
  let isOver = false
  return {
    outgoing(message) {
      const { sessionUpdate } = toFields(toFields(message.params).update)
      if (!isOver && String(sessionUpdate).startsWith('tool_call')) {
        held.push(message)
        return []
      }
      if (message.method !== method) return [message]
      isOver = true
      return [message, ...held.splice(0)]
    },
  }
}

/** Asks for the output of a terminal behind another request, and does not listen to the answer. */
function peeks(method: string, toId: (params: Json) => unknown): Hooks {
  return {
    outgoing(message) {
      if (message.method !== method) return [message]
      const params = toFields(message.params)
      const peek = { sessionId: params.sessionId, terminalId: toId(params) }
      return [message, { jsonrpc: '2.0', id: 'peek', method: 'terminal/output', params: peek }]
    },
    incoming: message => (message.id === 'peek' ? [] : [message]),
  }
}
