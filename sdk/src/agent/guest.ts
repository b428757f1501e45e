/** A client as an agent knows it when it has introduced itself: all it takes to answer `initialize`, and nothing more. */

import {
  type Capabilities,
  type ContractName,
  isAdvertised,
  type Opening,
  unsupportedParameter,
  type Version,
} from '../protocol/index.js'
import type { AuthMethod } from './auth.js'
import type { AgentDefinition } from './definition.js'

export interface Guest {
  readonly definition: AgentDefinition
  readonly contract: ContractName
  readonly version: Version
  readonly isUnstable: boolean
  /** What the client advertised. */
  readonly client: Capabilities
  /** The ways to sign in that this client can go: one that needs a terminal is not for a client without. */
  readonly authMethods: readonly AuthMethod[]
  /** What is said of the system prompt; the same in both versions. */
  readonly systemPrompt: { readonly systemPrompt?: object }
}

/** Turns away a client that lacks what the agent cannot do without. */
export function receiveGuest(definition: AgentDefinition, opening: Opening, advertised: unknown): Guest {
  const client = (advertised ?? {}) as Capabilities
  const missing = definition.requires?.find(capability => !isAdvertised(client, capability))
  if (missing !== undefined)
    throw unsupportedParameter(missing, `This agent needs a client that offers ${missing}`)
  const isUnstable = opening.name.endsWith('unstable')
  const hasTerminal = isAdvertised(client, 'auth.terminal')
  const methods = definition.auth?.methods ?? []
  return {
    definition,
    contract: opening.name,
    version: opening.version as Version,
    isUnstable,
    client,
    authMethods: methods.filter(({ type }) => hasTerminal || type !== 'terminal'),
    systemPrompt: isUnstable ? describeSystemPrompt(definition) : {},
  }
}

function describeSystemPrompt({ systemPrompt }: AgentDefinition): Guest['systemPrompt'] {
  if (systemPrompt === undefined) return {}
  return { systemPrompt: systemPrompt === 'override' ? { mode: { override: {} } } : {} }
}
