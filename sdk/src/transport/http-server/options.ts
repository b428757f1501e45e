/** How an endpoint behaves, where its owner wants it otherwise. */

import { type BatchPolicy, type Limits, withDefaults } from '../../jsonrpc/index.js'
import type { Unheard } from './plain/unheard.js'
import type { RefusedRequest } from './refusal.js'

/** The bounds of an endpoint, beside those of each message. */
export interface EndpointLimits {
  /** Bytes of one POST; a longer one is answered 413. */
  readonly bodyBytes: number
  /** Connections in all; one more is answered 503. */
  readonly connections: number
  /** Connections of one principal, where callers are told apart; one more is answered 429. */
  readonly connectionsPerPrincipal: number
  /** Milliseconds that a connection lasts with no stream open and nothing posted. */
  readonly idleMilliseconds: number
  /** Milliseconds that the agent has to answer the opening; then it is answered 504. */
  readonly openingMilliseconds: number
  /** Milliseconds between signs of life on a quiet stream. */
  readonly keepAliveMilliseconds: number
  /** Milliseconds that work in flight may take to finish when the endpoint is closed. */
  readonly graceMilliseconds: number
}

/** How an endpoint is to be. */
export interface EndpointOptions {
  /** The one path that is served; without it every path is, and whoever mounts the endpoint tells them apart. */
  readonly path?: string | undefined
  /** What happens to a POST of an array: by default it is refused with 501. Must be the policy of whoever answers, too. */
  readonly batch?: BatchPolicy | undefined
  /** Depth and items of a message. */
  readonly messages?: Partial<Limits> | undefined
  readonly limits?: Partial<EndpointLimits> | undefined
  /**
   * Serves clients that know POST and no more, and no others: whoever speaks of connections needs another address. A request
   * is answered in the body of its POST; updates go to a GET, if there is one, else they are dropped and counted.
   */
  readonly plainPost?: boolean | undefined
  /** Told of everything that was dropped or refused because a plain client listened to no stream. */
  readonly onUnheard?: ((unheard: Unheard) => void) | undefined
  /** Told of every request that was not served, with the name of the incident that the client was given. */
  readonly onRefused?: ((request: RefusedRequest) => void) | undefined
}

const SECOND = 1_000

const defaults: EndpointLimits = {
  bodyBytes: 16 * 1024 * 1024,
  connections: 1_024,
  connectionsPerPrincipal: 64,
  idleMilliseconds: 30 * 60 * SECOND,
  openingMilliseconds: 30 * SECOND,
  keepAliveMilliseconds: 15 * SECOND,
  graceMilliseconds: 5 * SECOND,
}

/** What was chosen, with everything else as it is by default. */
export interface Settings {
  readonly path: string | undefined
  readonly batch: BatchPolicy
  readonly messages: Limits
  readonly limits: EndpointLimits
  readonly onRefused: (request: RefusedRequest) => void
  readonly onUnheard: (unheard: Unheard) => void
}

export function toSettings(options: EndpointOptions, hasCallers: boolean): Settings {
  const given = Object.entries(options.limits ?? {}).filter(([, value]) => value !== undefined)
  for (const [name, value] of given)
    if (!(value > 0)) throw new RangeError(`the limit ${name} must be a number above 0`)
  const { connections, ...limits }: EndpointLimits = { ...defaults, ...Object.fromEntries(given) }
  return {
    path: options.path,
    batch: options.batch ?? 'reject',
    messages: withDefaults(options.messages),
    // Where nobody is told apart, all of them are one principal, and its share is the whole.
    limits: hasCallers
      ? { ...limits, connections }
      : { ...limits, connections, connectionsPerPrincipal: connections },
    onRefused: options.onRefused ?? (() => {}),
    onUnheard: options.onUnheard ?? (() => {}),
  }
}
