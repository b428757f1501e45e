/** Every scenario for clients, in the order in which they are played. */

import type { ClientScenario } from './scenario.js'

export const clientScenarios: readonly ClientScenario[] = []
