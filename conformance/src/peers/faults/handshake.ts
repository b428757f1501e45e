/** What can be wrong with a handshake, and with signing in. */

import { errorCode } from '../../error.js'
import { allows, believes, fault, miscounts, quietly, refuses, results, toResult } from '../changes.js'
import type { Faults } from '../fault.js'

const SHAPE = { also: ['agent.message.shape'] }

export const handshakeFaults: Faults = {
  'agent.initialize.version': fault(
    'answers version 2 to version 1, which it speaks',
    () =>
      results('initialize', (result, { protocolVersion }) => ({
        ...result,
        protocolVersion: protocolVersion === 1 ? 2 : 1,
      })),
    SHAPE,
  ),
  'agent.initialize.version-number': fault(
    'writes its version as a text',
    () => results('initialize', result => ({ ...result, protocolVersion: '1' })),
    SHAPE,
  ),
  'agent.initialize.newer-version': fault('refuses a version it does not speak', () =>
    refuses('initialize', ({ protocolVersion }) => protocolVersion !== 1),
  ),
  'agent.initialize.capabilities': fault(
    'has a word for a capability',
    () =>
      results('initialize', ({ agentCapabilities, ...result }) => ({
        ...result,
        agentCapabilities: { ...Object(agentCapabilities), loadSession: 'yes' },
      })),
    SHAPE,
  ),
  'agent.initialize.auth-methods': fault('offers two ways to sign in under one id', () =>
    results('initialize', result => ({
      ...result,
      authMethods: ['One', 'Two'].map(name => ({ id: 'same', name })),
    })),
  ),
  'agent.initialize.info': fault('does not say who it is', () =>
    results('initialize', ({ agentInfo, ...result }) => result),
  ),
  'agent.initialize.omitted': fault('demands capabilities', () =>
    refuses('initialize', ({ clientCapabilities }) => clientCapabilities === undefined),
  ),
  'agent.initialize.first': fault('opens sessions before the handshake', () =>
    allows('session/new', { sessionId: 'early' }),
  ),
  'agent.initialize.terminal-sign-in': fault('offers terminals to everybody', () =>
    believes({ auth: { terminal: true } }),
  ),
  'agent.auth.required': fault('has another number for who has not signed in', () =>
    miscounts('session/new', errorCode.internal_error),
  ),
  'agent.auth.unknown-method': fault('takes any way to sign in', () => allows('authenticate', {})),
  'agent.auth.signed-in': fault('does not let in who has signed in', () => quietly(refuses('session/new')), {
    also: ['agent.auth.required'],
  }),
  'agent.auth.logout': fault('signs nobody out', wire => ({
    incoming(message) {
      if (message.method !== 'logout') return [message]
      wire.send(toResult(message, {}))
      return []
    },
  })),
}
