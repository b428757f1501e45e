/** What was typed behind `parley attach`. */

import type { GatewayFlags } from '../gateway-options.js'

export interface AttachFlags extends GatewayFlags {
  readonly list?: boolean | undefined
  readonly end?: boolean | undefined
  readonly plain?: boolean | undefined
  readonly format: 'text' | 'json'
  readonly protocol: '1' | '2'
  readonly theme: 'auto' | 'dark' | 'light'
}
