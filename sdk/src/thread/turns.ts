/** When the agent works and when it has stopped: told by an answer in version 1, by states in version 2. */

import type { v2Unstable } from '../schema/index.js'
import { endTurn } from './echo.js'
import type { Stop } from './entry.js'
import { type Fields, isFields, isListOf, isText, isThere, keepOnNull } from './fields.js'
import { addEntry, entryAt, type Thread } from './thread.js'

const WORKING = new Set(['running', 'requires_action'])

/** A turn is over. In version 2 the agent's idle state has said so before, and once is enough. */
export function stopTurn(thread: Thread, fields: Fields): Thread | undefined {
  const { stopReason } = fields
  if (!isText(stopReason)) return undefined
  const isTold = thread.openPrompts === 0 && entryAt(thread, thread.slots.length - 1)?.kind === 'stop'
  return isTold ? thread : addEntry(endTurn(thread), toStop(stopReason, fields))
}

/** What the agent is doing now. Only work can end: an idle state that follows no work repeats what was said before. */
export function changeState(thread: Thread, fields: Fields): Thread | undefined {
  const { state, background, stopReason } = fields
  if (!isText(state)) return undefined
  const wasWorking = isWorkingState(thread.state?.state)
  const next = {
    ...thread,
    state: { state, background: keepOnNull(undefined, background, isListOf(isWork)) },
  }
  if (state !== 'idle' || !wasWorking) return next
  // Agents should say why they stopped, but need not.
  const stop = toStop(isText(stopReason) ? stopReason : 'end_turn', fields)
  return addEntry({ ...next, openPrompts: 0 }, stop)
}

export function isWorkingState(state: string | undefined): boolean {
  return state !== undefined && WORKING.has(state)
}

function toStop(stopReason: string, { error, usage }: Fields): Stop {
  return {
    kind: 'stop',
    stopReason,
    ...(isThere(error) ? { error } : {}),
    ...(isThere(usage) ? { usage } : {}),
  }
}

const isWork = (value: unknown): value is v2Unstable.BackgroundWork => isFields(value) && isText(value.type)
