/** The moves that all translations are made of: ask the other side, tell it something, answer, refuse. */

import type { CallNumber, ErrorObject } from '../../jsonrpc/index.js'
import { type Fields, isFields } from '../../schema/fields.js'
import type { Side } from '../interpreter.js'
import { errorToOurs, errorToTheirs } from './errors.js'
import type { Effect, Handler, Move, Request, Setting, State, Tag } from './state.js'

export function move(state: State, ...effects: readonly Effect[]): Move {
  return { state, effects }
}

export function otherSide(side: Side): Side {
  return side === 'ours' ? 'theirs' : 'ours'
}

export function tell(to: Side, method: string, params: unknown): Effect {
  return { kind: 'tell', to, method, params }
}

export function answer(call: CallNumber, result: unknown): Effect {
  return { kind: 'answer', call, result }
}

/** A question of the translator's own, not given up with any call; what is refused is an error of version 1. */
export function inquire(to: Side, [method, params]: readonly [string, unknown], sequel: Sequel): Effect {
  const { answered, refused } = sequel
  const tag: Tag = {
    ...(answered && { answered }),
    ...(refused && {
      refused: (state, error) => refused(state, to === 'theirs' ? errorToOurs(error) : error),
    }),
  }
  return { kind: 'ask', to, method, params, tag }
}

/** Refuses a call of either side; the error is one of version 1, and is spelled for whoever called. */
export function refuse({ from, call }: Pick<Request, 'from' | 'call'>, error: ErrorObject): Effect {
  return { kind: 'refuse', call, error: from === 'theirs' ? errorToTheirs(error) : error }
}

/** What comes of a call that was passed on, where it is not simply handed back. */
export interface Sequel {
  readonly answered?: (state: State, result: unknown) => Move
  /** The error is one of version 1. */
  readonly refused?: (state: State, error: ErrorObject) => Move
  readonly endsTelling?: unknown
}

/** Passes a call on under these params; its answer is handed back as it is, or as the sequel says. */
export function passOn(request: Request, params: unknown, sequel: Sequel = {}): Effect {
  return follow(request, [request.method, params], sequel)
}

/** A call whose params are an object. */
type Asked = Request & { readonly params: Fields }

/** A handler of such calls; any other passes as it is, so that whoever checks it says what is wrong with it. */
export function withFields(handle: (state: State, request: Asked, setting: Setting) => Move): Handler {
  return (state, request, setting) => {
    if (!isFields(request.params)) return move(state, passOn(request, request.params))
    return handle(state, request as Asked, setting)
  }
}

/** Asks the other side something for the sake of a call. */
export function follow(
  request: Request,
  [method, params]: readonly [string, unknown],
  sequel: Sequel,
): Effect {
  const { call, from } = request
  const to = otherSide(from)
  const { answered = (state, result) => move(state, answer(call, result)) } = sequel
  const { refused = (state: State, error: ErrorObject) => move(state, refuse(request, error)) } = sequel
  const tag: Tag = {
    answered,
    endsTelling: sequel.endsTelling,
    refused: (state, error) => refused(state, to === 'theirs' ? errorToOurs(error) : error),
  }
  return { kind: 'ask', to, method, params, tag, sake: call }
}
