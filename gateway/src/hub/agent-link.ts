/** What a session needs of the process that its agent runs in, and what that process tells the session. */

import type { Cancellation, Id } from '@parley/acp/jsonrpc'
import type { Answer } from './event.js'
import type { Fields } from './fields.js'

/** A request to the agent that belongs to a session. */
export interface AgentCall {
  readonly sessionId: string
  readonly method: string
  readonly params: Fields
  /** Its answer ends a stream of updates. */
  readonly isTurn?: boolean | undefined
  /** Milliseconds; an answer that takes longer is an error with the reason `timeout`. */
  readonly deadline?: number | undefined
  readonly cancellation?: Cancellation | undefined
  readonly asker?: Asker | undefined
}

/** The client whose request something is, and how it can be asked about it. */
export interface Asker {
  /** The id of the request, as that client knows it. */
  readonly request: Id
  /** Which of those it is that use the process. */
  readonly client?: object | undefined
  ask(question: AgentQuestion): Promise<unknown>
}

/** Where the agent's messages of one session go. */
export interface AgentSink {
  /** A promise keeps the later ones of the session waiting. */
  tell(method: string, params: unknown): Promise<void> | undefined
  ask(question: AgentQuestion): Promise<unknown>
  /** The process is gone; the detail is fit to be shown. */
  ended(detail: string): void
}

/** A request of the agent. Called off when the agent no longer wants to know. */
export interface AgentQuestion {
  readonly method: string
  readonly params: unknown
  /** What of the params belongs into the log, where not all of it does. */
  readonly kept?: unknown
  readonly call: Cancellation
}

/** An agent's process, as its sessions see it. */
export interface AgentLink {
  readonly version: number
  /** The method by which a session can be taken up again, if the agent has one. */
  readonly reopening: string | undefined
  /** `settled` is called in the answer's place among the agent's messages; `lost` when the process died before. */
  ask(call: AgentCall, settled: (answer: Answer | 'lost') => void): void
  notify(method: string, params: unknown): void
  /** While the work lasts, what the agent says of sessions that nobody has claimed yet is kept for them. */
  opening<T>(work: () => Promise<T>): Promise<T>
  /** From now on this is where the messages of the session go, those that came before it first. */
  claim(sessionId: string, sink: AgentSink): void
  release(sessionId: string): void
}

/** Finds or starts the process that a client's requests go to. */
export type Connect = () => Promise<AgentLink>

/** The answer to a request of one session, for callers that need no place among the agent's messages. */
export function askAgent(link: AgentLink, call: AgentCall): Promise<Answer | 'lost'> {
  return new Promise(resolve => link.ask(call, resolve))
}
