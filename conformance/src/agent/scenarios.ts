/** Every scenario for agents, in the order in which they are played. */

import type { AgentScenario } from './scenario.js'
import { initialize } from './scenarios/initialize.js'

export const agentScenarios: readonly AgentScenario[] = [...initialize]
