/**
 * The way that the status of a tool call goes by section 8.2. Version 1 may skip steps and has fewer words: the steps
 * are put back, and a call that failed because it was denied or called off is said to be just that.
 */

import { type Fields, isFields, kept } from './spelling.js'
import { type State, sessionOf, type ToolCall } from './state.js'

const OVER = new Set<unknown>(['completed', 'failed', 'denied', 'cancelled'])

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
  const { toolCallId: id } = told
  const { toolCalls, isCancelling } = sessionOf(state, sessionId)
  const before = toolCalls.get(id)
  // What is told in the words of this spelling already has gone its way there.
  if (
    before === undefined &&
    (told.sessionUpdate !== 'tool_call' || Object.keys(kept(told, '004')).length > 0)
  )
    return { state, skipped: undefined, status }
  const spelled = spellStatus(before, status, isCancelling)
  if (OVER.has(spelled)) {
    toolCalls.without(id)
    return { state, skipped: skippedBefore(before, spelled), status: spelled }
  }
  toolCalls.with(id, follow(before, told, spelled))
  return { state, skipped: undefined, status: spelled }
}

function follow(before: ToolCall | undefined, told: Fields, status: unknown): ToolCall {
  const facts = FACTS.flatMap(name =>
    told[name] === undefined || told[name] === null ? [] : [[name, told[name]]],
  )
  return {
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
