/** What can be wrong with turns: what is told, what is cancelled, what is asked of the user. */

import type { Json } from '../../wire/arrivals.js'
import { answers, asks, believes, fault, refuses, results, toError, toFields, updates } from '../changes.js'
import type { CrookedWire, Faults, Hooks } from '../fault.js'

const PART = { also: ['agent.capability.unadvertised-part'] }

const endsCancelled = (): Hooks =>
  results('session/prompt', result => ({ ...result, stopReason: 'end_turn' }))

export const turnFaults: Faults = {
  'agent.turn.quiet-after': fault(
    'has a last word after the end',
    () =>
      answers('session/prompt', (answer, { sessionId }) => [
        answer,
        toUpdate(sessionId, {
          sessionUpdate: 'agent_message_chunk',
          content: { type: 'text', text: 'By the way' },
        }),
      ]),
    { scenarios: ['prompt.text'] },
  ),
  'agent.turn.message-order': fault(
    'goes back to an earlier message',
    () => updates('agent_message_chunk', update => [update, { ...update, messageId: 'between' }, update]),
    { scenarios: ['prompt.text'] },
  ),
  'agent.turn.usage': fault(
    'uses more than there is',
    () => updates('usage_update', update => [{ ...update, used: Number(update.size) + 1 }]),
    { scenarios: ['prompt.text'] },
  ),
  'agent.plan.whole': fault(
    'tells only the step that changed',
    () => {
      let count = 0
      return updates('plan', ({ entries, ...update }) => [
        { ...update, entries: ++count === 1 ? entries : (entries as readonly unknown[]).slice(0, 1) },
      ])
    },
    { scenarios: ['plan.whole'] },
  ),
  'agent.cancel.text': fault('calls a cancelled turn finished', endsCancelled),
  'agent.cancel.tool': fault('calls a cancelled turn finished', endsCancelled),
  'agent.cancel.permission': fault('calls a cancelled turn finished', endsCancelled),
  'agent.cancel.answer': fault('has an error for what was cancelled', () => refuses('session/prompt'), {
    scenarios: ['cancel.text'],
    also: ['agent.cancel.text'],
  }),
  'agent.cancel.promptly': fault(
    'begins something after the cancel',
    wire => ({
      incoming(message) {
        if (message.method === 'session/cancel') wire.send(toWrite(message))
        return message.id === 'late' ? [] : [message]
      },
    }),
    { scenarios: ['cancel.text'] },
  ),
  'agent.cancel.idle': fault('keeps a cancel for later', () => {
    let isCancelled = false
    return {
      incoming(message) {
        isCancelled ||= message.method === 'session/cancel'
        return [message]
      },
      outgoing: (message, { method }) =>
        isCancelled && method === 'session/prompt'
          ? [{ ...message, result: { stopReason: 'cancelled' } }]
          : [message],
    }
  }),
  'agent.cancel.one-session': fault('cancels everything', () => {
    const ids: unknown[] = []
    return {
      outgoing(message, { method }) {
        if (method === 'session/new') ids.push(toFields(message.result).sessionId)
        return [message]
      },
      incoming: message =>
        message.method === 'session/cancel'
          ? ids.map(sessionId => ({ ...message, params: { sessionId } }))
          : [message],
    }
  }),
  'agent.notice.advertised': fault(
    'has notices for everybody',
    () => believes({ session: { notices: {} } }),
    PART,
  ),
  'agent.notice.title': fault(
    'has notices without a title',
    () => updates('notice', update => [{ ...update, title: '' }]),
    { also: ['agent.message.shape'] },
  ),
  'agent.compaction.advertised': fault(
    'tells everybody of compactions',
    () => believes({ session: { compaction: {} } }),
    PART,
  ),
  'agent.compaction.ends': fault(
    'tells two ends of a compaction',
    () =>
      updates('compaction_update', update =>
        update.status === 'completed' ? [update, { ...update, status: 'failed' }] : [update],
      ),
    { scenarios: ['compaction.shown'] },
  ),
  'agent.capability.unadvertised-part': fault(
    'has notices for everybody',
    () => believes({ session: { notices: {} } }),
    { scenarios: ['notice.not-taken'], also: ['agent.notice.advertised'] },
  ),
  'agent.elicitation.advertised': fault(
    'has forms for everybody',
    () => believes({ elicitation: { form: {} } }),
    {
      scenarios: ['elicitation.form-not-offered'],
      also: ['agent.capability.unadvertised-method', 'agent.capability.unadvertised-part'],
    },
  ),
  'agent.elicitation.scope': fault(
    'asks for a session and a request at once',
    () => asks('elicitation/create', params => ({ ...params, requestId: 1 })),
    { scenarios: ['elicitation.form'] },
  ),
  'agent.elicitation.declined': fault('fails when a form is declined', () =>
    failsAfter('elicitation/create'),
  ),
  'agent.elicitation.cancelled': fault('fails when a form is called off', () =>
    failsAfter('elicitation/create'),
  ),
  'agent.elicitation.url-id': fault(
    'tells of the end of visits that there were not',
    wire => completes(wire),
    { scenarios: ['elicitation.visit'] },
  ),
  'agent.elicitation.secret': fault(
    'asks for a password in a form',
    () =>
      asks('elicitation/create', params => ({
        ...params,
        requestedSchema: { type: 'object', properties: { password: { type: 'string', title: 'Password' } } },
      })),
    { scenarios: ['elicitation.form'] },
  ),
}

function toUpdate(sessionId: unknown, update: Json): Json {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }
}

function toWrite({ params }: Json): Json {
  const { sessionId } = toFields(params)
  return {
    jsonrpc: '2.0',
    id: 'late',
    method: 'fs/write_text_file',
    params: { sessionId, path: '/nowhere/late.txt', content: 'late' },
  }
}

/** The prompt fails once the client has answered this. */
function failsAfter(method: string): Hooks {
  let isAsked = false
  return {
    outgoing(message, about) {
      isAsked ||= message.method === method
      return [isAsked && about.method === 'session/prompt' ? toError(message) : message]
    },
  }
}

function completes(wire: CrookedWire): Hooks {
  return {
    incoming(message, { method }) {
      if (method === 'elicitation/create')
        wire.send({ jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId: 'nobody' } })
      return [message]
    },
  }
}
