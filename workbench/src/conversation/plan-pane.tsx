/** What the agent means to do, and how far it is. */

import { type Plan, plansOf } from '@parley/acp/thread'
import { useMemo } from 'react'
import { Blank } from '../parts/blank.js'
import { useTalk } from '../state/context.js'
import { PlanView, progressOf } from './plan-view.js'

export function PlanPane() {
  const talk = useTalk()
  const slots = talk?.thread.slots
  // biome-ignore lint/correctness/useExhaustiveDependencies: plans stand in the timeline, and nothing else of it matters
  const plans = useMemo(() => (talk === undefined ? [] : currentPlans(plansOf(talk.thread))), [slots])
  if (plans.length === 0)
    return (
      <Blank icon="plan" title="There is no plan" status="empty">
        <p>When the agent makes one, its steps are here.</p>
      </Blank>
    )
  return (
    <div className="plan-pane">
      {plans.map((plan, place) => (
        <section key={plan.planId ?? 'only'} aria-label="Plan">
          <header>
            <h2>{plans.length === 1 ? 'Plan' : `Plan ${place + 1}`}</h2>
            <small>{progressOf(plan)}</small>
          </header>
          <PlanView plan={plan} rowId={`${talk?.key} plan ${plan.planId ?? ''}`} />
        </section>
      ))}
    </div>
  )
}

/** Of plans without a name only the latest holds: the ones before it are those of earlier turns. */
function currentPlans(plans: readonly Plan[]): readonly Plan[] {
  const latest = plans.findLast(({ planId }) => planId === undefined)
  return plans.filter(plan => plan.planId !== undefined || plan === latest)
}
