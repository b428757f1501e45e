/** Version 2, the stable part of the draft. */

import { methods } from '../schema/v2/methods.gen.js'
import { conductV2 } from './conduct-v2.js'
import type { Capabilities, Contract } from './contract.js'
import { gatesV2 } from './gates-v2.js'

/** What the two contracts of version 2 share. */
export const commonV2 = {
  version: 2,
  gates: gatesV2,
  conduct: conductV2,
  emptyResults: new Set(['auth/login', 'auth/logout', 'session/close', 'session/delete']),
  batch: 'process',
  allowsNullId: false,
  allowsRepeatedInitialize: true,
  agreed: (params: Capabilities, result: Capabilities) => ({
    client: (params.capabilities ?? {}) as Capabilities,
    agent: (result.capabilities ?? {}) as Capabilities,
    authMethods: (result.authMethods ?? []) as readonly unknown[],
  }),
} as const

export const contractV2: Contract = {
  ...commonV2,
  name: 'v2',
  methods,
  loadElicitation: async () => (await import('../schema/v2/methods-elicitation.gen.js')).methods,
}
