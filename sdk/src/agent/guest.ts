/** A client as an agent knows it when it has introduced itself: all it takes to answer `initialize`, and nothing more. */

import {
  type Capabilities,
  type ContractName,
  isAdvertised,
  type Opening,
  unsupportedParameter,
} from '../protocol/index.js'
import type { AuthMethod } from './auth.js'
import type { AgentDefinition } from './definition.js'

export interface Guest {
  readonly definition: AgentDefinition
  readonly contract: ContractName
  readonly isUnstable: boolean
  /** What the client advertised. */
  readonly client: Capabilities
  /** The ways to sign in that this client can go: one that needs a terminal is not for a client without. */
  readonly authMethods: readonly AuthMethod[]
}

/** Turns away a client that lacks what the agent cannot do without. */
export function receiveGuest(definition: AgentDefinition, { name }: Opening, advertised: unknown): Guest {
  const client = (advertised ?? {}) as Capabilities
  const missing = definition.requires?.find(capability => !isAdvertised(client, capability))
  if (missing !== undefined)
    throw unsupportedParameter(missing, `This agent needs a client that offers ${missing}`)
  const hasTerminal = isAdvertised(client, 'auth.terminal')
  const methods = definition.auth?.methods ?? []
  return {
    definition,
    contract: name,
    isUnstable: name.endsWith('unstable'),
    client,
    authMethods: methods.filter(({ type }) => hasTerminal || type !== 'terminal'),
  }
}
