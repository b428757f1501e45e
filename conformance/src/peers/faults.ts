/** Every fault, under the requirement that it breaks. */

import type { Faults } from './fault.js'

export const faults: Faults = {}
