/**
 * The way that the status of a tool call goes by section 8.2. Version 1 may skip steps and has fewer words: the steps
 * are put back, and a call that failed because it was denied or called off is said to be just that.
 */

import { type Fields, isFields, kept, textOf } from './spelling.js'
import { type State, sessionOf, type ToolCall, withEntry, without } from './state.js'

const OVER = new Set<unknown>(['completed', 'failed', 'denied', 'cancelled'])

export function callKey(sessionId: unknown, toolCallId: unknown): string {
  return JSON.stringify([sessionId, toolCallId])
}

/** What is remembered of a call that our agent tells of, for when it asks for permission. */
const FACTS = ['title', 'kind', 'name', 'locations', 'rawInput'] as const

export interface Watched {
  readonly state: State
  /** What the peer is to be told of first, if a step was skipped. */
  readonly skipped: string | undefined
  /** The status in the words of this spelling. */
  readonly status: unknown
}

/** Follows a call of our agent by an update that the peer is about to be told of; `status` is what it would say. */
export function watchCall(state: State, { sessionId, update }: Fields, status: unknown): Watched {
  const told = isFields(update) ? update : {}
  const key = callKey(sessionId, told.toolCallId)
  const before = state.toolCalls.get(key)
  // What is told in the words of this spelling already has gone its way there.
  if (
    before === undefined &&
    (told.sessionUpdate !== 'tool_call' || Object.keys(kept(told, '004')).length > 0)
  )
    return { state, skipped: undefined, status }
  const spelled = spellStatus(before, status, sessionOf(state, sessionId).isCancelling)
  if (OVER.has(spelled)) {
    const toolCalls = without(state.toolCalls, key)
    const next = toolCalls === state.toolCalls ? state : { ...state, toolCalls }
    return { state: next, skipped: skippedBefore(before, spelled), status: spelled }
  }
  const call = follow(before, told, { sessionId: textOf(sessionId), status: spelled })
  return {
    state: { ...state, toolCalls: withEntry(state.toolCalls, key, call) },
    skipped: undefined,
    status: spelled,
  }
}

function follow(
  before: ToolCall | undefined,
  told: Fields,
  { sessionId, status }: { sessionId: string; status: unknown },
): ToolCall {
  const facts = FACTS.flatMap(name =>
    told[name] === undefined || told[name] === null ? [] : [[name, told[name]]],
  )
  return {
    sessionId,
    status: typeof status === 'string' ? status : (before?.status ?? 'pending'),
    isGranted: before?.isGranted ?? false,
    facts: { ...before?.facts, ...Object.fromEntries(facts) },
  }
}

function spellStatus(before: ToolCall | undefined, status: unknown, isCancelling: boolean): unknown {
  if (status !== 'failed' || before === undefined) return status
  if (before.status === 'awaiting_permission' && !before.isGranted) return 'denied'
  return isCancelling ? 'cancelled' : status
}

/** Nothing is completed or fails that has not begun. */
function skippedBefore(before: ToolCall | undefined, status: unknown): string | undefined {
  const hasBegun = before === undefined || before.status === 'in_progress'
  const mustBegin = status === 'completed' || status === 'failed' || before?.isGranted === true
  return hasBegun || !mustBegin ? undefined : 'in_progress'
}

/** The calls of a session that has no turn any more are nobody's concern. */
export function forgetCalls(state: State, sessionId: unknown): State {
  const left = [...state.toolCalls].filter(([, call]) => call.sessionId !== sessionId)
  return left.length === state.toolCalls.size ? state : { ...state, toolCalls: new Map(left) }
}
