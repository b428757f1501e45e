/** `initialize` and `authenticate`: capabilities under one name for both sides, and signing in with what is sent along. */

import { isAbove } from '../../protocol/version.js'
import { agentToOurs, agentToTheirs, clientToOurs, clientToTheirs, missingIn } from './capabilities.js'
import { errorToTheirs, lacking, reasonIn, refusal } from './errors.js'
import { answer, move, passOn, refuse, withFields } from './moves.js'
import {
  complete,
  type Fields,
  isFields,
  isList,
  keep,
  kept,
  shown,
  signed,
  spelling,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'
import type { Handler, Move, Request, State } from './state.js'

const SPELLED = 1
const signIn = spelling({ method: 'methodId' })
const signedIn = spelling({ expiresAt: 'expiresAt' })
const nothing = spelling({})
const FAILED = 'Authentication failed'

const asked = spelling({
  protocolVersion: 'protocolVersion',
  clientInfo: 'clientInfo',
  capabilities: { ours: 'clientCapabilities', read: clientToOurs, write: clientToTheirs },
})
const greeted = spelling({
  protocolVersion: 'protocolVersion',
  agentInfo: 'agentInfo',
  capabilities: { ours: 'agentCapabilities', read: agentToOurs, write: agentToTheirs },
})

/** The ways to sign in that section 4.2 names; a peer never says which of them it knows. */
const documentedMethods = [
  { id: 'api_key', name: 'API key' },
  { id: 'oauth2', name: 'OAuth 2.0' },
  { id: 'custom', name: 'Custom' },
]

/** A client of this spelling greets our agent. */
export const greetOurs = withFields((state, request) => {
  const { params } = request
  const spoken = signed(toOurs(params, asked))
  const { clientCapabilities } = spoken
  // A later version has capabilities under the same name: whoever speaks it finds them there.
  const isLater = isAbove(params.protocolVersion, SPELLED)
  const both = isLater ? { ...spoken, capabilities: params.capabilities } : spoken
  return move(
    { ...state, clientCapabilities: isFields(clientCapabilities) ? clientCapabilities : {} },
    passOn(request, both, { answered: (after, result) => greetedByOurs(after, request, result) }),
  )
})

function greetedByOurs(state: State, { call }: Request, result: unknown): Move {
  if (!isFields(result)) return move(state, answer(call, result))
  if (isAbove(result.protocolVersion, SPELLED))
    return move({ ...state, isForeign: true }, answer(call, result))
  const { agentCapabilities } = result
  const known = { ...state, agentCapabilities: isFields(agentCapabilities) ? agentCapabilities : {} }
  const spoken = complete(toTheirs(result, greeted), result, {
    agentInfo: { name: 'agent', version: 'unknown' },
    capabilities: agentToTheirs({}),
  })
  return move(known, answer(call, spoken))
}

/** Our client greets an agent of this spelling. */
export const greetTheirs = withFields((state, request, setting) => {
  const { params } = request
  const { clientCapabilities } = params
  const spoken = complete(toTheirs(params, asked), params, {
    clientInfo: { name: 'client', version: 'unknown' },
    capabilities: clientToTheirs({}),
  })
  return move(
    { ...state, clientCapabilities: isFields(clientCapabilities) ? clientCapabilities : {} },
    passOn(request, spoken, {
      answered: (after, result) =>
        greetedByTheirs(after, request, { result, offered: spoken.capabilities, ...setting }),
    }),
  )
})

interface Greeting {
  readonly result: unknown
  readonly offered: unknown
  readonly passesCredentials: boolean
}

function greetedByTheirs(state: State, request: Request, greeting: Greeting): Move {
  const { result, offered, passesCredentials } = greeting
  if (!isFields(result)) return move(state, answer(request.call, result))
  if (isAbove(result.protocolVersion, SPELLED))
    return move({ ...state, isForeign: true }, answer(request.call, result))
  const missing = missingIn(result.requiredClientCapabilities ?? {}, offered)
  if (missing.length > 0) {
    const capabilities = shown(missing.join(', '))
    const why = `the agent demands what this client does not have: ${capabilities}`
    const error = lacking(capabilities, `Initialization failed: ${why}`)
    return move(state, refuse(request, error), { kind: 'close', reason: why })
  }
  const spoken = withMade(signed(toOurs(result, greeted)), '004', {
    agentCapabilities: {},
    authMethods: passesCredentials ? documentedMethods : [],
  })
  const { agentCapabilities } = spoken
  const known = {
    ...state,
    agentCapabilities: isFields(agentCapabilities) ? agentCapabilities : {},
    modes: announcedModes(result.capabilities),
  }
  return move(known, answer(request.call, spoken))
}

function announcedModes(capabilities: unknown): readonly string[] {
  const session = isFields(capabilities) ? capabilities.sessionCapabilities : undefined
  const modes = isFields(session) ? session.modes : undefined
  return isList(modes) ? modes.filter(mode => typeof mode === 'string') : []
}

const notAnObject = refusal('invalid_params', 'Invalid params: expected an object')

/** What may be known to all: secrets may lie beside their place, too, and on any of the shelves. */
function openMeta({ _meta }: Fields): Fields {
  const entries = isFields(_meta) ? Object.entries(_meta) : []
  const open = entries.filter(([key]) => key !== 'credentials' && !key.startsWith('parley.dev/'))
  return open.length === 0 ? {} : { _meta: Object.fromEntries(open) }
}

/** A client of this spelling signs in: what it sends along goes no further unless that was asked for. */
export const signInToOurs: Handler = (state, request, { passesCredentials }) => {
  const { params } = request
  if (!isFields(params)) return move(state, refuse(request, notAnObject))
  const { method } = params
  return move(
    state,
    passOn(request, passesCredentials ? toOurs(params, signIn) : { methodId: method, ...openMeta(params) }, {
      answered: (after, result) =>
        move(
          after,
          answer(request.call, { success: true, ...toTheirs(isFields(result) ? result : {}, signedIn) }),
        ),
      refused: (after, error) => {
        const reason = reasonIn(error) ?? ''
        if (!['auth_failed', 'auth_required', 'invalid_auth_method'].includes(reason))
          return move(after, refuse(request, error))
        const { isUnexplained } = kept(error.data, '004')
        const plainly = { success: false, ...(isUnexplained === true ? {} : { error: error.message }) }
        const laid = isFields(error.data) ? kept(error.data, '004').result : undefined
        const failed = isFields(laid)
          ? { ...laid, ...plainly }
          : keep(plainly, 'v1', { error: errorToTheirs(error) })
        return move(after, answer(request.call, failed))
      },
    }),
  )
}

/** Our client signs in to an agent of this spelling. */
export const signInToTheirs: Handler = (state, request, { passesCredentials }) => {
  const { params } = request
  if (!isFields(params)) return move(state, refuse(request, notAnObject))
  const { credentials, ...spoken } = toTheirs(params, signIn)
  const whole = { ...spoken, credentials: isFields(credentials) ? credentials : {} }
  const bare = { method: params.methodId, credentials: {}, ...openMeta(params) }
  return move(
    state,
    passOn(request, passesCredentials ? whole : bare, {
      answered: (after, result) => signedInToTheirs(after, request, result),
    }),
  )
}

function signedInToTheirs(state: State, request: Request, result: unknown): Move {
  if (!isFields(result)) return move(state, answer(request.call, {}))
  const { success, error, ...rest } = result
  if (success !== false) {
    const { success: _, ...extras } = result
    return move(state, answer(request.call, toOurs(extras, nothing)))
  }
  const methodId = isFields(request.params) ? request.params.methodId : undefined
  const data: Fields = keep({ methodId }, '004', {
    result: rest,
    isUnexplained: typeof error !== 'string' || undefined,
  })
  return move(
    state,
    refuse(request, refusal('auth_failed', typeof error === 'string' ? error : FAILED, data)),
  )
}
