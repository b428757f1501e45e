/** The door of the gateway: agents behind one endpoint, for clients elsewhere. */

export {
  type AgentProgram,
  type Patience,
  type Scope,
  type SeatCaller,
  type SessionHub,
  type SessionHubOptions,
  sessionHub,
  type UpstreamReport,
} from './hub/index.js'
