/** /plan: shows and changes the plan of the session, and offers to begin once it is accepted. */

import type { PlanEntry } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
import { lastPlan } from '../kept-state.js'
import { type ListChange, placeIn, readChange, textOf, unknownVerb } from './numbered-list.js'
import { offerSwitch } from './switch-offer.js'

const COMMAND = '/plan'
const VERBS = ['add', 'start', 'done', 'remove', 'clear', 'accept']
const EMPTY = 'There is no plan yet. `/plan add Look at the tests` begins one.'

export async function planWork(errand: Errand, input: string): Promise<void> {
  const { turn } = errand
  const change = readChange(input)
  const before = await lastPlan(turn.session)
  if (change.verb === 'accept') return accept(errand, before)
  const after = change.verb === '' || change.verb === 'show' ? before : changed(before, change)
  if (after !== before || after.length > 0) await turn.plan(after)
  await turn.say(after.length === 0 ? EMPTY : after.map(toLine).join('\n'))
}

function changed(plan: readonly PlanEntry[], change: ListChange): readonly PlanEntry[] {
  if (change.verb === 'add') return [...plan, toEntry(textOf(change, COMMAND))]
  if (change.verb === 'clear') return []
  if (change.verb === 'remove') return plan.toSpliced(placeIn(plan.length, change, COMMAND), 1)
  const status = change.verb === 'start' ? 'in_progress' : change.verb === 'done' ? 'completed' : undefined
  if (status === undefined) throw unknownVerb(change, VERBS, COMMAND)
  const place = placeIn(plan.length, change, COMMAND)
  return plan.map((entry, index) => (index === place ? { ...entry, status } : entry))
}

function toEntry(content: string): PlanEntry {
  return { content, priority: 'medium', status: 'pending' }
}

const MARKS: Readonly<Record<string, string>> = { pending: '[ ]', in_progress: '[>]', completed: '[x]' }

function toLine({ content, status }: PlanEntry, index: number): string {
  return `${index + 1}. ${MARKS[status] ?? '[ ]'} ${content}`
}

async function accept({ turn }: Errand, plan: readonly PlanEntry[]): Promise<void> {
  if (plan.length === 0) return void (await turn.say(EMPTY))
  await turn.plan(plan)
  if (turn.session.mode !== 'architect') return void (await turn.say('The plan is accepted.'))
  await offerSwitch(turn, `The plan is accepted: ${plan.length} ${plan.length === 1 ? 'step' : 'steps'}.`)
}
