/** What a scenario for clients is: an agent's part, and the requirements that it decides. */

import type { Scenario } from '../play.js'
import type { Task } from './fixture.js'
import type { ClientStage } from './stage.js'

export interface ClientScenario extends Scenario<ClientStage> {
  /** Without these it cannot be played. */
  readonly tasks: readonly Task[]
}
