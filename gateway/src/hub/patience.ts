/** How long the gateway waits for those that need not come. */

/** Milliseconds. */
export interface Patience {
  /** Permissions and forms wait so long while nobody is there who may answer: anybody may come back. */
  readonly people: number
  /** Files and terminals: the client that lends them is gone. */
  readonly machines: number
  /** An agent that is to open a session, or to take one up again. */
  readonly agents: number
  /** A client that is to read the last of a session that is put away. */
  readonly readers: number
}

export const USUAL_PATIENCE: Patience = { people: 600_000, machines: 30_000, agents: 60_000, readers: 3_000 }
