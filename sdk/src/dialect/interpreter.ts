/** What a dialect is made of: a translator between us, who speak version 1, and a peer that spells it in its own way. */

import type { Effect, Interpreter, RelayEvent, Step } from '../jsonrpc/index.js'

/** The spellings there are, by the number of the document that describes each. */
export const dialectNames = ['003', '004'] as const

/** A spelling, by the number of its document. */
export type DialectName = (typeof dialectNames)[number]

/** Our side speaks plain version 1; theirs may be an agent or a client, which is seen from who says `initialize`. */
export type Side = 'ours' | 'theirs'

export type DialectEvent<Tag> = RelayEvent<Side, Tag>
export type DialectEffect<Tag> = Effect<Side, Tag>
export type DialectStep<State, Tag> = Step<State, Side, Tag>
export type DialectInterpreter<State, Tag> = Interpreter<State, Side, Tag>

/** What a translator is told by whoever sets it up. */
export interface DialectOptions {
  /** Whether what a peer sends along to sign in may travel on, in `_meta`; by default it goes no further. */
  readonly passesCredentials?: boolean | undefined
  /** The modes of all sessions of our agent, for clients that are told of them when they connect; theirs tell us. */
  readonly modes?:
    | readonly { readonly id: string; readonly name: string; readonly description?: string | undefined }[]
    | undefined
  /** What time it is, in milliseconds since 1970: a dialect may want to be told when something was made. */
  readonly now?: (() => number) | undefined
}
