/** What the agent means to do: steps with how they stand, a text, or a file. */

import { sanitizeLine } from '@parley/acp/guard'
import type { Plan } from '@parley/acp/thread'
import { Icon } from '../parts/icon.js'
import { Markdown } from '../text/markdown.js'
import { JsonView } from './json-view.js'

interface PlanViewProps {
  readonly plan: Plan
  readonly rowId: string
}

interface Step {
  readonly content: string
  readonly status: string
  readonly priority: string
}

export function stepsOf({ plan }: Plan): readonly Step[] | undefined {
  const { entries } = plan as { readonly entries?: unknown }
  if (!Array.isArray(entries)) return undefined
  return entries.map(entry => ({
    content: String(entry?.content ?? ''),
    status: String(entry?.status ?? 'pending'),
    priority: String(entry?.priority ?? ''),
  }))
}

export function PlanView({ plan, rowId }: PlanViewProps) {
  const steps = stepsOf(plan)
  if (steps !== undefined) return <Steps steps={steps} />
  const { type, content, uri } = plan.plan as Readonly<Record<string, unknown>>
  if (type === 'markdown' && typeof content === 'string') return <Markdown text={content} />
  if (type === 'file' && typeof uri === 'string')
    return (
      <p>
        The plan is in <code>{sanitizeLine(uri)}</code>.
      </p>
    )
  return <JsonView title="Plan" value={plan.plan} foldKey={`${rowId}/plan`} />
}

const SIGNS = new Map([
  ['completed', '✓'],
  ['in_progress', '▸'],
])
const WORDS = new Map([
  ['completed', 'Done'],
  ['in_progress', 'Current'],
])
const PRIORITIES = new Map([
  ['high', 'High priority'],
  ['low', 'Low priority'],
])

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  if (steps.length === 0) return <p className="plan-none">The plan has no steps.</p>
  return (
    <ol className="plan-steps">
      {steps.map(({ content, status, priority }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
        <li key={place} data-status={status}>
          <span className="plan-sign" aria-hidden="true">
            {SIGNS.get(status) ?? '•'}
          </span>
          <span className="visually-hidden">{WORDS.get(status) ?? 'Pending'}: </span>
          <span className="plan-words">{sanitizeLine(content)}</span>
          {PRIORITIES.has(priority) && (
            <span className="plan-priority" data-priority={priority} title={PRIORITIES.get(priority)}>
              <Icon name={priority === 'high' ? 'arrow-up' : 'arrow-down'} label={PRIORITIES.get(priority)} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** `3 of 7`, or nothing where there are no steps. */
export function progressOf(plan: Plan): string | undefined {
  const steps = stepsOf(plan)
  if (steps === undefined || steps.length === 0) return undefined
  return `${steps.filter(({ status }) => status === 'completed').length} of ${steps.length}`
}
