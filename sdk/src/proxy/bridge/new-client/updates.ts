/** What an agent of version 1 tells of a session, on its way to a client of version 2. */

import type { v1Unstable } from '../../../schema/index.js'
import { assign, lookUp, type Tree } from '../../../thread/tree.js'
import { conversationOf, isEarly, withConversation, withEarly } from '../conversations.js'
import { type Fields, fieldsOf, isFields, sessionIdOf, withUpdate } from '../fields.js'
import { wordsBetween } from '../passing-words.js'
import { andThen, step } from '../steps.js'
import { pieceText, toNewUpdate } from '../words/index.js'
import type { NewEffect, NewStep, State } from './state.js'
import { notice } from './turns.js'

/** What is told of a session at any time. Everything else is history, or a sign that a prompt is worked on. */
const standing = new Set<unknown>([
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
  'notice',
])

export function update(state: State, params: unknown): NewStep {
  const sessionId = sessionIdOf(params)
  const said = fieldsOf(params).update
  if (sessionId === undefined || !isFields(said) || typeof said.sessionUpdate !== 'string')
    return step(state, { kind: 'tell', to: 'client', method: 'session/update', params })
  if (isEarly(state, sessionId)) return step(withEarly<State>(state, fieldsOf(params)))
  const isStanding = standing.has(said.sessionUpdate)
  const conversation = conversationOf(state, sessionId)
  if (conversation.isMuted && !isStanding) return step(state)
  const { turn } = conversation
  if (turn === undefined || turn.isInserted || isStanding) return translate(state, sessionId, params)
  return andThen(notice(state, sessionId), next => translate(next, sessionId, params))
}

function translate(state: State, sessionId: string, params: unknown): NewStep {
  const { told: before, titles } = conversationOf(state, sessionId)
  const fields = fieldsOf(params)
  const { told, updates } = toNewUpdate(before, fields.update as v1Unstable.SessionUpdate)
  const tell = (each: object): NewEffect => ({
    kind: 'tell',
    to: 'client',
    method: 'session/update',
    params: withUpdate(fields, each),
    write: pieceText,
    words: wordsBetween(fieldsOf(fields.update), each),
  })
  const [first] = updates
  const effects = updates.length === 1 && first !== undefined ? [tell(first)] : updates.map(tell)
  const named = withTitle(titles, fieldsOf(fields.update))
  if (told === before && named === titles) return { state, effects }
  return { state: withConversation(state, sessionId, { told, titles: named }), effects }
}

function withTitle(titles: Tree<string>, { sessionUpdate, toolCallId, title }: Fields): Tree<string> {
  if (sessionUpdate !== 'tool_call' && sessionUpdate !== 'tool_call_update') return titles
  if (typeof toolCallId !== 'string' || typeof title !== 'string') return titles
  return lookUp(titles, toolCallId) === title ? titles : assign(titles, toolCallId, title)
}
