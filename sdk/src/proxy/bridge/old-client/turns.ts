/**
 * A prompt of version 1 waits until its work is over; version 2 answers it when it is taken in, and then tells of a
 * state. Only work that was under way can end: a repeated idle state carries the last reason and means nothing new.
 */

import type { ErrorObject } from '../../../jsonrpc/index.js'
import {
  conversationOf,
  conversationsIn,
  knownConversation,
  withConversation,
  withoutConversation,
} from '../conversations.js'
import { invalidParams, isCancelled, refusal } from '../errors.js'
import { type Fields, fieldsOf, isFields, isSet, listOf, sessionIdOf, textOf } from '../fields.js'
import { step } from '../steps.js'
import { toNewBlock } from '../words/index.js'
import type { Asked, Conversation, Ending, OldEffect, OldStep, State, TagOf, Turn } from './state.js'

const MOST_OWN = 64

const stopReasons = new Set<unknown>(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'])

export function prompt(state: State, { call, params }: Asked): OldStep {
  const sessionId = sessionIdOf(params)
  if (sessionId === undefined || !isFields(params))
    return step(state, { kind: 'refuse', call, error: invalidParams('/sessionId', 'a string') })
  const blocks = listOf(params.prompt).map(block => toNewBlock(block as never))
  const turn: Turn = { call, prompt: blocks, messageId: undefined, isCancelled: false, isWithdrawn: false }
  const { turns } = conversationOf(state, sessionId)
  const worded = Array.isArray(params.prompt) ? { ...params, prompt: blocks } : params
  return step(withConversation(state, sessionId, { turns: [...turns, turn] }), {
    kind: 'ask',
    to: 'agent',
    method: 'session/prompt',
    params: worded,
    tag: { kind: 'prompted', call, sessionId },
    sake: call,
  })
}

/** The agent has taken the prompt in. */
export function insert(state: State, { call, sessionId }: TagOf<'prompted'>, result: unknown): OldStep {
  const conversation = conversationOf(state, sessionId)
  const turn = conversation.turns.find(each => each.call === call)
  if (turn === undefined) return step(state)
  const messageId = textOf(fieldsOf(result).messageId) ?? ''
  const inserted = { ...turn, messageId }
  const own = [...conversation.own, messageId].slice(-MOST_OWN)
  const { ended } = conversation
  if (ended !== undefined) {
    const turns = conversation.turns.filter(each => each !== turn)
    return step(withConversation(state, sessionId, { turns, own, ended: undefined }), toEnd(inserted, ended))
  }
  const turns = conversation.turns.map(each => (each === turn ? inserted : each))
  const effects = turn.isWithdrawn ? [cancelOf(sessionId)] : []
  return step(withConversation(state, sessionId, { turns, own }), ...effects)
}

/** An idle state that came before a refusal ended other work than this prompt's. */
export function refuse(state: State, { call, sessionId }: TagOf<'prompted'>, error: ErrorObject): OldStep {
  const conversation = conversationOf(state, sessionId)
  const turn = conversation.turns.find(each => each.call === call)
  if (turn === undefined) return step(state)
  const turns = conversation.turns.filter(each => each !== turn)
  const isGone = !conversation.isOpen && turns.length === 0
  const next = isGone
    ? withoutConversation(state, sessionId)
    : withConversation(state, sessionId, { turns, ended: undefined })
  const wasCancelled = turn.isCancelled && isCancelled(error)
  return step(
    next,
    wasCancelled
      ? { kind: 'answer', call, result: { stopReason: 'cancelled' } }
      : { kind: 'refuse', call, error },
  )
}

export function cancel(state: State, params: unknown): OldStep {
  const sessionId = sessionIdOf(params)
  const told: OldEffect = { kind: 'tell', to: 'agent', method: 'session/cancel', params }
  if (sessionId === undefined || knownConversation(state, sessionId) === undefined) return step(state, told)
  const turns = conversationOf(state, sessionId).turns.map(turn => ({ ...turn, isCancelled: true }))
  return step(withConversation(state, sessionId, { turns }), told)
}

/** Whoever gives up a prompt gives up its work: what is not taken in yet, the agent itself was told of. */
export function withdraw(state: State, call: number): OldStep {
  for (const [sessionId, { turns }] of conversationsIn(state)) {
    const turn = turns.find(each => each.call === call)
    if (turn === undefined) continue
    const isInserted = turn.messageId !== undefined
    const change = turns.map(each => (each === turn ? { ...turn, isWithdrawn: true } : each))
    const next = withConversation(state, sessionId, { turns: change })
    return isInserted ? step(next, cancelOf(sessionId)) : step(next)
  }
  return step(state)
}

export function tellState(state: State, sessionId: string, update: Fields): OldStep {
  const conversation = conversationOf(state, sessionId)
  if (update.state !== 'idle')
    return conversation.isWorking
      ? step(state)
      : step(withConversation(state, sessionId, { isWorking: update.state !== 'unknown' }))
  if (!conversation.isWorking) return step(state)
  const [first] = conversation.turns
  if (first !== undefined && first.messageId === undefined)
    return step(withConversation(state, sessionId, { isWorking: false, ended: update }))
  return endTurns(state, sessionId, update)
}

/** Ends whatever was taken in; what still waits to be, waits on. */
export function endTurns(state: State, sessionId: string, ending: Ending): OldStep {
  const { turns } = conversationOf(state, sessionId)
  const over = turns.filter(({ messageId }) => messageId !== undefined)
  const left = turns.filter(({ messageId }) => messageId === undefined)
  return step(
    withConversation(state, sessionId, { isWorking: false, turns: left }),
    ...over.map(turn => toEnd(turn, ending)),
  )
}

/** Whether a message is one that the client said itself; also learns its id, where the answer is not there yet. */
export function isOwn(conversation: Conversation, update: Fields): boolean {
  const { messageId, content } = update
  if (typeof messageId === 'string' && conversation.own.includes(messageId)) return true
  const said = JSON.stringify(Array.isArray(content) ? content : [content])
  return conversation.turns.some(
    turn =>
      turn.messageId === undefined &&
      (JSON.stringify(turn.prompt) === said ||
        (!Array.isArray(content) && turn.prompt.some(block => JSON.stringify([block]) === said))),
  )
}

function cancelOf(sessionId: string): OldEffect {
  return { kind: 'tell', to: 'agent', method: 'session/cancel', params: { sessionId } }
}

function toEnd({ call, messageId, isCancelled, isWithdrawn }: Turn, ending: Ending): OldEffect {
  const { stopReason, error, usage } = ending
  const wasCalledOff = isCancelled || isWithdrawn
  if (stopReason === 'error' && !wasCalledOff) return { kind: 'refuse', call, error: toErrorObject(error) }
  const known = stopReasons.has(stopReason) ? stopReason : 'end_turn'
  const isOther = isSet(stopReason) && known !== stopReason
  const kept = { messageId, ...(isOther ? { stopReason } : {}) }
  return {
    kind: 'answer',
    call,
    result: {
      stopReason: stopReason === 'error' ? 'cancelled' : known,
      ...(isFields(usage) ? { usage } : {}),
      _meta: { ...fieldsOf(ending._meta), 'parley.dev/v2': kept },
    },
  }
}

function toErrorObject(error: unknown): ErrorObject {
  const { code, message } = fieldsOf(error)
  if (Number.isSafeInteger(code) && typeof message === 'string') return error as ErrorObject
  return refusal('internal_error', 'The agent ended its work with an error')
}
