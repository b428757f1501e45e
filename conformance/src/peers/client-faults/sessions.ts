/** Faults in setting up sessions, in what is asked of agents, and in signing in. */

import { toJson } from '../../agent/examined-agent.js'
import type { Json } from '../../wire/arrivals.js'
import {
  type ClientFault,
  type ClientFaults,
  calling,
  callingWith,
  hearingAnswer,
  hearingUpdate,
} from '../client-fault.js'

const EVERYTHING: Json = {
  loadSession: true,
  promptCapabilities: { image: true, audio: true, embeddedContext: true },
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
  auth: { logout: {} },
}
const EVERYTHING_IN_2: Json = {
  session: {
    prompt: { image: {}, audio: {}, embeddedContext: {} },
    mcp: { stdio: {}, http: {} },
    delete: {},
    additionalDirectories: {},
  },
}
const SETTINGS: Json = {
  modes: { currentModeId: 'a', availableModes: ['a', 'b'].map(id => ({ id, name: id })) },
  configOptions: [
    {
      id: 'own',
      name: 'Own',
      type: 'select',
      currentValue: 'a',
      options: ['a', 'b'].map(value => ({ value, name: value })),
    },
  ],
}

/** Believes that every agent can do everything. */
const believing: ClientFault = {
  sin: 'asks for what was not offered',
  begin: () => ({
    incoming(message, { method }) {
      const result = toJson(message.result)
      if (method === 'initialize') {
        const isIn2 = result.capabilities !== undefined
        const believed = isIn2 ? { capabilities: EVERYTHING_IN_2 } : { agentCapabilities: EVERYTHING }
        return [{ ...message, result: { ...result, ...believed } }]
      }
      return [method === 'session/new' ? { ...message, result: { ...result, ...SETTINGS } } : message]
    },
  }),
}

const SIGN_IN = /^(?:authenticate|auth\/login)$/
const OFFERED = [
  'session-load',
  'session-resume',
  'session-list',
  'session-close',
  'session-delete',
  'logout',
]

export const sessionFaults: ClientFaults = {
  ...Object.fromEntries(
    OFFERED.map(matter => [`client.${matter}.offered`, { ...believing, also: ['client.capability.method'] }]),
  ),
  'client.set-mode.offered': { ...believing, also: ['client.set-mode.value'] },
  'client.set-option.offered': { ...believing, also: ['client.set-option.value'] },
  'client.capability.method': {
    ...calling('tidies up unasked', 'session/resume', message => [
      message,
      { jsonrpc: '2.0', id: 'tidy', method: 'session/delete', params: { sessionId: 'kept-session' } },
    ]),
    scenarios: ['setup.resume'],
  },
  'client.capability.parameter': {
    ...believing,
    scenarios: ['prompt.content'],
    also: ['client.prompt.content'],
  },
  'client.session-new.cwd': callingWith('works here', 'session/new', params => ({ ...params, cwd: '.' })),
  'client.session-new.servers': {
    ...callingWith('leaves out an empty list', 'session/new', ({ cwd }) => ({ cwd })),
    also: ['client.message.shape'],
  },
  'client.session-new.stdio-server': callingWith('relies on a search path', 'session/new', params => ({
    ...params,
    mcpServers: [{ name: 'local', command: 'node', args: [], env: [] }],
  })),
  'client.session-new.http-server': { ...believing, also: ['client.capability.parameter'] },
  'client.session-new.directories': { ...believing, also: ['client.capability.parameter'] },
  'client.session-new.directories-absolute': callingWith('works beside', 'session/new', params =>
    params.additionalDirectories === undefined ? params : { ...params, additionalDirectories: ['../beside'] },
  ),
  'client.session-load.resends': callingWith('loads another session', 'session/load', params => ({
    ...params,
    sessionId: 'another',
  })),
  'client.session-load.replay': hearingUpdate('has no ear for old words', () => undefined),
  'client.session-resume.resends': callingWith('resumes another session', 'session/resume', params => ({
    ...params,
    sessionId: 'another',
  })),
  'client.prompt.session': calling('guesses the id', 'session/new', message => [
    message,
    {
      jsonrpc: '2.0',
      id: 'hasty',
      method: 'session/prompt',
      params: { sessionId: 'guessed', prompt: [{ type: 'text', text: 'Hello' }] },
    },
  ]),
  'client.prompt.content': { ...believing, also: ['client.capability.parameter'] },
  'client.authenticate.method': callingWith('invents a way to sign in', SIGN_IN, () => ({
    methodId: 'made-up',
  })),
  'client.authenticate.retry': {
    sin: 'signs in and forgets why',
    begin() {
      let isSignedIn = false
      return {
        outgoing(message) {
          const isForgotten = isSignedIn && message.method === 'session/new'
          isSignedIn ||= SIGN_IN.test(String(message.method))
          return isForgotten ? [] : [message]
        },
      }
    },
  },
  'client.authenticate.terminal': {
    ...changingMethods('takes every method for one of the agent', ({ id, methodId, name }) =>
      methodId === undefined ? { id, name } : { methodId, name, type: 'agent' },
    ),
    also: ['client.authenticate.terminal-flow'],
    isProgram: true,
  },
  'client.authenticate.terminal-flow': {
    ...changingMethods('forgets the arguments', method => ({ ...method, args: [] })),
    isProgram: true,
  },
  'client.authenticate.active-session': hearingAnswer(
    'takes every end for a good one',
    'session/prompt',
    ({ id }) => ({
      jsonrpc: '2.0',
      id,
      result: { stopReason: 'end_turn' },
    }),
  ),
}

function changingMethods(sin: string, change: (method: Json) => Json): ClientFault {
  return hearingAnswer(sin, 'initialize', message => {
    const result = toJson(message.result)
    const { authMethods } = result
    const methods = Array.isArray(authMethods) ? authMethods.map(method => change(toJson(method))) : []
    return { ...message, result: { ...result, authMethods: methods } }
  })
}
