/** One message of the user being answered: what was said, what can be said back, and when to stop. */

import type { Extension } from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'
import type { Invocation } from './command.js'
import type { Compaction } from './compaction.js'
import type { ContentBlock, PlanEntry } from './definition.js'
import type { Elicitation, Files, PermissionOption, PermissionSubject, Terminals } from './means.js'
import type { Session } from './session-view.js'
import type { Notice, Update, Usage } from './spelling.js'
import type { ToolCall, ToolCallStart } from './tool-call.js'

/** How a question is put. */
export interface AskOptions {
  /** What the user can answer; by default allow once, allow always and reject once. */
  readonly options?: readonly PermissionOption[] | undefined
  /** Why it is needed, for the user to read. */
  readonly reason?: string | undefined
}

/** The tokens one turn took. */
export type Tokens = Omit<v1Unstable.Usage, '_meta'>

/** One message of the user, and the agent's answer to it. */
export interface Turn {
  readonly session: Session
  /** The user's message, as it came. */
  readonly blocks: readonly ContentBlock[]
  /** The text of the user's message, its blocks joined; without what was added for the assistant alone. */
  readonly text: string
  /** The command that the message names, and what stands behind it. */
  readonly command: Invocation | undefined
  /** Where the session works. */
  readonly cwd: string
  /** Aborted when the user cancels or the connection ends. */
  readonly signal: AbortSignal
  /** Whether the user has cancelled, without asking for a signal. */
  readonly isCancelled: boolean
  /** The client's files; absent when it lends none. */
  readonly files: Files | undefined
  /** The client's terminals; absent when it lends none. */
  readonly terminal: Terminals | undefined
  /** Asks the user to fill in a form or to visit a page; absent when the client offers neither. */
  readonly elicit: Elicitation | undefined
  /** Says something to the user. Await it and a slow client slows you down; leave it and it is queued. */
  say(content: string | ContentBlock): Promise<void> | undefined
  /** Shows a thought. */
  think(content: string | ContentBlock): Promise<void> | undefined
  /** Ends the message being said: what is said next is another one. */
  nextMessage(): void
  /** Shows the whole plan; it takes the place of the one shown before. */
  plan(entries: readonly PlanEntry[]): Promise<void> | undefined
  /** Says how full the context is, in tokens, and what it has cost. */
  usage(usage: Usage): Promise<void> | undefined
  /** Says how many tokens this turn took, where the unstable protocol is spoken. */
  tokens(tokens: Tokens): void
  /** Shows something for the moment only; as a message, when the client takes no notices. */
  notice(notice: Notice): Promise<void> | undefined
  /** Says that the agent is about to shorten its memory of the conversation. */
  compact(): Compaction
  /** Announces something about to be done. Ended by `complete` or `fail`, or as failed with the turn. */
  tool(start: ToolCallStart): ToolCall
  /**
   * Asks the user, by default with allow once, allow always and reject once. The answer is the chosen option, whose
   * `kind` says yes or no, or nothing when the question was dismissed. Throws an `AbortError` when the turn is cancelled.
   */
  ask(
    about: ToolCall | Omit<PermissionSubject, 'toolCallId'>,
    options?: AskOptions,
  ): Promise<PermissionOption | undefined>
  /** Sends an update that has no word of its own here, in the spelling of the version spoken. */
  update(update: Update): Promise<void> | undefined
  /** Calls a method of one's own at the client. */
  call<Params, Result>(extension: Extension<Params, Result>, params: Params): Promise<Result>
}
