/** What an agent of version 2 tells of a session, on its way to a client of version 1. */

import type { v2Unstable } from '../../../schema/index.js'
import { type Fields, fieldsOf, isFields, sessionIdOf } from '../fields.js'
import { toOldUpdate } from '../words/index.js'
import { conversationOf, type OldEffect, type OldStep, type State, step, withConversation } from './state.js'
import { isOwn, tellState } from './turns.js'

/** More than any agent tells before it answers; what is told first is the oldest, and superseded first. */
const MOST_EARLY = 256

export function update(state: State, params: unknown): OldStep {
  const sessionId = sessionIdOf(params)
  const said = fieldsOf(params).update
  if (sessionId === undefined || !isFields(said) || typeof said.sessionUpdate !== 'string')
    return step(state, { kind: 'tell', to: 'client', method: 'session/update', params })
  if (state.openings > 0 && !state.sessions.has(sessionId))
    return step({ ...state, early: [...state.early, fieldsOf(params)].slice(-MOST_EARLY) })
  if (said.sessionUpdate === 'state_update') return tellState(state, sessionId, said)
  return translate(state, { ...fieldsOf(params), sessionId, update: said })
}

function translate(
  state: State,
  params: Fields & { readonly sessionId: string; readonly update: Fields },
): OldStep {
  const { sessionId, update: said } = params
  const conversation = conversationOf(state, sessionId)
  const { sessionUpdate } = said
  const isUsers = sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk'
  if (isUsers && !conversation.isReplayed && isOwn(conversation, said)) return step(state)
  const { told, updates } = toOldUpdate(conversation.told, said as unknown as v2Unstable.SessionUpdate)
  const effects = updates.map<OldEffect>(each => ({
    kind: 'tell',
    to: 'client',
    method: 'session/update',
    params: { ...params, update: each },
  }))
  const hasCommands = conversation.hasCommands || sessionUpdate === 'available_commands_update'
  if (told === conversation.told && hasCommands === conversation.hasCommands) return { state, effects }
  return { state: withConversation(state, sessionId, { told, hasCommands }), effects }
}
