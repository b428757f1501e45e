/** The things a conversation is made of, each at the place where it was first heard of. */

import type { v1, v1Unstable, v2, v2Unstable } from '../schema/index.js'
import type { Sequence } from './sequence.js'
import type { Tree } from './tree.js'

/** A piece of a message: text, an image, a link to a file. */
export type ContentBlock = v1.ContentBlock | v2.ContentBlock
/** A piece of what a tool call shows: content, a diff, a terminal. */
export type ToolCallContent = v1.ToolCallContent | v2.ToolCallContent
/** A file, and perhaps a line of it, that a tool call works on. */
export type ToolCallLocation = v1.ToolCallLocation | v2.ToolCallLocation
/** What a plan consists of: steps, a file, or text. */
export type PlanContent =
  | v1Unstable.PlanUpdateContent
  | v2Unstable.PlanUpdateContent
  | { readonly type: 'items'; readonly entries: readonly v1.PlanEntry[] }
/** What goes along with an entry for those who know it; `metaOf` reads it. */
export type Meta = Tree<unknown>

/** Who says something: the user, the agent, or the agent to itself. */
export type Role = 'user' | 'agent' | 'thought'

/** What somebody said. Text that arrived in pieces is one piece of text. */
export interface Message {
  readonly kind: 'message'
  readonly role: Role
  readonly messageId?: string | undefined
  readonly content: Sequence<ContentBlock>
  readonly meta?: Meta
}

/** Something the agent does with a tool. */
export interface ToolCall {
  readonly kind: 'tool_call'
  readonly toolCallId: string
  readonly title?: string | undefined
  readonly name?: string | undefined
  /** `read`, `edit`, `execute` …; what the agent did not say is `other`. */
  readonly toolKind: string
  /** `pending`, `in_progress`, `completed`, `failed`, `cancelled` … */
  readonly status: string
  /** Present while `cancelled` is only our own word: what the agent said last. */
  readonly cancelledFrom?: string | undefined
  readonly content: Sequence<ToolCallContent>
  readonly locations: readonly ToolCallLocation[]
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
  /** What may be asked of this call, in version 2. */
  readonly capabilities?: v2.ToolCallCapabilities | undefined
  readonly meta?: Meta
}

/** What the agent means to do. Version 1 has one plan without an id. */
export interface Plan {
  readonly kind: 'plan'
  readonly planId?: string | undefined
  readonly plan: PlanContent
}

/** The agent made room in its memory. */
export interface Compaction {
  readonly kind: 'compaction'
  readonly compactionId: string
  /** `in_progress`, `completed`, `failed`, `cancelled` … */
  readonly status: string
  readonly summary: Sequence<ContentBlock>
  readonly error?: string | undefined
  readonly meta?: Meta
}

/** A session that works for this one. */
export interface Subagent {
  readonly kind: 'subagent'
  readonly sessionId: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly state?: v2Unstable.StateUpdate | undefined
  readonly capabilities?: v2Unstable.SubagentSessionCapabilities | undefined
  readonly cwd?: string | undefined
  readonly additionalDirectories?: readonly string[] | undefined
  readonly meta?: Meta
}

/** What one session said to another. */
export interface SessionMessage {
  readonly kind: 'session_message'
  readonly messageId: string
  readonly senderSessionId?: string | undefined
  readonly recipientSessionId?: string | undefined
  readonly senderMessageId?: string | undefined
  readonly recipientMessageId?: string | undefined
  readonly content: Sequence<ContentBlock>
  readonly meta?: Meta
}

/** A turn was over. */
export interface Stop {
  readonly kind: 'stop'
  readonly stopReason: string
  readonly error?: unknown
  /** The tokens of the turn, where the agent counts them. */
  readonly usage?: unknown
}

/** An update this library cannot read, as it came: an extension, or one that is malformed. */
export interface Raw {
  readonly kind: 'raw'
  readonly update: { readonly [key: string]: unknown }
}

/** One thing in the timeline of a conversation. */
export type Entry = Message | ToolCall | Plan | Compaction | Subagent | SessionMessage | Stop | Raw
