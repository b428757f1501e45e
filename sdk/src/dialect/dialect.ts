/** Makes a peer that spells version 1 in its own way look like one that does not. */

import {
  type Channel,
  handover,
  type Limits,
  type Report,
  relayThrough,
  withDefaults,
} from '../jsonrpc/index.js'
import { idParameters } from '../protocol/scope.js'
import { type TakeCredentials, tellingCredentials } from './credentials.js'
import type { DialectName, DialectOptions, Side } from './interpreter.js'
import { interpreter003 } from './spelling-003/interpreter.js'
import { interpreter004 } from './spelling-004/interpreter.js'

/** How a peer's dialect is treated. */
export interface DialectChannelOptions extends DialectOptions {
  readonly limits?: Partial<Limits> | undefined
  /** Learns of everything that was wrong but stopped nothing. Must not throw. */
  readonly report?: ((side: Side, report: Report) => void) | undefined
  /** Whether input from the peer that is no message is answered (the default). */
  readonly answersNoise?: boolean | undefined
  /** Gets what a client sends along to sign in, just before the agent is asked to sign it in. */
  readonly onCredentials?: TakeCredentials | undefined
}

/** The channel of a peer that speaks a dialect, as a channel of version 1; in either role. */
export function dialect(channel: Channel, name: DialectName, options: DialectChannelOptions = {}): Channel {
  const { limits, report, answersNoise, onCredentials } = options
  const heard = onCredentials === undefined ? channel : tellingCredentials(channel, onCredentials)
  const { outer, inner } = handover(withDefaults(limits))
  const sides = {
    ours: { channel: inner, batch: 'process' },
    theirs: { channel: heard, batch: 'process', answersNoise },
  } as const
  const relaying = { limits, report, idParameters }
  if (name === '003') relayThrough(sides, interpreter003(options), relaying)
  else relayThrough(sides, interpreter004({ ...options, now: options.now ?? Date.now }), relaying)
  return outer
}
