/** An agent of either version, as a client of either version wants to see it. */

import {
  type Channel,
  handover,
  type Limits,
  type Relay,
  type Report,
  relayThrough,
  withDefaults,
} from '../../jsonrpc/index.js'
import { idParameters } from '../../protocol/scope.js'
import type { Side } from '../sides.js'
import { bridgeInterpreter } from './negotiation.js'
import { reopening } from './reopening.js'

/** How two versions are brought together. */
export interface BridgeOptions {
  /**
   * Another connection to the same agent. An agent that answers with another version than the client's has to be greeted
   * again in its own; some refuse a second greeting on one connection, so that a fresh one is used where there is one.
   */
  readonly reopen?: (() => Promise<Channel>) | undefined
  /** Greet in the words of all versions at once, for an agent of version 1 that takes one greeting and cannot be begun anew. */
  readonly offersAll?: boolean | undefined
  readonly limits?: Partial<Limits> | undefined
  /** Learns of everything that was wrong but stopped nothing, and on which side. Must not throw. */
  readonly report?: ((side: Side, report: Report) => void) | undefined
}

/** The channel of an agent that speaks either version, for a client that speaks either: where they differ, it is translated. */
export function bridge(agent: Channel, options: BridgeOptions = {}): Channel {
  const { outer, inner } = handover(withDefaults(options.limits))
  bridgeBetween(inner, agent, options)
  return outer
}

/** Joins the channel of a client and the channel of an agent, whichever version each of them speaks. */
export function bridgeBetween(client: Channel, agent: Channel, options: BridgeOptions = {}): Relay {
  const { reopen, offersAll, limits, report } = options
  const interpreter = bridgeInterpreter({ canReopen: reopen !== undefined, offersAll: offersAll === true })
  const wire = reopen === undefined ? agent : reopening(agent, reopen)
  return relayThrough({ client: { channel: client }, agent: { channel: wire } }, interpreter, {
    limits,
    report,
    idParameters,
  })
}
