/** `session/request_permission`: an operation on a resource here, a tool call with options to choose from in version 1. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { reasonIn } from './errors.js'
import { answer, follow, move, passOn, refuse, tell, withFields } from './moves.js'
import { asked, kindOf, questionToTheirs, titleOf } from './operations.js'
import { resolvePath } from './paths.js'
import {
  type Fields,
  isFields,
  isList,
  keep,
  kept,
  spelling,
  textOf,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'
import { type Handler, type Move, type Request, type State, sessionOf, withEntry, without } from './state.js'

const METHOD = 'session/request_permission'
const rest = spelling({})

/** What a user may choose where the peer names no choices; each stands for one answer of this spelling. */
const choices: readonly { readonly option: Fields; readonly means: Fields }[] = [
  {
    option: { optionId: 'allow_once', name: 'Allow once', kind: 'allow_once' },
    means: { granted: true, scope: 'once' },
  },
  always('session', 'Allow for this session'),
  always('workspace', 'Allow in this workspace'),
  always('always', 'Always allow'),
  { option: { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' }, means: { granted: false } },
  {
    option: { optionId: 'reject_always', name: 'Always reject', kind: 'reject_always' },
    means: { granted: false, remember: true },
  },
]

function always(scope: string, name: string): { readonly option: Fields; readonly means: Fields } {
  const option = keep({ optionId: `allow_${scope}`, name, kind: 'allow_always' }, '004', { scope })
  return { option, means: { granted: true, remember: true, scope } }
}

/** An agent of this spelling asks the user of our client. */
export const askOurs = withFields((state, request) => {
  const { params } = request
  const { sessionId, operation, resource, reason, toolCallId } = params
  const made = state.made + 1
  const { folder } = sessionOf(state, sessionId)
  const isFile = typeof operation === 'string' && operation.startsWith('file_')
  const path = isFile ? resolvePath(resource, folder) : undefined
  const toolCall = {
    toolCallId: typeof toolCallId === 'string' ? toolCallId : `permission_${made}`,
    title: titleOf(params),
    kind: kindOf.get(operation) ?? 'other',
    status: 'pending',
    ...(typeof path === 'string' ? { locations: [{ path }] } : {}),
    ...(typeof reason === 'string'
      ? { content: [{ type: 'content', content: { type: 'text', text: reason } }] }
      : {}),
  }
  const spoken = toOurs(params, asked)
  const options = choices.map(({ option }) => option)
  return move(
    { ...state, made },
    passOn(request, withMade(spoken, '004', { toolCall, options }), {
      answered: (after, result) => move(after, answer(request.call, outcomeToTheirs(result))),
    }),
  )
})

function outcomeToTheirs(result: unknown): unknown {
  if (!isFields(result) || !isFields(result.outcome)) return result
  const { outcome, ...others } = result
  const { optionId, outcome: what } = result.outcome
  const around = toTheirs(others, rest)
  if (Object.hasOwn(around, 'granted')) return around
  const chosen = choices.find(({ option }) => option.optionId === optionId)
  const means = chosen?.means ?? { granted: false }
  const told = { ...means, ...around }
  return what === 'cancelled' ? keep(told, 'v1', { cancelled: true }) : told
}

/** Our agent asks the user of a client of this spelling. The call that it is about waits meanwhile, and says so. */
export const askTheirs: Handler = (state, request) => {
  const { params, call } = request
  if (!isFields(params) || !isFields(params.toolCall)) return move(state, passOn(request, params))
  const { sessionId, toolCall, options } = params
  const id = toolCall.toolCallId
  const { toolCalls } = sessionOf(state, sessionId)
  const known = toolCalls.get(id)
  const waits = known !== undefined && known.status === 'pending'
  if (waits) toolCalls.with(id, { ...known, status: 'awaiting_permission', isGranted: false })
  const next = { ...state, questions: withEntry(state.questions, call, textOf(sessionId)) }
  const facts = { ...known?.facts, ...withoutNothing(toolCall) }
  const question = questionToTheirs(params, facts, sessionOf(state, sessionId))
  const data = { id, status: 'awaiting_permission' }
  const waiting = tell('theirs', 'session/update', { sessionId, type: 'tool_call_update', data })
  const about = [sessionId, id] as const
  const asking = follow(request, [METHOD, question], {
    answered: (after, result) => decided(after, request, { about, result: resultToOurs(options, result) }),
    refused: (after, error) => decided(after, request, { about, ...refusalToOurs(options, error) }),
  })
  return waits ? move(next, waiting, asking) : move(next, asking)
}

interface Decision {
  readonly about: readonly [sessionId: unknown, toolCallId: unknown]
  readonly result?: unknown
  readonly error?: ErrorObject
}

/** A turn that was called off has answered for the peer already. */
function decided(state: State, request: Request, { about: [sessionId, id], result, error }: Decision): Move {
  const { call } = request
  if (!state.questions.has(call)) return move(state)
  const questions = without(state.questions, call)
  const { toolCalls } = sessionOf(state, sessionId)
  const known = toolCalls.get(id)
  const isGranted = isFields(result) && kept(result, '004').granted === true
  if (known !== undefined) toolCalls.with(id, { ...known, isGranted })
  const effect = error === undefined ? answer(call, result) : refuse(request, error)
  return move({ ...state, questions }, effect)
}

/** The option of ours that an answer of this spelling chooses; never one that allows more than was granted. */
function resultToOurs(options: unknown, result: unknown): unknown {
  if (!isFields(result)) return result
  const laid = toOurs(result, rest)
  const isCalledOff = result.granted !== true && kept(result, 'v1').cancelled === true
  const chosen = isCalledOff ? undefined : choose(options, result)
  const { cancelled, ...around } = laid
  return { ...around, outcome: outcomeOf(chosen) }
}

function outcomeOf(option: Fields | undefined): Fields {
  return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId }
}

function choose(options: unknown, { granted, remember, scope }: Fields): Fields | undefined {
  const offered = isList(options) ? options.filter(isFields) : []
  const first = (kind: string): Fields | undefined => offered.find(option => option.kind === kind)
  if (granted !== true)
    return remember === true
      ? (first('reject_always') ?? first('reject_once'))
      : (first('reject_once') ?? first('reject_always'))
  const scoped = offered.find(
    option =>
      option.kind === 'allow_always' && typeof scope === 'string' && kept(option, '004').scope === scope,
  )
  // Our agent may take "always" for all places and times: nothing that was granted for less is that.
  const isLasting = scope === undefined ? remember === true : scope === 'always'
  const lasting = scoped ?? (isLasting ? first('allow_always') : undefined)
  return lasting ?? first('allow_once') ?? first('reject_once')
}

/** A client may say no with an error, too. */
function refusalToOurs(options: unknown, error: ErrorObject): Omit<Decision, 'about'> {
  const reason = reasonIn(error)
  if (reason === 'request_cancelled') return { result: { outcome: { outcome: 'cancelled' } } }
  if (reason === 'permission_denied')
    return { result: { outcome: outcomeOf(choose(options, { granted: false })) } }
  return { error }
}

function withoutNothing(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}
