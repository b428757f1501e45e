/** Agents that are elsewhere: nobody starts them here, so they have no folder, no home and no variables of ours. */

import { CannotGoOn } from '../judge.js'
import type { RemoteAddress } from '../wire/remote-address.js'
import { openRemoteWire } from '../wire/remote-wire.js'
import type { AgentFixture } from './fixture.js'
import type { OpenAgent } from './stage.js'

/** Each scenario has connections of its own to the same server. */
export function openRemoteAgent(address: RemoteAddress, fixture: AgentFixture): OpenAgent {
  return ({ env, variant }) => {
    const strange = Object.keys(env).find(name => env[name] !== fixture.env?.[name])
    if (strange !== undefined)
      throw new CannotGoOn(`the agent is not started here, so it cannot be given the variable ${strange}`)
    return openRemoteWire(address, variant)
  }
}
