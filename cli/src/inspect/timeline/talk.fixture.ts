/** Recordings for the tests: a talk of any length with turns, tools, questions, stderr, and somebody hostile in it. */

import { type Entry, type Header, toRecordingLine } from '@parley/acp/inspect'

export const HOSTILE = '\u001b[31mred\u001b]0;owned\u0007\u202eevil\u009b2J\r\n\u0000'

const HEADER: Header = {
  recording: 1,
  startedAt: 1_700_000_000_000,
  by: 'a test',
  carrier: 'stdio',
  title: 'some agent',
  redaction: 'secrets',
}

type Wire = Record<string, unknown>

/** The entries of a talk; every turn is about a hundred of them. */
export function* talk(turns: number, updates = 92): Generator<Entry> {
  let at = 0
  let id = 0
  const pass = (to: 'agent' | 'client', message: Wire): Entry => {
    at += 1.25
    return { at, to, message: { jsonrpc: '2.0', ...message }, bytes: JSON.stringify(message).length + 17 }
  }
  const update = (sessionId: string, update: Wire): Entry =>
    pass('client', { method: 'session/update', params: { sessionId, update } })
  const text = (words: string): Wire => ({ type: 'text', text: words })
  yield { at, event: 'started', detail: 'pid 1' }
  yield pass('agent', {
    id: id,
    method: 'initialize',
    params: { protocolVersion: 1, clientCapabilities: {} },
  })
  yield pass('client', { id: id++, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } })
  yield pass('agent', { id: id, method: 'session/new', params: { cwd: '/work', mcpServers: [] } })
  yield pass('client', { id: id++, result: { sessionId: 'session-one' } })
  for (let turn = 0; turn < turns; turn++) {
    const sessionId = 'session-one'
    const toolCallId = `call-${turn}`
    yield pass('agent', {
      id,
      method: 'session/prompt',
      params: { sessionId, prompt: [text(`question ${turn}`)] },
    })
    yield update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId,
      title: turn === 0 ? `Read ${HOSTILE}` : `Read file ${turn}`,
      kind: 'read',
      status: 'pending',
    })
    for (let piece = 0; piece < updates; piece++)
      yield update(sessionId, {
        sessionUpdate: 'agent_message_chunk',
        content: text(`piece ${piece} of ${turn}`),
      })
    yield update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
    yield { at, stderr: turn === 0 ? `warning ${HOSTILE}` : `stderr of turn ${turn}` }
    yield pass('client', { id: id++, result: { stopReason: 'end_turn' } })
  }
}

/** A few things that are wrong. */
export function* wrongs(): Generator<Entry> {
  const at = 1e9
  yield {
    at,
    to: 'client',
    message: {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 7, update: { sessionUpdate: 'plan', entries: 'none' } },
    },
    bytes: 90,
  }
  yield { at, to: 'client', noise: 'parse_error', text: `oops ${HOSTILE}`, bytes: 12 }
  yield {
    at,
    to: 'client',
    message: { jsonrpc: '2.0', method: `evil/${HOSTILE}`, params: { [HOSTILE]: HOSTILE } },
    bytes: 50,
  }
}

export function toText(entries: Iterable<Entry>): string {
  let text = toRecordingLine(HEADER)
  for (const entry of entries) text += toRecordingLine(entry)
  return text
}
