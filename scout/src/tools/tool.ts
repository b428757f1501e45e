/** A thing scout can do, the same for a person's command and for a model. Knows no tool in particular. */

import type { ContentBlock, ToolCall, ToolCallStart } from '@parley/acp/agent'
import type { Errand } from '../errand.js'

/**
 * What a tool does to the world: decides in which modes it may run and whether it is asked about.
 * `look` changes nothing, `talk` only speaks to the user; `move` and `remove` take something away from its place.
 */
export type Effect = 'look' | 'talk' | 'edit' | 'move' | 'remove' | 'run' | 'fetch' | 'foreign'

/** What a tool takes, as a JSON Schema of an object. */
export interface ToolParameters {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

/** What a model or a command gave, once it was checked. */
export type ToolInput = Readonly<Record<string, unknown>>

/** What came of it: text for whoever asked, a person's command or a model. */
export interface ToolResult {
  readonly text: string
  readonly isError?: boolean | undefined
  /** How much of the text is what was asked for, where a remark stands behind it. */
  readonly length?: number | undefined
  /** Images and the like, for models that take them. */
  readonly blocks?: readonly ContentBlock[] | undefined
}

/** How far "always" reaches when the user says it. */
export interface Reach {
  /** What is remembered, such as the exact command. */
  readonly key: string
  /** For the user: `this command`. */
  readonly words: string
}

/** What is about to be done, before anybody is asked: how it is shown, and the doing itself. */
export interface Undertaking {
  readonly start: ToolCallStart
  /** What the user should see before they are asked, such as the diff; it stays when the call is completed. */
  readonly preview?: Parameters<ToolCall['show']>[0] | undefined
  /** Why the user is asked in any case, whatever the mode and earlier answers say. */
  readonly asks?: string | undefined
  /** Whether it goes through what the client lends, so that the client judges it whether scout asks or not. */
  readonly isLent?: boolean | undefined
  /** Every use of the tool, unless something narrower is said. */
  readonly reach?: Reach | undefined
  /** Does it, once it is allowed. `call` shows how it goes; what is not ended here is ended by whoever called `undertake`. */
  carryOut(call: ToolCall): Promise<ToolResult>
}

/** Something that shows itself and asks by itself, such as a tool of an MCP server. */
export interface Conduct {
  conduct(): Promise<ToolResult>
}

/** A tool. Its input is whatever a model or a command gave, checked against `parameters` before `undertake` sees it. */
export interface Tool {
  readonly name: string
  /** For the model: what it is for and what it needs. */
  readonly description: string
  readonly parameters: ToolParameters
  readonly effect: Effect
  /** Works out what will be done; throws a `WorkspaceError` with a sentence for people where it cannot be. */
  undertake(input: ToolInput, errand: Errand): Promise<Undertaking | Conduct>
}
