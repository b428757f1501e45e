/** What is known while two versions meet: who has greeted whom, what waits, and what was agreed on. */

import type { Passed as Relayed } from '../relay.js'
import type { ProxyEvent, ProxyStep } from '../sides.js'
import type { Fields } from './fields.js'
import type { State as NewClientState, Tag as NewClientTag } from './new-client/state.js'
import type { State as OldClientState, Tag as OldClientTag } from './old-client/state.js'
import type { Waiting } from './waiting.js'

export type Event = ProxyEvent<Tag>
export type Said = Extract<Event, { readonly kind: 'request' | 'notification' }>
export type Step = ProxyStep<State, Tag>

/** A greeting of the client that is not answered yet. */
export interface Greeting {
  readonly call: number
  readonly params: Fields
  /** The agent was greeted in its own words, after the client's did not fit. */
  readonly isSecond: boolean
  /** What the agent answered before; good enough if it wants no second greeting. */
  readonly before: Fields | undefined
}

export type State =
  /** Nobody has greeted anybody: what is said passes as it is, and the agent refuses it. */
  | {
      readonly phase: 'strange'
      /** What the agent answered to a greeting that was none. */
      readonly before: Fields | undefined
    }
  | { readonly phase: 'greeting'; readonly greeting: Greeting; readonly waiting: Waiting<Said> }
  | { readonly phase: 'same' }
  | { readonly phase: 'old client'; readonly inner: OldClientState }
  | {
      readonly phase: 'new client'
      readonly inner: NewClientState
      /** What the agent answered; version 2 may greet again until it has asked for something else. */
      readonly welcome: Fields | undefined
    }

export type Undecided = Extract<State, { readonly phase: 'greeting' }>

export type Tag = { readonly kind: 'greeted' } | Relayed | OldClientTag | NewClientTag

export interface Meeting {
  /** Whether the agent can be spoken to on another connection. */
  readonly canReopen: boolean
  /** Whether a client's greeting is sent in the words of all versions at once. */
  readonly offersAll: boolean
}

export const strange = { phase: 'strange', before: undefined } as const
export const same: State = { phase: 'same' }
