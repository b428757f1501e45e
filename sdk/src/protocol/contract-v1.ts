/** Version 1, stable. */

import { methods } from '../schema/v1/methods.gen.js'
import { conductV1 } from './conduct-v1.js'
import type { Contract } from './contract.js'
import { gatesV1 } from './gates-v1.js'
import { commonOpeningV1 } from './opening-v1.js'

/** What the two contracts of version 1 share. */
export const commonV1 = {
  ...commonOpeningV1,
  gates: gatesV1,
  conduct: conductV1,
  emptyResults: new Set([
    'authenticate',
    'logout',
    'session/load',
    'session/resume',
    'session/delete',
    'session/close',
    'session/set_mode',
    'fs/write_text_file',
    'terminal/kill',
    'terminal/release',
  ]),
} as const

export const contractV1: Contract = {
  ...commonV1,
  name: 'v1',
  methods,
  loadElicitation: async () => (await import('../schema/v1/methods-elicitation.gen.js')).methods,
}
