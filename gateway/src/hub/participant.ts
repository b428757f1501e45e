/** Who a client is to its session, and the ways to it that go through no session. */

import type { AgentQuestion } from './agent-link.js'

/** What a session knows of one client's connection. */
export interface Participant {
  /** The name of the connection in the log. */
  readonly seat: string
  /** The name of whoever it belongs to. */
  readonly name: string
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly knowsUs: boolean
  readonly canWrite: boolean
  readonly canAnswer: boolean
  /** Whether files and terminals can be asked of it at all. */
  readonly canLend: boolean
  /** Tells it something outside of any session: where it takes no part, this is how it gets its answers. */
  tell(text: string): void
  /** Asks it what the agent wants to know about one of its requests. */
  readonly ask: (question: AgentQuestion) => Promise<unknown>
}
