/** One stop of the tour, and how stops are found. Knows no stop in particular. */

import type { PlanEntry } from '@parley/acp/agent'
import type { Journey } from './journey.js'

/** A stop of the tour: something the protocol can do, done once for all to see. */
export interface Chapter {
  /** What to write behind `/tour` to see only this. */
  readonly name: string
  /** What is done there, as a step of the plan. */
  readonly title: string
  readonly priority: PlanEntry['priority']
  /** Whether it works on the small project, which may be refused. */
  readonly needsProject: boolean
  visit(journey: Journey): Promise<void>
}
