/** Where an agent's models come from, as a client may list and set it. Unstable. */

import type { v1Unstable } from '../schema/index.js'

/** A source of models. Headers and secrets are never part of it. */
export type ProviderInfo = v1Unstable.ProviderInfo

/** How to reach a source of models. */
export type ProviderSetup = Omit<v1Unstable.SetProviderRequest, '_meta'>

/** What the client may do with the sources of models. */
export interface Providers {
  list(): Promise<readonly ProviderInfo[]> | readonly ProviderInfo[]
  set(provider: ProviderSetup): Promise<void> | void
  disable(providerId: string): Promise<void> | void
}
