/** What a scenario for agents is: a client's part, and the requirements that it decides. */

import type { Judge } from '../judge.js'
import type { Version } from '../requirement.js'
import type { Variant } from '../wire/wire.js'
import type { Deed } from './fixture.js'
import type { AgentStage } from './stage.js'

export interface AgentScenario {
  /** Such as `initialize`; unique. */
  readonly name: string
  /** What happens, in one sentence. */
  readonly title: string
  readonly versions: readonly Version[]
  /** The requirements it decides besides those that every conversation is judged by. */
  readonly verifies: readonly string[]
  /** What is judged by rules, and can be seen in what happens here. */
  readonly watches?: readonly string[] | undefined
  /** What cannot be judged by rules here, because the client itself breaks them. */
  readonly except?: readonly string[] | undefined
  /** Without these it cannot be played. */
  readonly deeds?: readonly Deed[] | undefined
  /** How the bytes are handed over; plain unless said otherwise. */
  readonly variant?: Variant | undefined
  play(stage: AgentStage, judge: Judge): Promise<void>
}
