/** How version 1 begins. Apart from the rest of it, because an agent answers sooner that has not loaded the rest. */

import { InitializeRequest, InitializeResponse } from '../schema/v1/initialize.gen.js'
import type { Capabilities, Opening } from './contract.js'

/** What the two contracts of version 1 begin with. */
export const commonOpeningV1 = {
  version: 1,
  batch: 'reject',
  allowsNullId: true,
  allowsRepeatedInitialize: false,
  agreed: (params: Capabilities, result: Capabilities) => ({
    client: (params.clientCapabilities ?? {}) as Capabilities,
    agent: (result.agentCapabilities ?? {}) as Capabilities,
    authMethods: (result.authMethods ?? []) as readonly unknown[],
  }),
} as const

export const openingV1: Opening = {
  ...commonOpeningV1,
  name: 'v1',
  methods: [
    {
      name: 'initialize',
      to: 'agent',
      kind: 'request',
      scope: 'connection',
      params: InitializeRequest,
      result: InitializeResponse,
    },
  ],
}
