/** A thing scout can do, the same for a person's command and for a model. Knows no tool in particular. */

import type { ContentBlock, ToolCall, ToolCallStart } from '@parley/acp/agent'
import type { Errand } from '../errand.js'

/**
 * What a tool does to the world: decides in which modes it may run and whether it is asked about.
 * `look` changes nothing, `talk` only speaks to the user.
 */
export type Effect = 'look' | 'talk' | 'edit' | 'remove' | 'run' | 'fetch' | 'foreign'

/** What a tool takes, as a JSON Schema of an object. */
export interface ToolParameters {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

/** What came of it: text for whoever asked, a person's command or a model. */
export interface ToolResult {
  readonly text: string
  readonly isError?: boolean | undefined
  /** Images and the like, for models that take them. */
  readonly blocks?: readonly ContentBlock[] | undefined
}

/** What is about to be done, before anybody is asked: how it is shown, and the doing itself. */
export interface Undertaking {
  readonly start: ToolCallStart
  /** What the user should see before they are asked, such as the diff. */
  readonly preview?: Parameters<ToolCall['progress']>[0] | undefined
  /** Does it, once it is allowed. `call` shows how it goes; whoever called `undertake` ends it. */
  carryOut(call: ToolCall): Promise<ToolResult>
}

/** A tool. Its input is whatever a model or a command gave, checked against `parameters` before `undertake` sees it. */
export interface Tool {
  readonly name: string
  /** For the model: what it is for and what it needs. */
  readonly description: string
  readonly parameters: ToolParameters
  readonly effect: Effect
  /** Works out what will be done; throws a `WorkspaceError` with a sentence for people where it cannot be. */
  undertake(input: Readonly<Record<string, unknown>>, errand: Errand): Promise<Undertaking>
}
