/** What was typed behind `parley chat`, as it was typed. */

import type { GatewayFlags } from '../gateway-options.js'

export interface ChatFlags extends GatewayFlags {
  /** A gateway, for a new conversation. */
  readonly url?: string | undefined
  /** A gateway, for one that it keeps. */
  readonly attach?: string | undefined
  readonly agent?: string | undefined
  readonly cwd?: string | undefined
  readonly scratch?: boolean | undefined
  readonly addDir?: readonly string[] | undefined
  /** True for the last one. */
  readonly resume?: string | true | undefined
  readonly mode?: string | undefined
  readonly option?: readonly string[] | undefined
  readonly mcp?: string | undefined
  readonly env?: readonly string[] | undefined
  readonly policy?: string | undefined
  readonly fs: boolean
  readonly terminal: boolean
  readonly protocol: '1' | '2'
  readonly theme: 'auto' | 'dark' | 'light'
  readonly plain?: boolean | undefined
  readonly background?: boolean | undefined
}
