/** The door of the hub: one session, many clients, and agents that are processes of its own. */

export type { SeatCaller } from '../seat/caller.js'
export type { SessionReport } from '../seat/surroundings.js'
export type { AgentProgram, UpstreamReport } from '../upstream/upstreams.js'
export type { Patience } from './questions.js'
export { type SessionHub, type SessionHubOptions, sessionHub } from './session-hub.js'
