/** How a client of version 2 leaves a session: what is under way ends as cancelled before the answer. */

import type { ErrorObject } from '../../../jsonrpc/index.js'
import { reasonCodes } from '../../../protocol/index.js'
import { conversationOf, knownConversation, withConversation, withoutConversation } from '../conversations.js'
import { toNewError } from '../errors.js'
import { sessionIdOf } from '../fields.js'
import { andThen, step } from '../steps.js'
import { dismiss } from './questions.js'
import { type Asked, type NewEffect, type NewStep, type State, type TagOf, tellState } from './state.js'
import { cancel, withdrawnEffect } from './turns.js'

export function close(state: State, { call, params }: Asked): NewStep {
  const sessionId = sessionIdOf(params) ?? ''
  if (!state.abilities.close) return closeHere(state, call, sessionId)
  const { held } = conversationOf(state, sessionId)
  const isKnown = knownConversation(state, sessionId) !== undefined
  const withdrawn = held.map(each => withdrawnEffect(each.call))
  const asked: NewEffect = {
    kind: 'ask',
    to: 'agent',
    method: 'session/close',
    params,
    tag: { kind: 'closed', call, sessionId },
    sake: call,
  }
  const emptied = isKnown ? withConversation(state, sessionId, { held: [] }) : state
  return andThen(step(emptied, ...withdrawn, asked), next => dismiss(next, sessionId))
}

/** The agent has no word for it: it is told to stop, and the session is not spoken of again. */
function closeHere(state: State, call: number, sessionId: string): NewStep {
  const answer: NewEffect = { kind: 'answer', call, result: {} }
  const conversation = knownConversation(state, sessionId)
  if (conversation === undefined) return step(state, answer)
  if (conversation.turn === undefined)
    return andThen(dismiss(state, sessionId), next => step(withoutConversation(next, sessionId), answer))
  if (conversation.closing !== undefined) return step(state, answer)
  return andThen(cancel(state, { sessionId }), next =>
    step(withConversation(next, sessionId, { closing: call })),
  )
}

export function closed(state: State, { call, sessionId }: TagOf<'closed'>, result: unknown): NewStep {
  const { turn, held } = conversationOf(state, sessionId)
  const ended: readonly NewEffect[] =
    turn === undefined
      ? []
      : [
          turn.isInserted
            ? tellState(sessionId, { state: 'idle', stopReason: 'cancelled' })
            : withdrawnEffect(turn.call),
        ]
  return andThen(dismiss(state, sessionId), next =>
    step(withoutConversation(next, sessionId), ...ended, ...held.map(each => withdrawnEffect(each.call)), {
      kind: 'answer',
      call,
      result: result ?? {},
    }),
  )
}

/** A session that is not there is as good as closed. */
export function notClosed(state: State, tag: TagOf<'closed'>, error: ErrorObject): NewStep {
  if (error.code === reasonCodes.session_not_found) return closed(state, tag, {})
  return step(state, { kind: 'refuse', call: tag.call, error: toNewError(error, tag.sessionId) })
}
