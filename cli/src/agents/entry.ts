/** An agent that can be started, wherever it is known from. */

import type { DialectName } from '@parley/acp/dialect'

export interface AgentEntry {
  /** The word that people type. */
  readonly id: string
  /** The name for people; hostile where a registry gave it, so it is cleaned before it is shown. */
  readonly name: string
  readonly version?: string | undefined
  readonly description?: string | undefined
  readonly command: string
  readonly args: readonly string[]
  /** Variables it is started with, besides those that every program may see. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** How it spells the protocol, where it has a way of its own. */
  readonly dialect?: DialectName | undefined
  readonly source: 'built-in' | 'path' | 'installed' | 'custom' | 'command-line'
}
