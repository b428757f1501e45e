/**
 * A prompt of version 2 is answered when it is taken in, and its work ends with an idle state; version 1 answers it
 * when the work is over. An agent of version 1 says nothing when it takes a prompt in, but it may refuse it at once. So
 * the first sign of life counts, or, where there is none, a moment of patience.
 */

import type { ErrorObject } from '../../../jsonrpc/index.js'
import type { v2 } from '../../../schema/index.js'
import {
  conversationOf,
  conversationsIn,
  knownConversation,
  withConversation,
  withoutConversation,
} from '../conversations.js'
import { cancelled, invalidParams, isCancelled, sessionNotFound, toNewError } from '../errors.js'
import { fieldsOf, isFields, listOf, sessionIdOf, textOf } from '../fields.js'
import { andThen, step } from '../steps.js'
import { toldPrompt, toOldBlock } from '../words/index.js'
import { dismiss } from './questions.js'
import {
  type Asked,
  type Conversation,
  type Held,
  type NewEffect,
  type NewStep,
  type State,
  type TagOf,
  tell,
  tellState,
} from './state.js'

/** The kinds of content that version 1 knows. */
const kinds = new Set<unknown>(['text', 'image', 'audio', 'resource_link', 'resource'])

/** A refusal after that is the end of a turn. */
const PATIENCE_MILLISECONDS = 500

export function prompt(state: State, { call, params }: Asked): NewStep {
  const sessionId = sessionIdOf(params)
  if (sessionId === undefined || !isFields(params))
    return step(state, { kind: 'refuse', call, error: invalidParams('/sessionId', 'a string') })
  const { place, turn, held, closing } = conversationOf(state, sessionId)
  if (place === undefined || closing !== undefined)
    return step(state, { kind: 'refuse', call, error: sessionNotFound(sessionId) })
  if (!Array.isArray(params.prompt) || params.prompt.length === 0)
    return step(state, { kind: 'refuse', call, error: invalidParams('/prompt', 'at least one block') })
  const foreign = params.prompt.findIndex(block => !kinds.has(fieldsOf(block).type))
  if (foreign >= 0) {
    const error = invalidParams(`/prompt/${foreign}/type`, 'a kind of content that version 1 knows')
    return step(state, { kind: 'refuse', call, error })
  }
  if (turn === undefined) return begin(state, sessionId, { call, params })
  return step(withConversation(state, sessionId, { held: [...held, { call, params }] }))
}

function begin(state: State, sessionId: string, { call, params }: Held): NewStep {
  const blocks = listOf(params.prompt)
  const counted = state.counted + 1
  const messageId = `parley.dev/prompt-${counted}`
  const turn = { call, messageId, prompt: blocks, isInserted: false, isCancelled: false }
  return step(
    withConversation({ ...state, counted }, sessionId, { turn }),
    {
      kind: 'ask',
      to: 'agent',
      method: 'session/prompt',
      params: { ...params, prompt: blocks.map(block => toOldBlock(block as v2.ContentBlock)) },
      tag: { kind: 'prompted', call, sessionId },
    },
    { kind: 'alarm', after: PATIENCE_MILLISECONDS, tag: { kind: 'patience', call, sessionId } },
  )
}

function beginNext(state: State, sessionId: string): NewStep {
  const { turn, held } = conversationOf(state, sessionId)
  const [next, ...rest] = held
  if (turn !== undefined || next === undefined) return step(state)
  return begin(withConversation(state, sessionId, { held: rest }), sessionId, next)
}

/** The agent is at work on the prompt of this session, so it has taken it in. */
export function notice(state: State, sessionId: string | undefined): NewStep {
  const conversation = sessionId === undefined ? undefined : knownConversation(state, sessionId)
  const turn = conversation?.turn
  if (sessionId === undefined || conversation === undefined || turn === undefined || turn.isInserted)
    return step(state)
  const { call, messageId, prompt: content } = turn
  const told = toldPrompt(conversation.told, messageId)
  return step(
    withConversation(state, sessionId, { told, turn: { ...turn, isInserted: true } }),
    { kind: 'answer', call, result: { messageId } },
    tell(sessionId, { sessionUpdate: 'user_message', messageId, content }),
    tellState(sessionId, { state: 'running' }),
  )
}

export function losePatience(state: State, { call, sessionId }: TagOf<'patience'>): NewStep {
  const { turn } = conversationOf(state, sessionId)
  return turn?.call === call && !turn.isCancelled ? notice(state, sessionId) : step(state)
}

/** The agent has answered the prompt: its work is over. */
export function finish(state: State, { call, sessionId }: TagOf<'prompted'>, result: unknown): NewStep {
  const { turn } = conversationOf(state, sessionId)
  if (turn?.call !== call) return step(state)
  const { stopReason, usage, _meta } = fieldsOf(result)
  const wasWithdrawn = !turn.isInserted && turn.isCancelled && stopReason === 'cancelled'
  if (wasWithdrawn) return release(state, sessionId, [withdrawnEffect(call)])
  const ending = {
    state: 'idle',
    stopReason: textOf(stopReason) ?? 'end_turn',
    ...(isFields(usage) ? { usage } : {}),
    ...(isFields(_meta) ? { _meta } : {}),
  }
  return andThen(notice(state, sessionId), next => release(next, sessionId, [tellState(sessionId, ending)]))
}

export function fail(state: State, { call, sessionId }: TagOf<'prompted'>, error: ErrorObject): NewStep {
  const { turn } = conversationOf(state, sessionId)
  if (turn?.call !== call) return step(state)
  if (!turn.isInserted)
    return release(state, sessionId, [
      turn.isCancelled
        ? withdrawnEffect(call)
        : { kind: 'refuse', call, error: toNewError(error, sessionId) },
    ])
  const wasCancelled = turn.isCancelled || isCancelled(error)
  const ending = wasCancelled ? { stopReason: 'cancelled' } : { stopReason: 'error', error }
  return release(state, sessionId, [tellState(sessionId, { state: 'idle', ...ending })])
}

/** The turn is over: nobody waits for answers to its questions, and what was held begins. */
export function release(state: State, sessionId: string, effects: readonly NewEffect[]): NewStep {
  const { closing } = conversationOf(state, sessionId)
  const over = andThen(dismiss(state, sessionId), next =>
    step(withConversation(next, sessionId, { turn: undefined }), ...effects),
  )
  if (closing === undefined) return andThen(over, next => beginNext(next, sessionId))
  return andThen(over, next =>
    step(withoutConversation(next, sessionId), { kind: 'answer', call: closing, result: {} }),
  )
}

/** What was not taken in yet never will be; what is worked on ends when the agent says so. */
export function cancel(state: State, params: unknown): NewStep {
  const sessionId = sessionIdOf(params)
  const told: NewEffect = { kind: 'tell', to: 'agent', method: 'session/cancel', params }
  if (sessionId === undefined || knownConversation(state, sessionId) === undefined) return step(state, told)
  const { held, turn } = conversationOf(state, sessionId)
  const change: Partial<Conversation> = {
    held: [],
    turn: turn === undefined ? undefined : { ...turn, isCancelled: true },
  }
  // The agent hears of it first: an answer to its question must not look like the user's.
  const first = step(
    withConversation(state, sessionId, change),
    told,
    ...held.map(({ call }) => withdrawnEffect(call)),
  )
  return andThen(first, next => dismiss(next, sessionId))
}

/** The client has given up one prompt, which the agent has not taken in yet. */
export function withdraw(state: State, call: number): NewStep {
  for (const [sessionId, { turn, held }] of conversationsIn(state)) {
    if (held.some(each => each.call === call)) {
      const rest = held.filter(each => each.call !== call)
      return step(withConversation(state, sessionId, { held: rest }), withdrawnEffect(call))
    }
    if (turn?.call === call && !turn.isInserted)
      return step(withConversation(state, sessionId, { turn: { ...turn, isCancelled: true } }), {
        kind: 'tell',
        to: 'agent',
        method: 'session/cancel',
        params: { sessionId },
      })
  }
  return step(state)
}

export function withdrawnEffect(call: number): NewEffect {
  return { kind: 'refuse', call, error: cancelled('The prompt was cancelled before it was taken in') }
}
