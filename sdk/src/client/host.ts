/** What a client lends its agents: files, terminals, its user's attention. What is absent is not advertised. */

import type { v1 } from '../schema/index.js'

/** Where a request of the agent comes from, and when to stop working on it. */
export interface HostContext {
  readonly sessionId: string
  /** The session's working directory, then its additional ones; empty for a session this client did not set up. */
  readonly roots: readonly string[]
  /** Aborted when the agent gives up, the turn is cancelled or the connection ends. */
  readonly signal: AbortSignal
}

/** Something the agent wants to be allowed, the same for every version. */
export interface PermissionRequest {
  readonly sessionId: string
  readonly title: string
  readonly description?: string | undefined
  /** The tool call it is about, where it is about one. */
  readonly toolCall?: v1.ToolCallUpdate | undefined
  readonly options: readonly PermissionChoice[]
  /** The request exactly as it came. */
  readonly raw: unknown
}

/** One of the answers the agent offers. */
export interface PermissionChoice {
  readonly optionId: string
  readonly name: string
  /** The four kinds, or a kind that only this agent knows. */
  readonly kind: v1.PermissionOptionKind | (string & {})
}

/** The one of the options to answer with; nothing means that the question was dismissed. */
export type Permission = (
  request: PermissionRequest,
  context: HostContext,
) => Promise<PermissionChoice | undefined> | PermissionChoice | undefined

type Answers<M extends keyof v1.ClientRequests> = (
  request: v1.ClientRequests[M]['params'],
  context: HostContext,
) => Promise<v1.ClientRequests[M]['result']> | v1.ClientRequests[M]['result']

/** Everything a client may lend. */
export interface Host {
  /** Who the client is; shown to the agent. */
  readonly info?: v1.Implementation | undefined
  /** Asked before the agent acts; without it every request is answered as dismissed. */
  readonly permission?: Permission | undefined
  readonly files?:
    | {
        readonly read?: Answers<'fs/read_text_file'> | undefined
        readonly write?: Answers<'fs/write_text_file'> | undefined
      }
    | undefined
  readonly terminals?:
    | {
        readonly create: Answers<'terminal/create'>
        readonly output: Answers<'terminal/output'>
        readonly waitForExit: Answers<'terminal/wait_for_exit'>
        readonly kill: Answers<'terminal/kill'>
        readonly release: Answers<'terminal/release'>
      }
    | undefined
  /** Custom capabilities, advertised in `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}
