/** A page: the agents that could be talked to, and what to do where there is none. */

export interface AgentsPage {
  readonly is: 'agents'
}
