/** What an agent of version 2 tells of a session, on its way to a client of version 1. */

import type { v2Unstable } from '../../../schema/index.js'
import { conversationOf, isEarly, withConversation, withEarly } from '../conversations.js'
import { type Fields, fieldsOf, isFields, sessionIdOf, withUpdate } from '../fields.js'
import { wordsBetween } from '../passing-words.js'
import { andThen, step } from '../steps.js'
import { toOldUpdate } from '../words/index.js'
import { awaitHeld, tellAllHeld } from './held.js'
import type { OldEffect, OldStep, State } from './state.js'
import { isOwn, tellState } from './turns.js'

export function update(state: State, params: unknown): OldStep {
  const fields = fieldsOf(params)
  const sessionId = sessionIdOf(params)
  const said = fields.update
  if (sessionId === undefined || !isFields(said) || typeof said.sessionUpdate !== 'string')
    return step(state, { kind: 'tell', to: 'client', method: 'session/update', params })
  if (isEarly(state, sessionId)) return step(withEarly<State>(state, fields))
  if (said.sessionUpdate === 'state_update')
    return andThen(tellAllHeld(state, sessionId), next => tellState(next, sessionId, said))
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
    words: wordsBetween(said, each),
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
