/** The few things that can be done next, as steps. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { type Reason, reasonCodes } from '../../protocol/index.js'
import type { DialectEffect, DialectEvent, DialectStep, Side } from '../interpreter.js'
import { errorToOurs, errorToTheirs } from './errors.js'
import type { Memory, Tag } from './memory.js'
import { paramsOf } from './rows.js'

export type Move = DialectStep<Memory, Tag>
export type Deed = DialectEffect<Tag>
type Event = DialectEvent<Tag>
export type Request = Extract<Event, { kind: 'request' }>
export type Answer = Extract<Event, { kind: 'answer' }>
export type Refusal = Extract<Event, { kind: 'refusal' }>
export type Notification = Extract<Event, { kind: 'notification' }>

export function other(side: Side): Side {
  return side === 'ours' ? 'theirs' : 'ours'
}

/** The params of a call in the words of whoever is asked. */
export function respelled({ from, method, params }: Request): unknown {
  const spelling = paramsOf(method)
  return from === 'theirs' ? spelling.toOurs(params) : spelling.toTheirs(params)
}

/** Asks the other side for the sake of a call. */
export function ask(
  { from, call, method }: Request,
  params: unknown,
  more: Partial<Tag> & { readonly as?: string } = {},
): Deed {
  const { as, ...noted } = more
  return {
    kind: 'ask',
    to: other(from),
    method: as ?? method,
    params,
    tag: { call, method, ...noted },
    sake: call,
  }
}

export function move(memory: Memory, ...effects: readonly Deed[]): Move {
  return { state: memory, effects }
}

export function answer(call: number, result: unknown): Deed {
  return { kind: 'answer', call, result }
}

/** An error in the words of the side that made the call; `from` is the side that it comes from. */
export function refuse(call: number, error: ErrorObject, from: Side): Deed {
  return { kind: 'refuse', call, error: from === 'theirs' ? errorToOurs(error) : errorToTheirs(error) }
}

/** A refusal of our own to a call of theirs. */
export function refuseTheirs(call: number, reason: Reason, message: string): Deed {
  return refuse(call, { code: reasonCodes[reason], message, data: { reason } }, 'ours')
}
