/** The words that version 1 has for a step of a plan and for a call, and the nearest of them to what version 2 says. */

import { type Fields, isFields } from './fields.js'

const PRIORITIES: ReadonlySet<unknown> = new Set(['high', 'medium', 'low'])
const STEP_STATUSES: ReadonlySet<unknown> = new Set(['pending', 'in_progress', 'completed'])
const CALL_STATUSES: ReadonlySet<unknown> = new Set(['pending', 'in_progress', 'completed', 'failed'])
const KINDS: ReadonlySet<unknown> = new Set(
  'read edit delete move search execute think fetch switch_mode other'.split(' '),
)
const NEAREST_STATUS: ReadonlyMap<unknown, string> = new Map([
  ['paused', 'in_progress'],
  ['cancelled', 'failed'],
])

/** What a call is called to be doing; the same where version 1 knows it. */
export function nearestStatus(status: unknown): unknown {
  return CALL_STATUSES.has(status) ? status : (NEAREST_STATUS.get(status) ?? 'in_progress')
}

/** What kind of call it is; the same where version 1 knows it. */
export function nearestKind(kind: unknown): unknown {
  return KINDS.has(kind) ? kind : 'other'
}

/**
 * The steps of a plan; the same, by reference, where version 1 knows them all. What was called off is no longer meant to
 * be done, and version 1 has no other way to say so.
 */
export function nearestSteps(steps: readonly unknown[]): readonly unknown[] {
  if (steps.every(isKnownStep)) return steps
  return steps
    .filter(step => !isFields(step) || step.status !== 'cancelled')
    .map(step => (isFields(step) && !isKnownStep(step) ? nearestStep(step) : step))
}

function isKnownStep(step: unknown): boolean {
  return isFields(step) && STEP_STATUSES.has(step.status) && PRIORITIES.has(step.priority)
}

function nearestStep(step: Fields): Fields {
  return {
    ...step,
    status: STEP_STATUSES.has(step.status) ? step.status : 'pending',
    priority: PRIORITIES.has(step.priority) ? step.priority : 'medium',
  }
}
