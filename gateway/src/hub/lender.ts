/** Somebody who lends an agent files and terminals in the place of its clients, and what such a one needs of the session. */

import type { AgentQuestion } from './agent-link.js'
import type { Fields } from './fields.js'
import type { SessionFacts } from './session-facts.js'

/** Lends for one session. */
export interface Lender {
  /** Whether it is for this one, and not for a client, to answer what the agent asks by this method. */
  answers(method: string): boolean
  ask(question: AgentQuestion): Promise<unknown>
  /** What a client asks of it, in the words of a gateway. */
  serve(request: LentRequest): Promise<unknown>
  /** The work of the session was called off, or its agent is gone: what was begun for it ends. */
  cancel(): void
  /** Ends everything, and tells how it ended. */
  close(): Promise<void>
}

/** A request of a client. */
export interface LentRequest {
  readonly method: string
  readonly params: Fields
  /** Whose request it is, for the record. */
  readonly by: { readonly principal: string; readonly name: string }
}

/** A turn, as one that lasts while it is under way. */
export interface TurnSign {
  readonly isOver: boolean
}

/** A question to the people who take part. */
export interface PeopleQuestion {
  readonly params: Fields
  /** What of it belongs into the log. */
  readonly kept: Fields
  readonly signal: AbortSignal
}

/** The session, as its lender sees it. */
export interface Borrower {
  readonly facts: SessionFacts
  readonly isGone: boolean
  readonly turns: readonly TurnSign[]
  /** `session/request_permission` to everybody who may answer; the answer of whoever comes first. */
  askPeople(question: PeopleQuestion): Promise<unknown>
  /** Tells an update that the agent does not tell: to those who know the words of a gateway, now and later. */
  tell(update: object): void
}

/** Begins to lend for a session. */
export type Lend = (session: Borrower) => Lender
