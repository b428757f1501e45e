/** The two sides of a conversation that somebody stands between. */

import type { Effect, Interpreter, RelayEvent, Step } from '../jsonrpc/index.js'

/** Who is on which side of whoever stands between. */
export type Side = 'client' | 'agent'

export type ProxyEvent<Tag> = RelayEvent<Side, Tag>
export type ProxyEffect<Tag> = Effect<Side, Tag>
export type ProxyStep<State, Tag> = Step<State, Side, Tag>
export type ProxyInterpreter<State, Tag> = Interpreter<State, Side, Tag>

export function otherSide(side: Side): Side {
  return side === 'client' ? 'agent' : 'client'
}
