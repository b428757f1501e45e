/** What can be wrong with a handshake of version 2, and with signing in. */

import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import {
  allows,
  answers,
  answersFor,
  believes,
  fault,
  miscounts,
  refuses,
  results,
  toError,
  toFields,
} from '../changes.js'
import type { Faults, Hooks } from '../fault.js'

const SHAPE = { also: ['agent.message.shape'] }

const hasForms = (): Hooks => believes({ elicitation: { form: {} } })

export const handshakeFaultsOf2: Faults = {
  'agent.initialize.version': fault(
    'answers version 1 to version 2, which it speaks',
    () =>
      results('initialize', (result, { protocolVersion }) => ({
        ...result,
        protocolVersion: protocolVersion === 2 ? 1 : 2,
      })),
    { also: ['agent.message.fields'] },
  ),
  'agent.initialize.version-number': fault(
    'writes its version as a text',
    () => results('initialize', result => ({ ...result, protocolVersion: '2' })),
    SHAPE,
  ),
  'agent.initialize.version-choice': fault('refuses every version that it does not speak', () =>
    refuses('initialize', ({ protocolVersion }) => Number(protocolVersion) > 2),
  ),
  'agent.initialize.older-version': fault(
    'answers version 2 to version 1',
    () =>
      results('initialize', (result, { protocolVersion }) =>
        protocolVersion === 1 ? { ...result, protocolVersion: 2 } : result,
      ),
    SHAPE,
  ),
  'agent.initialize.version-refused': fault('has another number for versions it does not speak', () =>
    miscounts('initialize', errorCode.internal_error),
  ),
  'agent.initialize.version-data': fault('does not say which versions it speaks', () =>
    miscounts('initialize', errorCode.unsupported_version),
  ),
  'agent.initialize.repeated': fault('shakes hands once', () => {
    let count = 0
    return answers('initialize', answer => [++count === 2 ? toError(answer) : answer])
  }),
  'agent.initialize.failed-repeat': fault('forgets the handshake when one fails', () => {
    let hasFailed = false
    return {
      outgoing(message, { method }) {
        if (method === 'initialize' && 'error' in message) hasFailed = true
        return [hasFailed && method === 'session/new' ? toError(message) : message]
      },
    }
  }),
  'agent.initialize.late-repeat': fault('shakes hands whenever it is asked to', () =>
    allows('initialize', { protocolVersion: 2, info: { name: 'again', version: '1' }, capabilities: {} }),
  ),
  'agent.initialize.markers': fault(
    'has a yes for a capability',
    () =>
      results('initialize', ({ capabilities, ...result }) => ({
        ...result,
        capabilities: { session: { ...toFields(toFields(capabilities).session), delete: true } },
      })),
    SHAPE,
  ),
  'agent.initialize.auth-methods': fault('offers two ways to sign in under one id', () =>
    results('initialize', result => ({
      ...result,
      authMethods: ['One', 'Two'].map(name => ({ type: 'agent', methodId: 'same', name })),
    })),
  ),
  'agent.initialize.auth-type': fault(
    'does not say how to sign in',
    () =>
      results('initialize', ({ authMethods, ...result }) => ({
        ...result,
        authMethods: ((authMethods ?? []) as readonly Json[]).map(({ type, ...method }) => method),
      })),
    SHAPE,
  ),
  'agent.initialize.info': fault(
    'does not say who it is',
    () => results('initialize', ({ info, ...result }) => result),
    SHAPE,
  ),
  'agent.initialize.omitted': fault('demands capabilities', () =>
    refuses('initialize', ({ capabilities }) => capabilities === undefined),
  ),
  'agent.initialize.terminal-sign-in': fault('offers terminals to everybody', () =>
    believes({ auth: { terminal: {} } }),
  ),
  'agent.capability.unadvertised-refused': fault('signs out whom it never signed in', () =>
    allows('auth/logout', {}),
  ),
  'agent.capability.unadvertised-method': fault('has forms for everybody', hasForms, {
    scenarios: ['elicitation.form-not-offered'],
    also: ['agent.capability.unadvertised-part', 'agent.elicitation.advertised'],
  }),
  'agent.capability.unadvertised-part': fault('has forms for everybody', hasForms, {
    scenarios: ['elicitation.form-not-offered'],
    also: ['agent.capability.unadvertised-method', 'agent.elicitation.advertised'],
  }),
  'agent.input.removed-method': fault('still knows how to set a mode', () => allows('session/set_mode', {})),
  'agent.input.odd-id': fault('takes any id', wire => ({
    incoming(message) {
      if (message.id !== null && Number.isInteger(message.id ?? 0)) return [message]
      if (typeof message.id === 'string') return [message]
      wire.send({ jsonrpc: '2.0', id: message.id, result: { sessions: [] } })
      return []
    },
  })),
  'agent.auth.unknown-method': fault('takes any way to sign in', () => allows('auth/login', {})),
  'agent.auth.logout': fault('signs nobody out', wire => answersFor(wire, 'auth/logout', {})),
  'agent.auth.both': fault('has no way out', () =>
    answers('auth/logout', answer => [toError(answer, errorCode.method_not_found)]),
  ),
}
