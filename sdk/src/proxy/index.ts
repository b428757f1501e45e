/** The door of the room that stands between a client and an agent. */

export type { Relay, RelayOptions } from '../jsonrpc/index.js'
export { type ProxyOptions, relay } from './relay.js'
export type { Side } from './sides.js'
