/** When a client of version 1 is told what was held back of the calls that came in many pieces. */

import { conversationOf, knownConversation, withConversation } from '../conversations.js'
import { step } from '../steps.js'
import { endWait, toOldAllHeld, waitFor } from '../words/index.js'
import type { OldEffect, OldStep, State, TagOf } from './state.js'

/** A piece was held back: it is said after a while, if nothing makes it be said before. */
export function awaitHeld(state: State, sessionId: string, toolCallId: unknown): OldStep {
  if (typeof toolCallId !== 'string') return step(state)
  const wait = waitFor(conversationOf(state, sessionId).told, toolCallId)
  if (wait === undefined) return step(state)
  const { told, after } = wait
  return step(withConversation(state, sessionId, { told }), {
    kind: 'alarm',
    after,
    tag: { kind: 'held', sessionId, toolCallId },
  })
}

export function tellHeld(state: State, { sessionId, toolCallId }: TagOf<'held'>): OldStep {
  if (knownConversation(state, sessionId) === undefined) return step(state)
  return say(state, sessionId, endWait(conversationOf(state, sessionId).told, toolCallId))
}

/** Before anything that a reader would take for the end of it. */
export function tellAllHeld(state: State, sessionId: string): OldStep {
  return say(state, sessionId, toOldAllHeld(conversationOf(state, sessionId).told))
}

function say(state: State, sessionId: string, { told, updates }: ReturnType<typeof toOldAllHeld>): OldStep {
  if (told === conversationOf(state, sessionId).told) return step(state)
  const effects = updates.map<OldEffect>(update => ({
    kind: 'tell',
    to: 'client',
    method: 'session/update',
    params: { sessionId, update },
  }))
  return step(withConversation(state, sessionId, { told }), ...effects)
}
