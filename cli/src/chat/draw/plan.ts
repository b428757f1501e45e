/** A plan in lines: what is done, what is being done, what is to come. */

import type { Plan, Thread } from '@parley/acp/thread'
import { cutLine, type Line, lineOf, span } from '../screen/line.js'
import { boundLines, cleanTitle } from './clean-text.js'
import { type Fields, fieldsOf } from './content-words.js'
import { drawMarkdown } from './markdown.js'
import { plansIn } from './plan-places.js'

const MOST_STEPS = 500
const MOST_TEXT = 20_000
const MOST_TITLE = 400
/** Those worth a word; all others are of medium priority. */
const PRIORITIES: ReadonlySet<unknown> = new Set(['high', 'low'])

/** The plans that hold now; of long ones what is around the current step. Nothing where there is none. */
export function drawPlans(
  thread: Thread,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  const plans = plansIn(thread).filter(({ at, plan }) => at >= (thread.asked ?? 0) || isGoingOn(plan))
  if (plans.length === 0 || rows < 1) return []
  const room = Math.max(1, Math.floor(rows / plans.length))
  return plans
    .flatMap(({ plan }) => drawPlan(plan, { columns, rows: room }))
    .slice(0, rows)
    .map(line => cutLine(line, columns))
}

/** A plan of an earlier turn without an id has been followed, or forgotten. */
function isGoingOn({ planId, plan }: Plan): boolean {
  if (planId === undefined) return false
  const steps = stepsOf(plan)
  return steps === undefined || steps.some(({ status }) => status !== 'completed' && status !== 'cancelled')
}

/** One plan in so many rows. */
export function drawPlan(
  { plan }: Plan,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  const steps = stepsOf(plan)
  const { uri, content, type } = fieldsOf(plan)
  if (typeof uri === 'string')
    return [cutLine([span('Plan ', 'strong'), span(cleanTitle(uri), 'link')], columns)]
  if (typeof content === 'string')
    return boundLines(
      [lineOf('Plan', 'strong'), ...drawMarkdown(content.slice(0, MOST_TEXT), { columns })],
      rows,
    )
  if (steps === undefined) return [lineOf(`Plan (${cleanTitle(type, 40)})`, 'muted')]
  if (steps.length === 0) return []
  const done = steps.filter(({ status }) => status === 'completed').length
  const head: Line = [span('Plan', 'strong'), span(` ${done}/${steps.length}`, 'muted')]
  // One row is for what is being done.
  if (rows < 2)
    return [cutLine([...head, ...steps.slice(currentIn(steps)).slice(0, 1).flatMap(drawStep)], columns)]
  return [head, ...around(steps, rows - 1).map(line => cutLine(line, columns))].slice(0, Math.max(1, rows))
}

function stepsOf(plan: Plan['plan']): readonly Fields[] | undefined {
  const { type, entries } = fieldsOf(plan)
  return type === 'items' && Array.isArray(entries) ? entries.slice(0, MOST_STEPS).map(fieldsOf) : undefined
}

/** As many steps as there are rows, with the current one among them; what is left out is counted. */
function around(steps: readonly Fields[], rows: number): readonly Line[] {
  if (steps.length <= rows) return steps.map(drawStep)
  if (rows < 3) return steps.slice(currentIn(steps)).slice(0, Math.max(0, rows)).map(drawStep)
  const room = rows - 2
  const start = Math.max(0, Math.min(currentIn(steps) - 1, steps.length - room))
  const end = Math.min(steps.length, start + room)
  return [
    ...(start > 0 ? [lineOf(`  … ${start} before`, 'muted')] : []),
    ...steps.slice(start, end).map(drawStep),
    ...(end < steps.length ? [lineOf(`  … ${steps.length - end} more`, 'muted')] : []),
  ]
}

function currentIn(steps: readonly Fields[]): number {
  const current = steps.findIndex(({ status }) => status === 'in_progress')
  if (current >= 0) return current
  const next = steps.findIndex(({ status }) => status !== 'completed')
  return next >= 0 ? next : steps.length - 1
}

function drawStep({ content, status, priority }: Fields): Line {
  const text = cleanTitle(content, MOST_TITLE)
  const end = PRIORITIES.has(priority) ? [span(` (${String(priority)})`, 'muted')] : []
  if (status === 'completed')
    return [span('  ✓ ', 'good'), span(text, { role: 'muted', isStruck: true }), ...end]
  if (status === 'cancelled')
    return [span('  ⊘ ', 'muted'), span(text, { role: 'muted', isStruck: true }), ...end]
  if (status === 'in_progress') return [span('  ▸ ', 'accent'), span(text, 'strong'), ...end]
  return [span('  • ', 'muted'), span(text), ...end]
}
