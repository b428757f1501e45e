/** The door of the kit: examine an agent or a client, and say what was found. */

export { type ExamineAgentOptions, examineAgent } from './agent/examine-agent.js'
export { type AgentFixture, agentDeeds, type Deed } from './agent/fixture.js'
export { agentFixtures } from './agent/fixtures.js'
export { openRemoteAgent } from './agent/remote-agent.js'
export { agentScenarios } from './agent/scenarios.js'
export type { OpenAgent, Pace } from './agent/stage.js'
export { type ExamineClientOptions, examineClient } from './client/examine-client.js'
export { type ClientFixture, clientTasks, type Task } from './client/fixture.js'
export { clientFixtures } from './client/fixtures.js'
export { clientScenarios } from './client/scenarios.js'
export type { ClientPace } from './client/stage.js'
export type { ClientView, SeenMessage, SessionView } from './client/view.js'
export {
  type Comparison,
  compare,
  type Expectation,
  type Known,
  readExpectations,
} from './report/expectation.js'
export { toHtmlReport } from './report/html.js'
export { toJsonReport } from './report/json.js'
export { toJunitReport } from './report/junit.js'
export { toBadgeLine } from './report/tally.js'
export { toTextReport } from './report/text.js'
export { troublesOf } from './report/trouble.js'
export { type Requirement, requirementsOf, type Version } from './requirement.js'
export type { Outcome, Performance, Report, Ruling, Verdict } from './verdict.js'
export { EventCutter } from './wire/event-cutter.js'
export { type RemoteAddress, shownAddress, type Transport, toRemoteAddress } from './wire/remote-address.js'
export { openRemoteWire } from './wire/remote-wire.js'
export { openStdioWire } from './wire/stdio-wire.js'
export { FrameReader, opcodes } from './wire/web-socket-frames.js'
export type { Variant, Wire } from './wire/wire.js'
