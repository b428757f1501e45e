/** How a version of the protocol writes what happens in a session. Pure: what is said goes in, updates come out. */

import type { v1, v1Unstable, v2, v2Unstable } from '../schema/index.js'
import type { EntryContract } from '../store/index.js'
import type { Command } from './command.js'
import type { ContentBlock, PlanEntry } from './definition.js'
import type { Settings } from './settings.js'
import type { ToolCallChange, ToolCallStart } from './tool-call.js'

/** Something a client is told of a session, in whichever version. */
export type Update = v1Unstable.SessionUpdate | v2Unstable.SessionUpdate

/** How full the context is, in tokens, and what the session has cost so far. */
export interface Usage {
  readonly used: number
  readonly size: number
  readonly cost?: { readonly amount: number; readonly currency: string } | undefined
}

/** Something worth knowing at this moment, and not part of the conversation. */
export interface Notice {
  readonly severity?: 'info' | 'warning' | 'error' | undefined
  readonly title: string
  readonly description?: string | undefined
}

/** How far the agent is with shortening its memory of the conversation. */
export interface CompactionChange {
  readonly compactionId: string
  readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled'
  readonly summary?: readonly ContentBlock[] | undefined
  readonly error?: string | undefined
}

/** What an answer that opens a session says of it, in either version. */
export type OpenAnswer = v1.LoadSessionResponse | v2.ResumeSessionResponse

export interface Spelling {
  readonly contract: EntryContract
  say(content: ContentBlock, messageId: string): Update
  think(content: ContentBlock, messageId: string): Update
  /** The plan of one turn; version 1 has no ids for them. */
  plan(entries: readonly PlanEntry[], planId: string): Update
  usage(usage: Usage): Update
  begin(toolCallId: string, start: ToolCallStart): Update
  change(toolCallId: string, change: ToolCallChange): Update
  /** Nothing where the client takes no notices. */
  notice(notice: Notice): Update | undefined
  compaction(change: CompactionChange): Update | undefined
  compactionChunk(compactionId: string, content: ContentBlock): Update | undefined
  commands(commands: readonly Command[]): Update
  title(title: string | null): Update
  /** What to push when one setting has changed. */
  changed(settings: Settings, settingId: string): readonly Update[]
  /** What an answer that opens a session says of it. */
  setup(settings: Settings, commands: readonly Command[]): OpenAnswer
  /** The user's message, as a replay shows it. */
  user(messageId: string, content: readonly unknown[]): readonly Update[]
  /** An update that was kept, as this client may hear it. */
  again(update: Update): Update
  /** The end of a turn, as a replay shows it. */
  end(stopReason: v1.StopReason | 'error'): readonly Update[]
}
