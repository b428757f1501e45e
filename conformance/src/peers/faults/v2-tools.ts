/** What can be wrong with tool calls of version 2, with leave for them, and with what they show. */

import type { Json } from '../../wire/arrivals.js'
import { allows, asks, fault, learns, toFields, updates } from '../changes.js'
import type { Faults, Hooks } from '../fault.js'

const UNKNOWN = { also: ['agent.request.known'] }

export const toolFaultsOf2: Faults = {
  'agent.request.id': fault(
    'counts its requests in halves',
    () => ({
      outgoing: message =>
        message.method === 'session/request_permission'
          ? [{ ...message, id: Number(message.id) + 0.5 }]
          : [message],
      incoming: message =>
        typeof message.id === 'number' && !Number.isInteger(message.id)
          ? [{ ...message, id: message.id - 0.5 }]
          : [message],
    }),
    { scenarios: ['tool-call.write'] },
  ),
  'agent.message.absolute-paths': fault(
    'names files by their last part',
    () => updates('tool_call_update', update => [{ ...update, locations: [{ path: 'notes.txt', line: 1 }] }]),
    { scenarios: ['tool-call.read'] },
  ),
  'agent.message.lines': fault(
    'counts lines from 0',
    () =>
      updates('tool_call_update', update => [{ ...update, locations: [{ path: '/notes.txt', line: 0 }] }]),
    { scenarios: ['tool-call.read'], also: ['agent.message.shape'] },
  ),
  'agent.files.none': fault('asks its client for files', () => asksBesides('fs/read_text_file'), UNKNOWN),
  'agent.terminal.none': fault(
    'asks its client for terminals',
    () => asksBesides('terminal/create'),
    UNKNOWN,
  ),
  'agent.tool-call.finished': fault(
    'leaves its tool calls open',
    () =>
      updates('tool_call_update', update => [
        update.status === 'completed' ? { ...update, status: 'in_progress' } : update,
      ]),
    { scenarios: ['tool-call.own-hands'] },
  ),
  'agent.tool-call.cancel-unknown': fault('cancels what there is not', () => allows('tool_call/cancel', {})),
  'agent.terminal.cancel-unknown': fault('cancels what there is not', () => allows('terminal/cancel', {})),
  'agent.diff.changes': fault('names no changes', () => withDiffs(diff => ({ ...diff, changes: [] })), {
    also: ['agent.diff.patch'],
  }),
  'agent.diff.patch': fault('writes patches as Git does', () =>
    withDiffs(diff => ({
      ...diff,
      patch: {
        format: 'git_patch',
        text: 'diff --git a/made.txt b/made.txt\n--- a/made.txt\n+++ b/made.txt\n@@ -0,0 +1 @@\n+made\n',
      },
    })),
  ),
  'agent.diff.offered': fault('shows no patch', () => withDiffs(({ patch, ...diff }) => diff)),
  'agent.permission.title': fault('asks for leave without a title', () =>
    asks('session/request_permission', params => ({ ...params, title: '' })),
  ),
  'agent.permission.choices': fault(
    'offers the same option twice',
    () =>
      asks('session/request_permission', ({ options, ...params }) => ({
        ...params,
        options: [(options as readonly Json[])[0], ...(options as readonly Json[])],
      })),
    { scenarios: ['permission.asked'] },
  ),
  'agent.permission.unknown-option': fault('takes any option for a yes', () => hearsYes()),
  'agent.permission.unknown-outcome': fault('takes any outcome for a yes', () => hearsYes()),
}

/** Whatever the user says, the agent hears yes. */
function hearsYes(): Hooks {
  return learns('session/request_permission', () => ({
    outcome: { outcome: 'selected', optionId: 'allow_once' },
  }))
}

/** Asks for something of version 1 before each question for leave, and does not listen to the answer. */
function asksBesides(method: string): Hooks {
  let count = 0
  return {
    outgoing(message) {
      if (message.method !== 'session/request_permission') return [message]
      const { sessionId } = toFields(message.params)
      const params = { sessionId, path: '/notes.txt', command: 'ls' }
      return [{ jsonrpc: '2.0', id: `besides ${++count}`, method, params }, message]
    },
    incoming: message => (String(message.id).startsWith('besides') ? [] : [message]),
  }
}

function withDiffs(change: (diff: Json) => Json): Hooks {
  return updates('tool_call_update', ({ content, ...update }) => {
    if (!Array.isArray(content)) return [{ ...update, ...(content === undefined ? {} : { content }) }]
    const changed = content.map(toFields).map(each => (each.type === 'diff' ? change(each) : each))
    return [{ ...update, content: changed }]
  })
}
