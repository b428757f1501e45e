/** What an agent of version 2 tells of a session, on its way to a client of version 1. */

import type { v2Unstable } from '../../../schema/index.js'
import { type Fields, fieldsOf, isFields, sessionIdOf, withUpdate } from '../fields.js'
import { toOldUpdate } from '../words/index.js'
import { awaitHeld, tellAllHeld } from './held.js'
import { conversationOf, type OldEffect, type OldStep, type State, step, withConversation } from './state.js'
import { isOwn, tellState } from './turns.js'

/** More than any agent tells before it answers; what is told first is the oldest, and superseded first. */
const MOST_EARLY = 256

export function update(state: State, params: unknown): OldStep {
  const fields = fieldsOf(params)
  const sessionId = sessionIdOf(params)
  const said = fields.update
  if (sessionId === undefined || !isFields(said) || typeof said.sessionUpdate !== 'string')
    return step(state, { kind: 'tell', to: 'client', method: 'session/update', params })
  if (state.openings > 0 && !state.sessions.has(sessionId))
    return step({ ...state, early: [...state.early, fields].slice(-MOST_EARLY) })
  if (said.sessionUpdate === 'state_update') {
    const held = tellAllHeld(state, sessionId)
    const next = tellState(held.state, sessionId, said)
    return step(next.state, ...held.effects, ...next.effects)
  }
  return translate(state, sessionId, { params: fields, said })
}

interface Told {
  readonly params: Fields
  readonly said: Fields
}

function translate(state: State, sessionId: string, { params, said }: Told): OldStep {
  const conversation = conversationOf(state, sessionId)
  const { sessionUpdate } = said
  const isUsers = sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk'
  if (isUsers && !conversation.isReplayed && isOwn(conversation, said)) return step(state)
  const { told, updates } = toOldUpdate(conversation.told, said as unknown as v2Unstable.SessionUpdate)
  const tell = (each: object): OldEffect => ({
    kind: 'tell',
    to: 'client',
    method: 'session/update',
    params: withUpdate(params, each),
  })
  const [first] = updates
  const effects = updates.length === 1 && first !== undefined ? [tell(first)] : updates.map(tell)
  const hasCommands = conversation.hasCommands || sessionUpdate === 'available_commands_update'
  if (told === conversation.told && hasCommands === conversation.hasCommands) return { state, effects }
  const next = withConversation(state, sessionId, { told, hasCommands })
  return effects.length === 0 && sessionUpdate === 'tool_call_content_chunk'
    ? awaitHeld(next, sessionId, said.toolCallId)
    : { state: next, effects }
}
