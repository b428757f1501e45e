/** The door of the kit: examine an agent or a client, and say what was found. */

export { type ExamineAgentOptions, examineAgent } from './agent/examine-agent.js'
export type { AgentFixture, Deed } from './agent/fixture.js'
export { agentFixtures } from './agent/fixtures.js'
export { agentScenarios } from './agent/scenarios.js'
export type { OpenAgent, Pace } from './agent/stage.js'
export { type ClientFixture, clientTasks, type Task } from './client/fixture.js'
export { type Requirement, requirementsOf, type Version } from './requirement.js'
export type { Outcome, Performance, Report, Ruling, Verdict } from './verdict.js'
export { openStdioWire } from './wire/stdio-wire.js'
export type { Variant, Wire } from './wire/wire.js'
