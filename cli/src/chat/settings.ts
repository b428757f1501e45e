/** What was typed behind `parley chat`, read and checked: handed over to the process that holds the conversations. */

import type { FarPlace } from '../attach/far-place.js'

/** Plain data: it travels as JSON. */
export interface ChatSettings {
  /** The agent; none means the usual one. */
  readonly agent?: string | undefined
  readonly cwd: string
  readonly directories: readonly string[]
  /** A recorded conversation to take up, by id or name, or `last`. */
  readonly resume?: string | undefined
  readonly mode?: string | undefined
  readonly options: readonly (readonly [string, string])[]
  /** A file with MCP servers. */
  readonly mcp?: string | undefined
  readonly policy?: string | undefined
  /** Variables for the agent. */
  readonly env: Readonly<Record<string, string>>
  readonly protocol: 1 | 2
  readonly lendsFiles: boolean
  readonly lendsTerminals: boolean
  /** What to say first. */
  readonly prompt?: string | undefined
  readonly theme: 'auto' | 'dark' | 'light'
  /** To go on without a terminal from the beginning. */
  readonly isBackground?: boolean | undefined
  /** The agent is behind a gateway. */
  readonly far?: FarPlace | undefined
}
