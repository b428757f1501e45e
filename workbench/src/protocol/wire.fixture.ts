/** A wire to look at: a handshake, a session, and turns with tools, permissions, words and one mistake. */

import type { MessageEntry } from '@parley/acp/inspect'
import { WireLog } from '../state/wire-log.js'

type Message = Readonly<Record<string, unknown>>

const sessionId = 'session-1'
const update = (fields: Message): Message => ({
  ...{ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: fields } },
})
const words = (text: string): Message =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

const OPENING: readonly (readonly ['agent' | 'client', Message])[] = [
  [
    'agent',
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } },
  ],
  [
    'client',
    { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } },
  ],
  [
    'agent',
    { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/home/ada/shop', mcpServers: [] } },
  ],
  ['client', { jsonrpc: '2.0', id: 1, result: { sessionId } }],
]

const turn = (id: number, pieces: number): readonly (readonly ['agent' | 'client', Message])[] => {
  const toolCallId = `call-${id}`
  const toolCall = { toolCallId, title: 'Write total.ts', kind: 'edit', status: 'pending' }
  const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }]
  return [
    [
      'agent',
      {
        jsonrpc: '2.0',
        id,
        method: 'session/prompt',
        params: { sessionId, prompt: [{ type: 'text', text: 'Round it' }] },
      },
    ],
    ['client', update({ sessionUpdate: 'tool_call', ...toolCall })],
    [
      'client',
      { jsonrpc: '2.0', id, method: 'session/request_permission', params: { sessionId, toolCall, options } },
    ],
    ['agent', { jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId: 'yes' } } }],
    ['client', update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', invented: 1 })],
    ...Array.from({ length: pieces }, (_, each) => ['client', words(`piece ${each} `)] as const),
    ['client', { jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } }],
  ]
}

/** As many entries as are wanted, or a few more. */
export function entriesOf(count: number): readonly MessageEntry[] {
  const messages = [...OPENING]
  for (let id = 2; messages.length < count; id++) messages.push(...turn(id, Math.min(100, count)))
  return messages.map(([to, message], index) => ({
    ...{ at: index * 7.5, to, message, bytes: JSON.stringify(message).length },
  }))
}

export function wireWith(entries: readonly MessageEntry[]): WireLog {
  const log = new WireLog('scout', 1_700_000_000_000)
  for (const entry of entries) log.add(entry)
  return log
}

/** A request of the agent that nobody has answered. */
export const OPEN_REQUEST: MessageEntry = {
  ...{ at: 99_999, to: 'client', bytes: 120 },
  message: {
    ...{
      jsonrpc: '2.0',
      id: 77,
      method: 'fs/read_text_file',
      params: { sessionId, path: '/home/ada/shop/a.ts' },
    },
  },
}
