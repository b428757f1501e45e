/** What stands between two wires and decides what passes: a pure step from an event to the next state and what to do. */

import type { ErrorObject } from '../message.js'

/** The number under which a relay knows a call that one of its sides made; never seen on a wire. */
export type CallNumber = number

/** What reaches a relay from one of its sides, in the order in which it came. */
export type RelayEvent<Side extends string, Tag> =
  | {
      readonly kind: 'request'
      readonly from: Side
      /** To be answered or refused exactly once, now or later. */
      readonly call: CallNumber
      readonly method: string
      readonly params: unknown
    }
  | {
      readonly kind: 'notification'
      readonly from: Side
      readonly method: string
      readonly params: unknown
    }
  /** What was asked under this tag has been answered. */
  | { readonly kind: 'answer'; readonly from: Side; readonly tag: Tag; readonly result: unknown }
  /** The same, refused; also for what can no longer be answered, because that side is gone. */
  | { readonly kind: 'refusal'; readonly from: Side; readonly tag: Tag; readonly error: ErrorObject }
  /** Whoever made the call has given it up; an answer is still owed. */
  | { readonly kind: 'cancelled'; readonly from: Side; readonly call: CallNumber }
  | { readonly kind: 'alarm'; readonly tag: Tag }

/** What a relay is to do, in this order. */
export type Effect<Side extends string, Tag> =
  | {
      readonly kind: 'ask'
      readonly to: Side
      readonly method: string
      readonly params: unknown
      /** Comes back with the answer. */
      readonly tag: Tag
      /** The call for whose sake it is asked: when that one is given up, so is this. */
      readonly sake?: CallNumber
    }
  | {
      readonly kind: 'tell'
      readonly to: Side
      readonly method: string
      readonly params: unknown
      /** A shorter way to the JSON text of these params than to write them as any others; undefined where it is none. */
      readonly write?: ((params: unknown) => string | undefined) | undefined
      /**
       * The one text in these params, and in what they were made of, that may be any other: whatever stands in its place,
       * the same step leads to the same effect around it, and to the same state.
       */
      readonly words?: string | undefined
    }
  | { readonly kind: 'answer'; readonly call: CallNumber; readonly result: unknown }
  | { readonly kind: 'refuse'; readonly call: CallNumber; readonly error: ErrorObject }
  /** Gives up whatever was asked under this very tag; its answer still comes. */
  | { readonly kind: 'giveUp'; readonly tag: Tag }
  /** An `alarm` event after so many milliseconds. */
  | {
      readonly kind: 'alarm'
      readonly after: number
      readonly tag: Tag
      /** The call that waits for it: refused, should the step that it leads to fail. */
      readonly sake?: CallNumber
    }
  /** Ends the conversation once all before it is sent; the reason is for the log. */
  | { readonly kind: 'close'; readonly reason: string }

/** The next state, and what is to be done on the way there. The same state, by reference, where nothing changed. */
export interface Step<State, Side extends string, Tag> {
  readonly state: State
  readonly effects: readonly Effect<Side, Tag>[]
}

/**
 * A translator as a value: deterministic, without clocks, promises or wires. It is not to throw; where it does all the
 * same, that is reported, the call that was being worked on is refused, and the state is the one before.
 */
export interface Interpreter<State, Side extends string, Tag> {
  readonly start: State
  step(state: State, event: RelayEvent<Side, Tag>): Step<State, Side, Tag>
}
