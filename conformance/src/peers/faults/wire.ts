/** What can be wrong with bytes and lines. */

import { answers, asks, fault, saysAfter, toError, updates } from '../changes.js'
import type { Faults } from '../fault.js'

const NEWLINE = 10

export const wireFaults: Faults = {
  'agent.stdout.messages': fault(
    'greets on stdout',
    wire => saysAfter('initialize', wire, [Buffer.from('Welcome!\n')]),
    { scenarios: ['wire.text'] },
  ),
  'agent.stdout.utf8': fault(
    'writes bytes that are no UTF-8',
    wire => saysAfter('initialize', wire, [Buffer.from([0x22, 0xff, 0xfe, 0x22, NEWLINE])]),
    { scenarios: ['wire.text'] },
  ),
  'agent.stdout.one-line': fault(
    'breaks a message over two lines',
    ({ write }) => ({
      outgoing(message) {
        if (!JSON.stringify(message).includes('agent_message_chunk')) return [message]
        write(JSON.stringify(message).replace(',"params"', ',\n"params"').concat('\n'))
        return []
      },
    }),
    { also: ['agent.stdout.messages'] },
  ),
  'agent.stdin.text': fault('cannot read what is not ASCII', () =>
    answers('session/prompt', (answer, params) => [
      /[^\n\r -~]/.test(JSON.stringify(params)) ? toError(answer) : answer,
    ]),
  ),
  'agent.stdin.pieces': fault(
    'takes every piece for a line',
    () => ({
      bytes: chunk => (chunk.at(-1) === NEWLINE ? chunk : Buffer.concat([chunk, Buffer.of(NEWLINE)])),
    }),
    { also: ['agent.answer.given'] },
  ),
  'agent.stdin.slow': fault(
    'forgets a line whose end has not come',
    () => ({ bytes: chunk => (chunk.at(-1) === NEWLINE ? chunk : new Uint8Array(0)) }),
    { also: ['agent.answer.given'] },
  ),
  'agent.stdin.end': fault('stays when everybody has gone', () => ({
    ended: () => void setInterval(() => {}, 1_000),
  })),
  'agent.message.envelope': fault(
    'leaves out which JSON-RPC it speaks',
    () => ({
      outgoing({ jsonrpc, ...message }) {
        return [message.method === 'session/update' ? message : { jsonrpc, ...message }]
      },
    }),
    { scenarios: ['prompt.text'] },
  ),
  'agent.message.shape': fault(
    'says texts without a text',
    () => updates('agent_message_chunk', update => [{ ...update, content: { type: 'text' } }]),
    { scenarios: ['prompt.text'] },
  ),
  'agent.message.fields': fault(
    'has fields of its own',
    () => updates('agent_message_chunk', update => [{ ...update, mood: 'good' }]),
    { scenarios: ['prompt.text'] },
  ),
  'agent.message.meta': fault(
    'has a text for _meta',
    () => asks('session/update', params => ({ ...params, _meta: 'mine' })),
    { scenarios: ['prompt.text'], also: ['agent.message.shape'] },
  ),
  'agent.message.trace-context': fault(
    'uses traceparent for something else',
    () => ({
      outgoing(message) {
        const text = JSON.stringify(message)
        return [text.includes('traceparent') ? JSON.parse(text.replaceAll(/00-4bf9[^"]*/g, 'mine')) : message]
      },
    }),
    { scenarios: ['tool-call.write'] },
  ),
  'agent.message.absolute-paths': fault(
    'names files by their last part',
    () => updates('tool_call', update => [{ ...update, locations: [{ path: 'notes.txt', line: 1 }] }]),
    { scenarios: ['tool-call.read'] },
  ),
  'agent.message.lines': fault(
    'counts lines from 0',
    () => updates('tool_call', update => [{ ...update, locations: [{ path: '/notes.txt', line: 0 }] }]),
    { scenarios: ['tool-call.read'] },
  ),
}
