/** What can be wrong with modes and options. */

import type { Json } from '../../wire/arrivals.js'
import { allows, answers, believes, fault, refuses, results, toFields, updates } from '../changes.js'
import type { Faults } from '../fault.js'

const isNobody = ({ modeId }: Json): boolean => modeId === 'nobody-offers-this'

export const settingFaults: Faults = {
  'agent.mode.current': fault(
    'is in a mode that it does not offer',
    () =>
      results('session/new', ({ modes, ...result }) => ({
        ...result,
        modes: { ...toFields(modes), currentModeId: 'nobody-offers-this' },
      })),
    { scenarios: ['mode.set'] },
  ),
  'agent.mode.set': fault('does not let its mode be set', () =>
    refuses('session/set_mode', params => !isNobody(params)),
  ),
  'agent.mode.unknown': fault('takes any mode', () => allows('session/set_mode', {})),
  'agent.option.value': fault(
    'has a value that it does not offer',
    () =>
      results('session/new', ({ configOptions, ...result }) => ({
        ...result,
        configOptions: (configOptions as readonly Json[]).map(option =>
          option.id === 'voice' ? { ...option, currentValue: 'middling' } : option,
        ),
      })),
    { scenarios: ['option.set'] },
  ),
  'agent.option.whole': fault(
    'answers with the one option that was set',
    () =>
      results('session/set_config_option', ({ configOptions }, { configId }) => ({
        configOptions: (configOptions as readonly Json[]).filter(({ id }) => id === configId),
      })),
    { scenarios: ['option.set'] },
  ),
  'agent.option.set': fault('answers with the options from before', () => {
    let before: unknown
    return {
      outgoing(message, { method }) {
        const { configOptions } = toFields(message.result)
        if (method === 'session/new') before = configOptions
        const isAnswer = method === 'session/set_config_option' && 'result' in message
        return [isAnswer ? { ...message, result: { configOptions: before } } : message]
      },
    }
  }),
  'agent.option.unknown': fault('takes any value', () => {
    let last: unknown = { configOptions: [] }
    return answers('session/set_config_option', answer => {
      last = answer.result ?? last
      return [{ jsonrpc: '2.0', id: answer.id, result: last }]
    })
  }),
  'agent.option.boolean': fault(
    'has switches for everybody',
    () => believes({ session: { configOptions: { boolean: {} } } }),
    { also: ['agent.capability.unadvertised-part'] },
  ),
  'agent.option.mode-in-sync': fault('does not tell of modes that are set as an option', () =>
    updates('current_mode_update', () => []),
  ),
}
