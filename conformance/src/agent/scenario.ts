/** What a scenario for agents is: a client's part, and the requirements that it decides. */

import type { Scenario } from '../play.js'
import type { Transport } from '../wire/remote-address.js'
import type { Variant } from '../wire/wire.js'
import type { Deed } from './fixture.js'
import type { AgentStage } from './stage.js'

export interface AgentScenario extends Scenario<AgentStage> {
  /** Without these it cannot be played. */
  readonly deeds?: readonly Deed[] | undefined
  /** How the bytes are handed over; plain unless said otherwise. */
  readonly variant?: Variant | undefined
  /** Where it makes sense; everywhere unless said. */
  readonly transports?: readonly Transport[] | undefined
  /** What rules cannot judge over a network besides, where the server itself may refuse what is said. */
  readonly exceptElsewhere?: readonly string[] | undefined
}
