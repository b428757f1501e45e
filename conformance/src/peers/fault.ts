/** What a crooked agent does wrong: it is an honest one whose words are changed on their way in or out. */

import type { Json } from '../wire/arrivals.js'

/** What an answer is about: the request that it answers, as it came. Empty for anything else. */
export interface About {
  readonly method?: string | undefined
  readonly params?: Json | undefined
}

/** What a fault can reach. */
export interface CrookedWire {
  /** To the client, past everything. */
  send(message: unknown): void
  write(bytes: string | Uint8Array): void
  /** To the honest agent, as if the client had said so. */
  receive(message: unknown): void
}

/** How the words are changed. What is not given passes as it is. */
export interface Hooks {
  /** What goes to the client instead of this. */
  outgoing?(message: Json, about: About): readonly unknown[]
  /** What the agent hears instead of this; `about` is the agent's own request where this answers one. */
  incoming?(message: Json, about: About): readonly unknown[]
  /** What the agent hears instead of these bytes. */
  bytes?(chunk: Uint8Array): Uint8Array
  /** The client has closed its end. */
  ended?(): void
}

export interface Fault {
  /** What it does wrong, in a few words. */
  readonly sin: string
  /** The scenarios that must notice; those that say they verify the requirement, unless told. */
  readonly scenarios?: readonly string[] | undefined
  /** What is broken with it because nobody could break the one without the other. */
  readonly also?: readonly string[] | undefined
  begin(wire: CrookedWire): Hooks
}

/** The faults of one matter, each under the requirement that it breaks. */
export type Faults = Readonly<Record<string, Fault>>
