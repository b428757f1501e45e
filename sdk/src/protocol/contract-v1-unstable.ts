/** Version 1 with everything that is still being tried. */

import { methods } from '../schema/v1-unstable/methods.gen.js'
import type { Contract } from './contract.js'
import { commonV1 } from './contract-v1.js'

export const contractV1Unstable: Contract = {
  ...commonV1,
  name: 'v1-unstable',
  methods,
  loadElicitation: async () => (await import('../schema/v1-unstable/methods-elicitation.gen.js')).methods,
}
