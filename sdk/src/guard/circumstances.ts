/** What the judge is told beside the action: who acts, where, what was granted before, and whether anybody can be asked. */

import type { CommandPass } from './command-pass.js'
import type { EditPass } from './edit-pass.js'
import type { Grant } from './grant.js'
import type { Policy } from './policy.js'

/** An agent, by the name and version under which it was started; its own word for itself is no fact. */
export interface AgentIdentity {
  readonly name: string
  readonly version?: string | undefined
}

/** Everything that is known when an action is judged. */
export interface Circumstances {
  readonly sessionId: string
  /** What the workspace is, in a spelling that a copy elsewhere does not share: device, inode and real path of its root. */
  readonly workspace?: string | undefined
  /** The real paths of the session's directories. */
  readonly roots: readonly string[]
  /** The user's own directory: what `{home}` stands for. */
  readonly home: string
  /** Our own folders and files: configuration, policy, memory, audit, recordings. */
  readonly own: readonly string[]
  readonly agent?: AgentIdentity | undefined
  /** What the agent calls itself, for where nobody else says what it is. It makes grants narrower, and allows nothing. */
  readonly claimedAgent?: string | undefined
  /** The volume does not tell `A` from `a`: names are compared in one composition and one case. */
  readonly isCaseInsensitive?: boolean | undefined
  /** Somebody can answer a question. */
  readonly canAsk: boolean
  /** The user's policy and the project's, read; a file that could not be read is a `brokenPolicy`. */
  readonly policies: readonly Policy[]
  readonly grants: readonly Grant[]
  /** Changes of this session that were approved and not yet made. */
  readonly passes?: readonly EditPass[] | undefined
  /** Commands of this session that were approved and not yet run. */
  readonly commandPasses?: readonly CommandPass[] | undefined
  /** Control characters were taken out of the request: a sign of deceit. */
  readonly wasCleaned?: boolean | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}
