/** Version 2 with everything that is still being tried. */

import { methods } from '../schema/v2-unstable/methods.gen.js'
import type { Contract } from './contract.js'
import { commonV2 } from './contract-v2.js'

export const contractV2Unstable: Contract = {
  ...commonV2,
  name: 'v2-unstable',
  methods,
  loadElicitation: async () => (await import('../schema/v2-unstable/methods-elicitation.gen.js')).methods,
}
