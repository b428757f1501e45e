/** What the agent means to do: one plan in version 1, or several, each with an id. */

import type { PlanContent } from './entry.js'
import { type Fields, isFields, isList, isText } from './fields.js'
import { addEntry, entryAt, type Key, placeOf, replaceEntry, type Thread, upsert } from './thread.js'

// An id of the agent cannot be mistaken for it: those are told apart by what stands before them.
const ONLY_PLAN = { kind: 'plan', id: 'only' } as const
const ONLY_KEY: Key = 'plan only'
const idOf = (planId: string): string => `id ${planId}`

/** The one plan that a turn of version 1 has, always in full. */
export function setOnlyPlan(thread: Thread, { entries }: Fields): Thread | undefined {
  const plan: unknown = { type: 'items', entries }
  if (!isPlan(plan)) return undefined
  const place = placeOf(thread, ONLY_KEY)
  // It has no id, so a new turn's plan would otherwise rewrite what an earlier turn meant to do, and did.
  if (place !== undefined && place < (thread.asked ?? 0))
    return addEntry(thread, { kind: 'plan', plan }, ONLY_KEY)
  return upsert(thread, ONLY_PLAN, () => ({ kind: 'plan', plan }))
}

/** One of several plans, always in full. */
export function setPlan(thread: Thread, { plan }: Fields): Thread | undefined {
  if (!isPlan(plan) || !('planId' in plan)) return undefined
  const { planId } = plan
  if (!isText(planId)) return undefined
  return upsert(thread, { kind: 'plan', id: idOf(planId) }, () => ({ kind: 'plan', planId, plan }))
}

/** The plan leaves the timeline; one that comes later under the same id is a new one, at its own place. */
export function removePlan(thread: Thread, { planId }: Fields): Thread | undefined {
  if (!isText(planId)) return undefined
  const key: Key = `plan ${idOf(planId)}`
  const place = placeOf(thread, key)
  if (place === undefined || entryAt(thread, place) === undefined) return thread
  return replaceEntry(thread, place, undefined)
}

const isPlan = (value: unknown): value is PlanContent =>
  isFields(value) && isText(value.type) && (value.type !== 'items' || isList(value.entries))
