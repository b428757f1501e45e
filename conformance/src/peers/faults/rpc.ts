/** What can be wrong with calls and answers. */

import { errorCode } from '../../error.js'
import { allows, answers, asks, fault, miscounts, refuses, saysAfter, toError, toResult } from '../changes.js'
import type { Faults } from '../fault.js'

const NOBODY = 'parley.test/nobody_has_this'
const GONE = { also: ['agent.answer.given'] }

export const rpcFaults: Faults = {
  'agent.answer.id': fault(
    'writes ids in capitals',
    () => answers(`_${NOBODY}`, answer => [answer.id === 'abc' ? { ...answer, id: 'ABC' } : answer]),
    { also: ['agent.answer.asked', 'agent.answer.given'] },
  ),
  'agent.answer.once': fault('answers twice', () => answers('initialize', answer => [answer, answer]), {
    scenarios: ['initialize.version'],
  }),
  'agent.answer.asked': fault(
    'answers what nobody asked',
    wire => saysAfter('initialize', wire, [toResult({ id: 'nobody-asked' }, {})]),
    { scenarios: ['initialize.version'] },
  ),
  'agent.answer.given': fault('leaves a question open', () => answers('session/new', () => []), {
    scenarios: ['initialize.first'],
  }),
  'agent.answer.error': fault(
    'has errors without a message',
    () => answers(NOBODY, answer => [{ ...answer, error: { code: errorCode.method_not_found } }]),
    { also: ['agent.message.envelope'] },
  ),
  'agent.request.id': fault(
    'counts its requests in halves',
    () => ({
      outgoing: message =>
        message.method === 'fs/read_text_file' ? [{ ...message, id: Number(message.id) + 0.5 }] : [message],
      incoming: message =>
        typeof message.id === 'number' && !Number.isInteger(message.id)
          ? [{ ...message, id: message.id - 0.5 }]
          : [message],
    }),
    { scenarios: ['tool-call.read'] },
  ),
  'agent.request.known': fault(
    'tells its client what the protocol has no word for',
    wire => saysAfter('session/prompt', wire, [{ jsonrpc: '2.0', method: 'session/applause', params: {} }]),
    { scenarios: ['tool-call.read'] },
  ),
  'agent.request.session': fault(
    'speaks of a session that nobody opened',
    () => asks('session/update', params => ({ ...params, sessionId: 'somebody-else' })),
    { scenarios: ['prompt.text'] },
  ),
  'agent.input.bad-json': fault(
    'dies of bad JSON',
    () => ({ bytes: chunk => (isJson(chunk) ? chunk : process.exit(1)) }),
    GONE,
  ),
  'agent.input.bad-json-answer': fault('has another number for bad JSON', () => ({
    outgoing: message => [message.id === null ? toError(message) : message],
  })),
  'agent.input.invalid-request': fault('answers what is no request', () => ({
    outgoing: message => [message.id === 'number' ? toResult(message, {}) : message],
  })),
  'agent.input.batch': fault(
    'answers a batch with an empty one',
    () => ({ outgoing: message => (message.id === null ? [[]] : [message]) }),
    { also: ['agent.message.envelope'] },
  ),
  'agent.input.unknown-method': fault('has another number for unknown methods', () =>
    miscounts(NOBODY, errorCode.internal_error),
  ),
  'agent.input.unknown-extension': fault('has a result for every extension', () => allows(`_${NOBODY}`, {})),
  'agent.input.unknown-notification': fault(
    'dies of a notification that it does not know',
    () => ({
      incoming: message => (message.method === '$/nobody_has_this' ? process.exit(1) : [message]),
    }),
    GONE,
  ),
  'agent.input.notification-unanswered': fault('answers notifications', wire => ({
    incoming(message) {
      if (message.method === NOBODY) wire.send(toError({ id: null }, errorCode.method_not_found))
      return [message]
    },
  })),
  'agent.input.invalid-params': fault('has another number for bad parameters', () =>
    miscounts('session/new', errorCode.internal_error),
  ),
  'agent.cancel-request.answered': fault(
    'answers twice what was called off',
    () => answers('session/prompt', answer => [answer, answer]),
    { also: ['agent.answer.once'] },
  ),
  'agent.cancel-request.unknown': fault(
    'dies when something unknown is called off',
    () => ({
      incoming: ({ method, params, ...rest }) =>
        method === '$/cancel_request' && JSON.stringify(params).includes('nobody')
          ? process.exit(1)
          : [{ method, params, ...rest }],
    }),
    GONE,
  ),
  'agent.capability.unadvertised-refused': fault('signs out whom it never signed in', () =>
    allows('logout', {}),
  ),
  'agent.session.unknown-id': fault('answers for sessions that there are not', () =>
    allows('session/prompt', { stopReason: 'end_turn' }),
  ),
  'agent.tool-call.failure': fault('fails the prompt with the tool', () => refuses('session/prompt')),
}

function isJson(chunk: Uint8Array): boolean {
  try {
    for (const line of Buffer.from(chunk).toString().trim().split('\n')) JSON.parse(line)
    return true
  } catch {
    return false
  }
}
