/** What our agent tells a client of this spelling: updates that need more than themselves to be respelled. */

import { move, tell } from './moves.js'
import { changesTo, optionsIn } from './options.js'
import { FIRST_MODE } from './settings.js'
import { complete, type Fields, isFields, spelling, textOf, toTheirs } from './spelling.js'
import {
  type Effect,
  type Listener,
  type Move,
  type State,
  sessionOf,
  type Tally,
  withEntry,
  withSession,
} from './state.js'
import { callToTheirs } from './tool-calls.js'
import { watchCall } from './tool-status.js'
import { envelopeToTheirs, namedPlanToTheirs, plainToTheirs, unknownToTheirs } from './updates.js'

const UPDATE = 'session/update'
const rest = spelling({})

export const tellUpdate: Listener = (state, params) => {
  if (!isFields(params) || !isFields(params.update)) return move(state, tell('theirs', UPDATE, params))
  const { update } = params
  switch (update.sessionUpdate) {
    case 'tool_call':
    case 'tool_call_update':
      return tellCall(state, params, update)
    case 'config_option_update':
      return tellOptions(state, params, update)
    case 'current_mode_update':
      return tellMode(state, params, update)
    default: {
      const said = plainToTheirs(update) ?? namedPlanToTheirs(update) ?? unknownToTheirs(update)
      // There is no type for it, and none may be made up: the peer's list of types is closed.
      if (said === undefined) return move(state)
      return move(counted(state, params, update), tellTheirs(params, said))
    }
  }
}

function tellTheirs(params: Fields, said: readonly [string, Fields]): Effect {
  return tell('theirs', UPDATE, envelopeToTheirs(params, said))
}

function tellMode(state: State, params: Fields, update: Fields): Move {
  const { sessionId } = params
  const [type, data] = plainToTheirs(update) ?? ['current_mode_update', {}]
  const told = complete(data, update, { previousMode: sessionOf(state, sessionId).mode ?? FIRST_MODE })
  const { currentModeId } = update
  const next =
    typeof currentModeId === 'string' ? withSession(state, sessionId, { mode: currentModeId }) : state
  return move(next, tellTheirs(params, [type, told]))
}

/** Version 1 tells all options: this spelling is told of each that changed, or of the one that the peer told of. */
function tellOptions(state: State, params: Fields, update: Fields): Move {
  const { sessionId } = params
  const session = sessionOf(state, sessionId)
  const listed = optionsIn(update.configOptions)
  if (listed === undefined) return move(state)
  const { sessionUpdate, configOptions, ...around } = update
  const delta = toTheirs(around, rest)
  const next = withSession(state, sessionId, { listed })
  const changes = Object.hasOwn(delta, 'key') ? [delta] : changesTo(session, listed)
  const effects = changes.map(change => tellTheirs(params, ['config_option_update', { ...change }]))
  return move(next, ...effects)
}

function tellCall(state: State, params: Fields, update: Fields): Move {
  const data = callToTheirs(update, { folder: sessionOf(state, params.sessionId).folder })
  const { state: next, skipped, status } = watchCall(state, params, data.status)
  const told = status === data.status ? data : { ...data, status }
  const type = update.sessionUpdate === 'tool_call' ? 'tool_call' : 'tool_call_update'
  const effect = tellTheirs(params, [type, told])
  if (skipped === undefined) return move(next, effect)
  const { sessionId } = params
  const step = { sessionId, type: 'tool_call_update', data: { id: data.id, status: skipped } }
  return move(next, tell('theirs', UPDATE, step), effect)
}

/** While a session is loaded its messages are counted: pieces that follow each other with one id are one message. */
function counted(state: State, { sessionId }: Fields, { sessionUpdate, messageId }: Fields): State {
  if (state.loading.size === 0 || typeof sessionId !== 'string') return state
  const tally = state.loading.get(sessionId)
  if (tally === undefined) return state
  const isMessage = sessionUpdate === 'user_message_chunk' || sessionUpdate === 'agent_message_chunk'
  const last = isMessage ? `${sessionUpdate} ${textOf(messageId)}` : ''
  const isNext = isMessage && last !== tally.last
  const after: Tally = { messages: tally.messages + (isNext ? 1 : 0), last: isMessage ? last : tally.last }
  return { ...state, loading: withEntry(state.loading, sessionId, after) }
}
