/** A conversation as the author of an agent sees it. */

import type { KeptEntry } from '../store/index.js'
import type { Command } from './command.js'
import type { ContentBlock, McpServer } from './definition.js'

/** Where a session works and what it was given to work with. */
export interface SessionSetup {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
  readonly systemPrompt?: SystemPrompt | null | undefined
}

/** What the client wants the model to be told, besides or instead of what the author tells it. */
export interface SystemPrompt {
  readonly mode: string
  readonly content: readonly ContentBlock[]
}

/** One conversation, as the author of an agent sees it. */
export interface Session {
  readonly id: string
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  readonly mcpServers: readonly McpServer[]
  readonly systemPrompt: SystemPrompt | undefined
  /** The id of the mode it is in; nothing when the agent declares no modes. */
  readonly mode: string | undefined
  readonly title: string | undefined
  readonly commands: readonly Command[]
  /** The value of a setting. */
  setting(id: string): string | boolean | undefined
  /** Changes the mode, and tells the client. */
  setMode(id: string): Promise<void>
  /** Changes a setting, and tells the client. */
  setSetting(id: string, value: string | boolean): Promise<void>
  /** Names the conversation, in the client's list of them too. */
  setTitle(title: string | null): Promise<void>
  /** Offers other commands from now on. */
  setCommands(commands: readonly Command[]): Promise<void>
  /** What was said and done so far, oldest first: what a model needs to know to go on. Empty without a journal. */
  history(): AsyncIterable<KeptEntry>
  /** Runs when the session is closed or its connection is over: for whatever lives as long as the session. */
  onEnd(cleanup: () => unknown): void
}
