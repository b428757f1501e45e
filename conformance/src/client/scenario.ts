/** What a scenario for clients is: an agent's part, and the requirements that it decides. */

import type { Judge } from '../judge.js'
import type { Version } from '../requirement.js'
import type { Task } from './fixture.js'
import type { ClientStage } from './stage.js'

export interface ClientScenario {
  readonly name: string
  /** What happens, in one sentence. */
  readonly title: string
  readonly versions: readonly Version[]
  readonly verifies: readonly string[]
  /** What is judged by rules, and can be seen in what happens here. */
  readonly watches?: readonly string[] | undefined
  /** What cannot be judged by rules here, because the agent itself breaks them. */
  readonly except?: readonly string[] | undefined
  /** Without these it cannot be played. */
  readonly tasks: readonly Task[]
  play(stage: ClientStage, judge: Judge): Promise<void>
}
