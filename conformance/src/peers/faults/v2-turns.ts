/** What can be wrong with prompts of version 2, with what is told of the work on them, and with cancelling it. */

import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import { answers, asks, ends, endsWith, fault, results, toError, toFields, updates } from '../changes.js'
import type { Faults, Hooks } from '../fault.js'
import { toUpdate } from './v2-sessions.js'

const SHAPE = { also: ['agent.message.shape'] }
const CANCELLED = { also: ['agent.state.cancelled'] }

export const turnFaultsOf2: Faults = {
  'agent.prompt.text': fault('takes no text', () => answers('session/prompt', answer => [toError(answer)])),
  'agent.prompt.message-id': fault(
    'does not say what became of a prompt',
    () => results('session/prompt', () => ({})),
    SHAPE,
  ),
  'agent.prompt.at-once': fault('answers when the work is over', () => answersLast()),
  'agent.prompt.echo': fault('does not tell what it was told', () => updates('user_message', () => []), {
    scenarios: ['prompt.inserted'],
  }),
  'agent.prompt.busy': fault('takes one prompt at a time', () => {
    let isBusy = false
    return {
      incoming(message) {
        if (message.method === 'session/prompt' && isBusy) return [{ ...message, params: {} }]
        isBusy ||= message.method === 'session/prompt'
        return [message]
      },
    }
  }),
  'agent.prompt.order': fault('tells prompts in another order', () => swapsEchoes()),
  'agent.prompt.unsupported': fault('has another number for blocks it does not know', () =>
    answers('session/prompt', (answer, params) => [
      JSON.stringify(params).includes('_parley') ? toError(answer) : answer,
    ]),
  ),
  'agent.prompt.refused-untold': fault('tells what it refused', () =>
    answers('session/prompt', (answer, { sessionId }) =>
      'error' in answer
        ? [toUpdate(sessionId, { sessionUpdate: 'user_message', messageId: 'refused', content: [] }), answer]
        : [answer],
    ),
  ),
  'agent.prompt.empty': fault('takes a prompt of nothing', () => ({
    incoming(message) {
      const { prompt, ...params } = toFields(message.params)
      const isEmpty = Array.isArray(prompt) && prompt.length === 0
      return [
        isEmpty ? { ...message, params: { ...params, prompt: [{ type: 'text', text: 'say' }] } } : message,
      ]
    },
  })),
  'agent.message.id': fault(
    'says things without an id',
    () => updates('agent_thought_chunk', ({ messageId, ...update }) => [update]),
    SHAPE,
  ),
  'agent.message.id-unique': fault('has one id for all prompts', () => sameId(), {
    scenarios: ['prompt.inserted'],
  }),
  'agent.message.new-id': fault('goes on with what it said before', () =>
    updates('agent_message_chunk', update => [{ ...update, messageId: 'answer' }]),
  ),
  'agent.update.words': fault('has a word of its own for a status', () =>
    updates('tool_call_update', update => [
      update.status === 'in_progress' ? { ...update, status: 'underway' } : update,
    ]),
  ),
  'agent.state.running': fault(
    'does not say that it works',
    () => updates('state_update', update => (update.state === 'running' ? [] : [update])),
    { also: ['agent.state.sequence'] },
  ),
  'agent.state.idle': fault('does not say that it is done', () => ends(() => [])),
  'agent.state.stop-reason': fault('does not say why it stopped', () =>
    ends(({ stopReason, ...update }) => [update]),
  ),
  'agent.state.sequence': fault(
    'forgets what goes on in the background',
    () =>
      updates('state_update', update => [
        update.state === 'running' ? { ...update, background: [] } : update,
      ]),
    { scenarios: ['prompt.inserted'] },
  ),
  'agent.state.requires-action': fault(
    'does not say that it waits for the user',
    () => updates('state_update', update => (update.state === 'requires_action' ? [] : [update])),
    { scenarios: ['permission.asked'] },
  ),
  'agent.state.resumed': fault('waits for the user for ever', () => {
    let isAsked = false
    return updates('state_update', update => {
      isAsked ||= update.state === 'requires_action'
      return [isAsked && update.state === 'running' ? { ...update, state: 'requires_action' } : update]
    })
  }),
  'agent.state.cancelled': fault('calls cancelled work a failure', () => endsWith('error'), {
    scenarios: ['cancel.text'],
    also: ['agent.state.cancelled-text'],
  }),
  'agent.state.cancelled-text': fault('calls cancelled work finished', () => endsWith('end_turn'), CANCELLED),
  'agent.state.cancelled-tool': fault('calls cancelled work finished', () => endsWith('end_turn'), CANCELLED),
  'agent.state.cancelled-question': fault(
    'calls cancelled work finished',
    () => endsWith('end_turn'),
    CANCELLED,
  ),
  'agent.cancel.promptly': fault(
    'begins something after the cancel',
    wire => ({
      incoming(message) {
        if (message.method === 'session/cancel') wire.send(toQuestion(message))
        return message.id === 'late' ? [] : [message]
      },
    }),
    { scenarios: ['cancel.text'] },
  ),
  'agent.cancel.idle': fault('keeps a cancel for later', () => {
    let isCancelled = false
    return {
      ...ends(update => [isCancelled ? { ...update, stopReason: 'cancelled' } : update]),
      incoming(message) {
        isCancelled ||= message.method === 'session/cancel'
        return [message]
      },
    }
  }),
  'agent.cancel.held': fault('has another number for what was held back', () =>
    answers('session/prompt', answer => [
      'error' in answer ? toError(answer, errorCode.internal_error) : answer,
    ]),
  ),
  'agent.cancel.withdrawn': fault('leaves its questions open', () => ({
    outgoing: message => (message.method === '$/cancel_request' ? [] : [message]),
  })),
  'agent.cancel.late-leave': fault(
    'goes on when leave comes late',
    () => ({ incoming: message => (message.method === 'session/cancel' ? [] : [message]) }),
    { also: ['agent.cancel.withdrawn'] },
  ),
  'agent.cancel.quiet-after': fault('has a last word after the end', () =>
    updates('state_update', update =>
      update.stopReason === 'cancelled'
        ? [
            update,
            {
              sessionUpdate: 'agent_message_chunk',
              messageId: 'late',
              content: { type: 'text', text: 'So' },
            },
          ]
        : [update],
    ),
  ),
  'agent.plan.whole': fault(
    'tells only the step that changed',
    () => {
      let count = 0
      return updates('plan_update', ({ plan, ...update }) => {
        const { entries, ...rest } = toFields(plan)
        const told = ++count === 1 ? entries : (entries as readonly unknown[]).slice(0, 1)
        return [{ ...update, plan: { ...rest, entries: told } }]
      })
    },
    { scenarios: ['plan.whole'] },
  ),
  'agent.plan.id': fault(
    'has plans without an id',
    () =>
      updates('plan_update', ({ plan, ...update }) => {
        const { planId, ...rest } = toFields(plan)
        return [{ ...update, plan: rest }]
      }),
    SHAPE,
  ),
  'agent.tool-call.failure': fault('fails the prompt with the tool', () => endsWith('error')),
  'agent.elicitation.declined': fault('fails when a form is declined', () => failsAfterAsking()),
  'agent.elicitation.cancelled': fault('fails when a form is called off', () => failsAfterAsking()),
  'agent.elicitation.unknown-action': fault('fails of an action that it does not know', () =>
    failsAfterAsking(),
  ),
  'agent.elicitation.scope': fault(
    'asks for a session and a request at once',
    () => asks('elicitation/create', params => ({ ...params, requestId: 1 })),
    { scenarios: ['elicitation.form'], also: ['agent.message.shape'] },
  ),
  'agent.elicitation.schema': fault(
    'has forms without a type',
    () =>
      asks('elicitation/create', ({ requestedSchema, ...params }) => {
        const { type, ...schema } = toFields(requestedSchema)
        return { ...params, requestedSchema: schema }
      }),
    SHAPE,
  ),
}

/** Keeps the answer to a prompt back until the work is over. */
function answersLast(): Hooks {
  const held: Json[] = []
  return {
    outgoing(message, { method }) {
      if (method === 'session/prompt') {
        held.push(message)
        return []
      }
      const { state } = toFields(toFields(message.params).update)
      return state === 'idle' ? [message, ...held.splice(0)] : [message]
    },
  }
}

/** Tells the second message of the user before the first, which waits for it. */
function swapsEchoes(): Hooks {
  const held: Json[] = []
  let count = 0
  return updates('user_message', update => {
    count++
    if (count === 2) {
      held.push(update)
      return []
    }
    return [update, ...held.splice(0)]
  })
}

function sameId(): Hooks {
  const echo = updates('user_message', update => [{ ...update, messageId: 'same' }])
  return {
    outgoing(message, about) {
      if (about.method === 'session/prompt' && 'result' in message)
        return [{ ...message, result: { messageId: 'same' } }]
      return echo.outgoing?.(message, about) ?? [message]
    },
  }
}

function toQuestion({ params }: Json): Json {
  const { sessionId } = toFields(params)
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }]
  return {
    jsonrpc: '2.0',
    id: 'late',
    method: 'session/request_permission',
    params: { sessionId, title: 'May I go on?', options },
  }
}

/** The work fails once the user was asked. */
function failsAfterAsking(): Hooks {
  let isAsked = false
  const failing = ends(update => [isAsked ? { ...update, stopReason: 'error' } : update])
  return {
    outgoing(message, about) {
      isAsked ||= message.method === 'elicitation/create'
      return failing.outgoing?.(message, about) ?? [message]
    },
  }
}
