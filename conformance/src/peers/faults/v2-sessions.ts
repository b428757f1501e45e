/** What can be wrong with sessions of version 2: opened, resumed, closed, and with their settings. */

import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import {
  answers,
  ends,
  endsWith,
  fault,
  hears,
  miscounts,
  quietly,
  refuses,
  results,
  saysAfter,
  toError,
  toFields,
  toResult,
  updates,
} from '../changes.js'
import type { Faults, Hooks } from '../fault.js'

const SET = 'session/set_config_option'
const USAGE = { sessionUpdate: 'usage_update', used: 1, size: 2 }
const SHAPE = { also: ['agent.message.shape'] }

export const sessionFaultsOf2: Faults = {
  'agent.session.baseline': fault('does not list its sessions', () =>
    answers('session/list', answer => [toError(answer, errorCode.method_not_found)]),
  ),
  'agent.session.no-servers': fault('demands a word about MCP servers', () =>
    quietly(refuses('session/new', ({ mcpServers }) => mcpServers === undefined)),
  ),
  'agent.session.lists': fault(
    'has null for a list',
    () => results('session/new', result => ({ ...result, availableCommands: null })),
    { scenarios: ['session.baseline'], ...SHAPE },
  ),
  'agent.session.not-found': fault(
    'has another number for sessions that there are not',
    () => miscounts('session/prompt', errorCode.invalid_params),
    { scenarios: ['session.not-found'] },
  ),
  'agent.session.not-found-data': fault('does not say which session there is not', () =>
    miscounts('session/prompt', errorCode.resource_not_found),
  ),
  'agent.request.session': fault(
    'speaks of a session that nobody opened',
    wire => saysAfter('session/prompt', wire, [toUpdate('somebody-else', USAGE)]),
    { scenarios: ['prompt.text'] },
  ),
  'agent.fork.session': fault(
    'forks into the same session',
    () => results('session/fork', (result, { sessionId }) => ({ ...result, sessionId })),
    { also: ['agent.session.unique'] },
  ),
  'agent.mcp.unsupported': fault('overlooks servers that it cannot connect to', () =>
    hears('session/new', ({ mcpServers = [], ...params }) => ({
      ...params,
      mcpServers: (mcpServers as readonly Json[]).filter(({ type }) => !String(type).startsWith('_')),
    })),
  ),
  'agent.mcp.untyped': fault('takes servers for such on stdio', () =>
    hears('session/new', ({ mcpServers = [], ...params }) => ({
      ...params,
      mcpServers: (mcpServers as readonly Json[]).filter(({ type }) => type !== undefined),
    })),
  ),
  'agent.resume.replay': fault('forgets what it said itself', () => {
    let isResuming = false
    return {
      incoming(message) {
        isResuming ||= message.method === 'session/resume'
        return [message]
      },
      outgoing(message) {
        const kind = String(toFields(toFields(message.params).update).sessionUpdate)
        return isResuming && kind.startsWith('agent_') ? [] : [message]
      },
    }
  }),
  'agent.resume.message-ids': fault('gives its history new ids', () => {
    let isResuming = false
    const renamed = updates('user_message', update => [
      isResuming ? { ...update, messageId: `again ${String(update.messageId)}` } : update,
    ])
    return {
      ...renamed,
      incoming(message) {
        isResuming ||= message.method === 'session/resume'
        return [message]
      },
    }
  }),
  'agent.resume.state': fault('does not say where it stands when it resumes', () => silentWhileResuming(), {
    also: ['agent.state.sequence'],
  }),
  'agent.resume.bad-cursor': fault('takes any place for the beginning', () =>
    hears('session/resume', ({ replayFrom, ...params }) => params),
  ),
  'agent.close.cancels': fault('calls a closed turn finished', () => endsWith('end_turn')),
  'agent.close.final-state': fault('says nothing more when it is closed', () => ends(() => []), {
    also: ['agent.state.sequence'],
  }),
  'agent.close.held': fault('has another number for what was held back', () =>
    miscounts('session/prompt', errorCode.internal_error),
  ),
  'agent.close.quiet': fault(
    'has a last word after the close',
    () => answers('session/close', (answer, { sessionId }) => [answer, toUpdate(sessionId, USAGE)]),
    { also: ['agent.state.sequence'] },
  ),
  'agent.close.unknown': fault('cannot close what is not there', () => refuses('session/close')),
  'agent.option.value': fault(
    'has a value that it does not offer',
    () => withOption('session/new', option => ({ ...option, currentValue: 'middling' })),
    { scenarios: ['option.set'] },
  ),
  'agent.option.whole': fault(
    'answers with the one option that was set',
    () =>
      results(SET, ({ configOptions }, { configId }) => ({
        configOptions: (configOptions as readonly Json[]).filter(option => option.configId === configId),
      })),
    { scenarios: ['option.set'] },
  ),
  'agent.option.unique': fault('offers a value twice', () =>
    withOption('session/new', option => ({
      ...option,
      options: ['low', 'low', 'high'].map(value => ({ value, name: value })),
    })),
  ),
  'agent.option.invalid': fault('has another number for bad values', () =>
    answers(SET, (answer, { value }) => [value === 'nobody-offers-this' ? toError(answer) : answer]),
  ),
  'agent.option.unknown-id': fault('has another number for unknown options', () =>
    answers(SET, (answer, { configId }) => [configId === 'nobody-offers-this' ? toError(answer) : answer]),
  ),
  'agent.option.unknown-type': fault('has another number for unknown types', () =>
    answers(SET, (answer, { type }) => [String(type).startsWith('_') ? toError(answer) : answer]),
  ),
  'agent.option.unchanged': fault('does what it refuses to do', () => {
    let isRefused = false
    return answers(SET, answer => {
      isRefused ||= 'error' in answer
      if (!isRefused || 'error' in answer) return [answer]
      const { configOptions } = toFields(answer.result)
      const changed = (configOptions as readonly Json[]).map(option =>
        option.configId === 'mode' ? { ...option, currentValue: 'code' } : option,
      )
      return [toResult(answer, { configOptions: changed })]
    })
  }),
  'agent.command.names': fault(
    'has a space in a name',
    () =>
      results('session/new', result => ({
        ...result,
        availableCommands: [{ type: 'command', name: 'say it', description: 'Says it' }],
      })),
    { scenarios: ['command.names'] },
  ),
  'agent.command.type': fault(
    'does not say what its commands are',
    () =>
      results('session/new', result => ({
        ...result,
        availableCommands: [{ name: 'say', description: 'Says it' }],
      })),
    SHAPE,
  ),
}

/** The option of the reference agent that is called `voice`. */
function withOption(method: string, change: (option: Json) => Json): Hooks {
  return results(method, ({ configOptions, ...result }) => ({
    ...result,
    configOptions: (configOptions as readonly Json[]).map(option =>
      option.configId === 'voice' ? change(option) : option,
    ),
  }))
}

function silentWhileResuming(): Hooks {
  let isResuming = false
  const silent = updates('state_update', update => (isResuming ? [] : [update]))
  return {
    ...silent,
    incoming(message) {
      isResuming ||= message.method === 'session/resume'
      return [message]
    },
  }
}

export function toUpdate(sessionId: unknown, update: Json): Json {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }
}
