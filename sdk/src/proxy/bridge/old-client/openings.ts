/** How a client of version 1 comes to a session of an agent of version 2, and how it leaves: new, load, resume, fork, close. */

import type { ErrorObject } from '../../../jsonrpc/index.js'
import { conversationOf, takeEarly, withConversation, withoutConversation } from '../conversations.js'
import { invalidParams } from '../errors.js'
import { type Fields, fieldsOf, isFields, sessionIdOf } from '../fields.js'
import { andThen, step } from '../steps.js'
import { toNewSystemPrompt } from '../system-prompt.js'
import { toNewServers, toOldOpened } from '../words/index.js'
import { tellAllHeld } from './held.js'
import type { Asked, OldEffect, OldStep, State, TagOf } from './state.js'
import { endTurns } from './turns.js'
import { update } from './updates.js'

/** A session that does not exist yet: its id comes with the answer. */
export function make(method: 'session/new' | 'session/fork') {
  return (state: State, { call, params }: Asked): OldStep =>
    step(
      { ...state, openings: state.openings + 1 },
      ask(method, toNewSetup(params), { kind: 'opened', call, sessionId: undefined }),
    )
}

/** Both are one method there: what was said before is told again only to those who ask for it. */
export function reopen(isReplayed: boolean) {
  return (state: State, { call, params }: Asked): OldStep => {
    const sessionId = sessionIdOf(params)
    if (sessionId === undefined)
      return step(state, { kind: 'refuse', call, error: invalidParams('/sessionId', 'a string') })
    const setup = toNewSetup(params)
    const asked = isReplayed ? { ...fieldsOf(setup), replayFrom: { type: 'start' } } : setup
    // What is told again begins from nothing.
    const change = isReplayed ? { isReplayed, told: state.unheard.told, hasCommands: false } : {}
    return step(
      withConversation(state, sessionId, change),
      ask('session/resume', asked, { kind: 'opened', call, sessionId }),
    )
  }
}

export function opened(state: State, tag: TagOf<'opened'>, result: unknown): OldStep {
  const sessionId = tag.sessionId ?? sessionIdOf(result)
  const settled = tag.sessionId === undefined ? { ...state, openings: state.openings - 1 } : state
  if (sessionId === undefined || !isFields(result))
    return step(settled, { kind: 'answer', call: tag.call, result: result ?? {} })
  const { told, answer, updates } = toOldOpened(conversationOf(settled, sessionId).told, result)
  const { hasCommands } = conversationOf(settled, sessionId)
  const change = { told, isOpen: true, isReplayed: false, hasCommands: true }
  const news = hasCommands ? [] : updates.map(each => tell(sessionId, each))
  const next = withConversation(settled, sessionId, change)
  return tellEarly(next, sessionId, [{ kind: 'answer', call: tag.call, result: answer }, ...news])
}

export function notOpened(state: State, { call, sessionId }: TagOf<'opened'>, error: ErrorObject): OldStep {
  const refused: OldEffect = { kind: 'refuse', call, error }
  if (sessionId === undefined) {
    const openings = state.openings - 1
    return step({ ...state, openings, early: openings === 0 ? [] : state.early }, refused)
  }
  const { isOpen, turns } = conversationOf(state, sessionId)
  const isGone = !isOpen && turns.length === 0
  return step(
    isGone
      ? withoutConversation(state, sessionId)
      : withConversation(state, sessionId, { isReplayed: false }),
    refused,
  )
}

export function close(state: State, { call, params }: Asked): OldStep {
  const sessionId = sessionIdOf(params) ?? ''
  return step(state, ask('session/close', params, { kind: 'closed', call, sessionId }))
}

/** The agent has told how its work ended before it answers; if it did not, that is how it ended. */
export function closed(state: State, { call, sessionId }: TagOf<'closed'>, result: unknown): OldStep {
  const held = tellAllHeld(state, sessionId)
  const { state: ended, effects } = endTurns(held.state, sessionId, { stopReason: 'cancelled' })
  const isOver = conversationOf(ended, sessionId).turns.length === 0
  return step(isOver ? withoutConversation(ended, sessionId) : ended, ...held.effects, ...effects, {
    kind: 'answer',
    call,
    result: result ?? {},
  })
}

/** What was told of a session before its id was known follows the answer that brings it. */
function tellEarly(state: State, sessionId: string, before: readonly OldEffect[]): OldStep {
  const { own, state: settled } = takeEarly<State>(state, sessionId)
  return own.reduce<OldStep>(
    (all, params) => andThen(all, next => update(next, params)),
    step(settled, ...before),
  )
}

function toNewSetup(params: unknown): unknown {
  if (!isFields(params)) return params
  const { mcpServers, systemPrompt } = params
  // What is no list of servers is the agent's to refuse.
  const isList = Array.isArray(mcpServers) && mcpServers.every(isFields)
  return {
    ...params,
    ...(isList ? { mcpServers: toNewServers(mcpServers as unknown as readonly never[]) } : {}),
    ...(isFields(systemPrompt) ? { systemPrompt: toNewSystemPrompt(systemPrompt) } : {}),
  }
}

function ask(method: string, params: unknown, tag: TagOf<'opened' | 'closed'>): OldEffect {
  return { kind: 'ask', to: 'agent', method, params, tag, sake: tag.call }
}

function tell(sessionId: string, said: Fields | object): OldEffect {
  return { kind: 'tell', to: 'client', method: 'session/update', params: { sessionId, update: said } }
}
