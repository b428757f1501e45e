/** How a client of version 2 comes to a session of an agent of version 1: new, fork, and resume, which is two methods there. */

import type { ErrorObject } from '../../../jsonrpc/index.js'
import type { v2Unstable } from '../../../schema/index.js'
import {
  conversationOf,
  conversationsIn,
  takeEarly,
  withConversation,
  withoutConversation,
} from '../conversations.js'
import { invalidParams, refusal, sessionNotFound, toNewError } from '../errors.js'
import {
  type Fields,
  fieldsIn,
  fieldsOf,
  isFields,
  isSet,
  present,
  sessionIdOf,
  textOf,
  without,
} from '../fields.js'
import { andThen, step } from '../steps.js'
import { toOldSystemPrompt } from '../system-prompt.js'
import { nothingTold, toNewOpened, toOldServers } from '../words/index.js'
import {
  type Asked,
  type Conversation,
  type NewEffect,
  type NewStep,
  type State,
  type TagOf,
  tellState,
} from './state.js'
import { update } from './updates.js'

const MOST_NAMES = 8
const MOST_CHARACTERS = 64

export function make(method: 'session/new' | 'session/fork') {
  return (state: State, { call, params }: Asked): NewStep => {
    const setup = toOldSetup(params)
    if (setup.error !== undefined) return step(state, { kind: 'refuse', call, error: setup.error })
    return step({ ...state, openings: state.openings + 1 }, askFor(method, setup.params, { call }))
  }
}

export function resume(state: State, { call, params }: Asked): NewStep {
  const sessionId = sessionIdOf(params)
  const refuse = (error: ErrorObject): NewStep => step(state, { kind: 'refuse', call, error })
  if (sessionId === undefined) return refuse(invalidParams('/sessionId', 'a string'))
  const setup = toOldSetup(without(fieldsOf(params), 'replayFrom'))
  if (setup.error !== undefined) return refuse(setup.error)
  const asked = { call, sessionId }
  const { load, resume } = state.abilities
  const { replayFrom } = fieldsOf(params)
  const { place, turn } = conversationOf(state, sessionId)
  if (isSet(replayFrom)) {
    if (!load || fieldsOf(replayFrom).type !== 'start')
      return refuse(invalidParams('/replayFrom', 'nothing: this agent cannot tell again from there'))
    if (turn !== undefined)
      return refuse(
        refusal('invalid_session_state', 'The session is at work', { sessionId, state: 'running' }),
      )
    // What is told again begins from nothing.
    const next = withConversation(state, sessionId, { told: nothingTold })
    return step(next, askFor('session/load', setup.params, asked))
  }
  if (resume) return step(state, askFor('session/resume', setup.params, asked))
  if (place !== undefined) return step(state, ...welcomeBack(state, asked))
  if (!load) return refuse(sessionNotFound(sessionId))
  const next = withConversation(state, sessionId, { isMuted: true })
  return step(next, askFor('session/load', setup.params, asked))
}

export function opened(state: State, tag: TagOf<'opened'>, result: unknown): NewStep {
  const { call, place } = tag
  const settled = tag.sessionId === undefined ? { ...state, openings: state.openings - 1 } : state
  const sessionId = tag.sessionId ?? sessionIdOf(result)
  if (sessionId === undefined)
    return step(settled, {
      kind: 'refuse',
      call,
      error: refusal('internal_error', 'The agent opened a session without an id'),
    })
  const conversation = conversationOf(settled, sessionId)
  const { told, answer } = toNewOpened(conversation.told, fieldsOf(result))
  const next = withConversation(settled, sessionId, { told, place, isMuted: false })
  const isBack = tag.sessionId !== undefined
  const first = step(next, ...(isBack ? [tellState(sessionId, stateOf(conversation))] : []), {
    kind: 'answer',
    call,
    result: answer,
  } as const)
  return isBack ? first : andThen(first, made => tellEarly(made, sessionId))
}

export function notOpened(state: State, { call, sessionId }: TagOf<'opened'>, error: ErrorObject): NewStep {
  const refused: NewEffect = { kind: 'refuse', call, error: toNewError(error, sessionId) }
  if (sessionId === undefined) {
    const openings = state.openings - 1
    return step({ ...state, openings, early: openings === 0 ? [] : state.early }, refused)
  }
  const { place, questions } = conversationOf(state, sessionId)
  const isGone = place === undefined && questions.length === 0
  return step(
    isGone ? withoutConversation(state, sessionId) : withConversation(state, sessionId, { isMuted: false }),
    refused,
  )
}

/** An agent that lists nothing may still have sessions open, and those are known here. */
export function list(state: State, { call, params }: Asked): NewStep {
  const cwd = textOf(fieldsOf(params).cwd)
  const open = conversationsIn(state).flatMap(([sessionId, { place }]) =>
    place === undefined || (cwd !== undefined && place.cwd !== cwd) ? [] : [{ sessionId, ...place }],
  )
  return step(state, { kind: 'answer', call, result: { sessions: open } })
}

function welcomeBack(
  state: State,
  { call, sessionId }: { readonly call: number; readonly sessionId: string },
): readonly NewEffect[] {
  const conversation = conversationOf(state, sessionId)
  const { options } = conversation.told
  return [
    tellState(sessionId, stateOf(conversation)),
    { kind: 'answer', call, result: { configOptions: options } },
  ]
}

function stateOf({ turn, questions }: Conversation): Fields {
  if (turn === undefined || !turn.isInserted) return { state: 'idle' }
  return { state: questions.length > 0 ? 'requires_action' : 'running' }
}

function tellEarly(state: State, sessionId: string): NewStep {
  const { own, state: settled } = takeEarly<State>(state, sessionId)
  return own.reduce<NewStep>((all, params) => andThen(all, next => update(next, params)), step(settled))
}

/** Version 1 demands a list of servers; one that it has no words for must not be left out in silence. */
function toOldSetup(params: unknown): { readonly params: unknown; readonly error?: ErrorObject } {
  if (!isFields(params)) return { params }
  const { mcpServers, systemPrompt } = params
  // What is no list of servers is the agent's to refuse.
  if (isSet(mcpServers) && !(Array.isArray(mcpServers) && mcpServers.every(isFields))) return { params }
  const { servers, unknown } = toOldServers(fieldsIn(mcpServers) as readonly v2Unstable.McpServer[])
  const [foreign] = unknown
  const prompt = isSet(systemPrompt) ? { systemPrompt: toOldSystemPrompt(systemPrompt) } : {}
  if (foreign === undefined) return { params: { ...params, ...prompt, mcpServers: servers } }
  const names = unknown.map(server => (textOf(fieldsOf(server).name) ?? '').slice(0, MOST_CHARACTERS))
  const error = refusal(
    'invalid_params',
    'Invalid params: /mcpServers: expected kinds that version 1 knows',
    {
      servers: names.slice(0, MOST_NAMES),
    },
  )
  return { params, error }
}

function askFor(
  method: string,
  params: unknown,
  { call, sessionId }: { readonly call: number; readonly sessionId?: string },
): NewEffect {
  const { cwd, additionalDirectories } = fieldsOf(params)
  const place = present({ cwd, additionalDirectories })
  return {
    kind: 'ask',
    to: 'agent',
    method,
    params,
    tag: { kind: 'opened', call, sessionId, place },
    sake: call,
  }
}
