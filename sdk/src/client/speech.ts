/** What is said differently in each version, as types. Who offers version 2 may end up speaking 1, and is typed for both. */

import type { Version } from '../protocol/index.js'
import type { v1, v1Unstable, v2, v2Unstable } from '../schema/index.js'
import type { Retelling, TerminalNews } from '../thread/index.js'

interface Speech {
  readonly 1: {
    readonly update: v1.SessionUpdate | TerminalNews | Retelling
    readonly block: v1.ContentBlock
    readonly server: v1Unstable.McpServer
    readonly outcome: v1Unstable.PromptResponse
  }
  readonly 2: {
    readonly update: v1.SessionUpdate | v2.SessionUpdate | TerminalNews | Retelling
    readonly block: v1.ContentBlock | v2.ContentBlock
    readonly server: v1Unstable.McpServer | v2Unstable.McpServer
    readonly outcome: v1Unstable.PromptResponse | OutcomeV2
  }
}

/** How a turn of version 2 ended. */
export interface OutcomeV2 {
  readonly stopReason: string
  /** What the agent said of a failure. */
  readonly error?: v2.Error | undefined
  readonly usage?: v1Unstable.Usage | null | undefined
}

/** One thing an agent tells of its work, by the version offered; an agent may answer with an earlier one. */
export type UpdateOf<V extends Version> = Speech[V]['update']

/** One thing an agent tells of its work, in version 1. */
export type SessionUpdate = UpdateOf<1>

/** A piece of a prompt, by the version offered. */
export type BlockOf<V extends Version> = Speech[V]['block']

/** A server whose tools the agent may use, by the version offered. */
export type McpServerOf<V extends Version> = Speech[V]['server']

/** How a turn ended, by the version offered. */
export type Outcome<V extends Version = 1> = Speech[V]['outcome']
