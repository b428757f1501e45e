/** Faults in a turn: permissions, cancels, and what a client makes of what it is told. */

import { toJson } from '../../agent/examined-agent.js'
import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import {
  answering,
  answeringWith,
  type ClientFaults,
  calling,
  callingWith,
  dyingOf,
  hearingAnswer,
  hearingUpdate,
  showing,
} from '../client-fault.js'

const ASK = 'session/request_permission'
const choosing = (optionId: string) => () => ({ outcome: { outcome: 'selected', optionId } })
const DYING_MILLISECONDS = 20

export const turnFaults: ClientFaults = {
  'client.permission.choice': answeringWith('invents an option', ASK, choosing('made-up')),
  'client.permission.refusal': answeringWith('allows what was refused', ASK, choosing('yes-7f')),
  'client.permission.cancel': answeringWith('allows what was cancelled', ASK, choosing('yes-7f')),
  'client.cancel.notification': calling('asks to cancel', 'session/cancel', message => [
    { ...message, id: 'please' },
  ]),
  'client.cancel.waits': {
    ...calling('goes when it has cancelled', 'session/cancel', message => {
      setTimeout(() => process.exit(0), DYING_MILLISECONDS)
      return [message]
    }),
    isProgram: true,
  },
  'client.cancel.late-updates': {
    sin: 'is deaf after a cancel',
    begin() {
      let isCancelled = false
      return {
        outgoing(message) {
          isCancelled ||= message.method === 'session/cancel'
          return [message]
        },
        incoming: message => (isCancelled && isOfToolCall(message) ? [] : [message]),
      }
    },
  },
  'client.cancel.tool-calls': showing('shows cancelled work as going on', session => ({
    ...session,
    toolCalls: session.toolCalls?.map(call =>
      call.status === 'cancelled' ? { ...call, status: 'in_progress' } : call,
    ),
  })),
  'client.cancel.outcome': {
    sin: 'takes a cancel for a failure',
    begin: () => ({
      incoming(message, { method }) {
        const error = { code: errorCode.internal_error, message: 'cancelled' }
        if (method === 'session/prompt' && toJson(message.result).stopReason === 'cancelled')
          return [{ jsonrpc: '2.0', id: message.id, error }]
        const params = toJson(message.params)
        const update = toJson(params.update)
        if (update.stopReason !== 'cancelled') return [message]
        return [{ ...message, params: { ...params, update: { ...update, stopReason: 'error', error } } }]
      },
    }),
  },
  'client.cancel-request.answer': answering('is offended when a question is taken back', ASK, ({ id }) => ({
    jsonrpc: '2.0',
    id,
    error: { code: errorCode.internal_error, message: 'Then why ask' },
  })),
  'client.plan.replaced': {
    sin: 'adds to its plan',
    begin() {
      let steps: readonly unknown[] = []
      return (
        hearingUpdate('', update => {
          const plan = toJson(update.plan ?? update)
          if (!Array.isArray(plan.entries)) return update
          steps = [...steps, ...plan.entries]
          const grown = { ...plan, entries: steps }
          return update.plan === undefined ? grown : { ...update, plan: grown }
        }).begin?.(NO_WIRE) ?? {}
      )
    },
  },
  'client.tool-call.replaced': {
    sin: 'adds to its tool calls',
    begin() {
      const seen: Record<string, readonly unknown[]> = { content: [], locations: [] }
      const grow = (name: string, value: unknown): Json => {
        if (!Array.isArray(value)) return {}
        seen[name] = [...(seen[name] ?? []), ...value]
        return { [name]: seen[name] }
      }
      return (
        hearingUpdate('', update =>
          update.toolCallId === undefined
            ? update
            : { ...update, ...grow('content', update.content), ...grow('locations', update.locations) },
        ).begin?.(NO_WIRE) ?? {}
      )
    },
  },
  'client.tool-call.kept': hearingUpdate('forgets what is not said again', update =>
    update.sessionUpdate === 'tool_call_update' ? { title: 'untitled', ...update } : update,
  ),
  'client.message.appended': {
    sin: 'makes a message of every piece',
    begin() {
      let pieces = 0
      return (
        hearingUpdate('', update =>
          update.messageId === undefined ? update : { ...update, messageId: `piece ${++pieces}` },
        ).begin?.(NO_WIRE) ?? {}
      )
    },
  },
  'client.message.new-id': hearingUpdate('knows one message only', update =>
    update.messageId === undefined ? update : { ...update, messageId: 'only' },
  ),
  'client.message.whole': hearingUpdate('hears whole messages as one more piece', update => {
    const { sessionUpdate, content, ...rest } = update
    if (sessionUpdate !== 'agent_message' || !Array.isArray(content)) return update
    return { ...rest, sessionUpdate: 'agent_message_chunk', content: content[0] }
  }),
  'client.message.goes-on': {
    sin: 'takes a whole message for the last word',
    begin() {
      const whole = new Set<unknown>()
      return (
        hearingUpdate('', update => {
          if (update.sessionUpdate === 'agent_message') whole.add(update.messageId)
          const isMore = update.sessionUpdate === 'agent_message_chunk' && whole.has(update.messageId)
          return isMore ? undefined : update
        }).begin?.(NO_WIRE) ?? {}
      )
    },
  },
  'client.message.cleared': hearingUpdate('cannot unsay a message', update =>
    update.sessionUpdate === 'agent_message' && update.content === null ? undefined : update,
  ),
  'client.tool-call.added': hearingUpdate('puts a piece of content in the place of all of it', update =>
    update.sessionUpdate === 'tool_call_content_chunk'
      ? { sessionUpdate: 'tool_call_update', toolCallId: update.toolCallId, content: [update.content] }
      : update,
  ),
  'client.tool-call.cleared': hearingUpdate('takes null for nothing said', update =>
    update.toolCallId === undefined
      ? update
      : Object.fromEntries(Object.entries(update).filter(([, value]) => value !== null)),
  ),
  'client.terminal.replaced': hearingUpdate('adds whole output to what was there', update => {
    const { data } = toJson(update.output)
    if (update.sessionUpdate !== 'terminal_update' || data === undefined) return update
    return { sessionUpdate: 'terminal_output_chunk', terminalId: update.terminalId, data }
  }),
  'client.terminal.added': hearingUpdate('keeps the last piece of output', update =>
    update.sessionUpdate === 'terminal_output_chunk'
      ? { sessionUpdate: 'terminal_update', terminalId: update.terminalId, output: { data: update.data } }
      : update,
  ),
  'client.option.unknown': dyingOf('dies of a setting', ({ result }) =>
    JSON.stringify(result ?? {}).includes('slider'),
  ),
  'client.option.order': showing('sorts settings by name', session => ({
    ...session,
    options: [...(session.options ?? [])].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
  })),
  'client.option.over-modes': showing('goes by modes', session => ({ ...session, mode: 'old-a' })),
  'client.set-mode.value': callingWith('invents a mode', 'session/set_mode', params => ({
    ...params,
    modeId: 'made-up',
  })),
  'client.set-option.value': callingWith('invents a value', 'session/set_config_option', params => ({
    ...params,
    value: 'made-up',
  })),
  'client.set-option.boolean': {
    ...callingWith(
      'sets yes or no without saying so',
      'session/set_config_option',
      ({ type: _, ...params }) => params,
    ),
    also: ['client.message.shape'],
  },
  'client.list.cursor': callingWith('quotes the cursor', 'session/list', ({ cursor, ...params }) => ({
    ...params,
    ...(cursor === undefined ? {} : { cursor: encodeURIComponent(String(cursor)) }),
  })),
  'client.list.end': {
    ...hearingAnswer('never has enough', 'session/list', message => ({
      ...message,
      result: { nextCursor: 'more', ...toJson(message.result) },
    })),
    also: ['client.list.cursor'],
  },
  'client.list.directories': {
    sin: 'joins directories',
    view: view => ({
      ...view,
      listed: view.listed?.map(info => ({ ...info, additionalDirectories: ['/old', '/new'] })),
    }),
  },
}

function isOfToolCall({ params }: Json): boolean {
  return toJson(toJson(params).update).toolCallId !== undefined
}

/** For hooks that need no wire. */
const NO_WIRE = { send() {}, write() {}, receive() {} }
