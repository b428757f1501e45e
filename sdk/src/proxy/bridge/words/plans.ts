/** Plans in the words of the other version: one without an id in each turn, or several, each with its own. */

import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { nearestSteps } from '../../../thread/nearest-words.js'
import { toNewAddress } from './blocks.js'
import { carry, keep, keptIn, restoreFields, toText, withoutKept } from './kept.js'
import { forget, meet, type SaidToNew, type SaidToOld, type Told } from './told.js'

const OLD_TYPES: ReadonlySet<unknown> = new Set(['items', 'file', 'markdown'])

/** The plan of a turn. A later turn has another, so that it does not rewrite what an earlier one meant to do. */
export function toNewOnlyPlan(told: Told, update: Fields): SaidToNew {
  const { entries, ...rest } = update
  const { count, isOver } = told.plan
  const plan = isOver ? { count: count + 1, isOver: false } : told.plan
  const planId = `parley.dev/plan-${plan.count}`
  const { told: next } = meet({ ...told, plan }, `plan ${planId}`)
  const said = { ...rest, sessionUpdate: 'plan_update', plan: { type: 'items', planId, entries } }
  return { told: next, updates: [keep(said, 'v1', { isOnly: true }) as never] }
}

export function toNewPlan(told: Told, update: Fields): SaidToNew {
  const { plan } = update
  if (!isFields(plan)) return { told, updates: [update as never] }
  const said = plan.type === 'file' ? toNewAddress(plan) : plan
  const { told: next } = meet(told, `plan ${toText(plan.planId)}`)
  return { told: next, updates: [(said === plan ? update : { ...update, plan: said }) as never] }
}

export function toNewPlanRemoval(told: Told, update: Fields): SaidToNew {
  return { told: forget(told, `plan ${toText(update.planId)}`), updates: [update as never] }
}

export function toOldPlan(told: Told, update: Fields): SaidToOld {
  const { plan } = update
  if (!isFields(plan)) return { told, updates: [carry(update, 'v2') as never] }
  if (keptIn(update, 'v1').isOnly === true) {
    const { plan: _, ...rest } = withoutKept(update, 'v1')
    return { told, updates: [{ ...rest, sessionUpdate: 'plan', entries: plan.entries } as never] }
  }
  const isHeard = told.plans.some(({ planId }) => planId === plan.planId)
  const plans = isHeard
    ? told.plans.map(each => (each.planId === plan.planId ? (plan as never) : each))
    : [...told.plans, plan as never]
  const next = { ...told, plans }
  return {
    told: next,
    updates: [(told.hears.plans ? toOnePlan(update, plan) : toAllPlans(next, update)) as never],
  }
}

export function toOldPlanRemoval(told: Told, update: Fields): SaidToOld {
  const plans = told.plans.filter(({ planId }) => planId !== update.planId)
  if (told.hears.plans) return { told: { ...told, plans }, updates: [update as never] }
  const isGone = plans.length < told.plans.length
  const next = { ...told, plans }
  return { told: next, updates: [(isGone ? toAllPlans(next, update) : carry(update, 'v2')) as never] }
}

/** For a client that knows several plans. */
function toOnePlan(update: Fields, plan: Fields): Fields {
  if (!OLD_TYPES.has(plan.type)) return carry(update, 'v2')
  const said = restoreFields(plan, 'v1')
  const entries = isList(plan.entries) ? nearestSteps(plan.entries) : plan.entries
  if (entries === plan.entries) return said === plan ? update : { ...update, plan: said }
  return keep({ ...update, plan: { ...said, entries } }, 'v2', { update })
}

/** For a client that knows one plan: all that is meant to be done, one after another. */
function toAllPlans(told: Told, update: Fields): Fields {
  const entries = told.plans.flatMap(plan => entriesOf({ ...plan }))
  return keep({ sessionUpdate: 'plan', entries }, 'v2', { update })
}

/** A plan that is text or a file is one step: to do that. */
function entriesOf({ type, entries, content, uri }: Fields): readonly unknown[] {
  if (type === 'items') return isList(entries) ? nearestSteps(entries) : []
  const text = type === 'markdown' ? content : uri
  const isKnown = OLD_TYPES.has(type) && isText(text)
  return isKnown ? [{ content: text, priority: 'medium', status: 'pending' }] : []
}
