/** The ways to change what passes, in words that faults are made of. */

import { errorCode } from '../error.js'
import type { Json } from '../wire/arrivals.js'
import type { CrookedWire, Fault, Hooks } from './fault.js'

type More = Pick<Fault, 'also' | 'scenarios'>

/** A fault, and what it does wrong. */
export function fault(sin: string, begin: (wire: CrookedWire) => Hooks, more: More = {}): Fault {
  return { sin, begin, ...more }
}

/** The answer to a method, whole. */
export function answers(method: string, change: (answer: Json, params: Json) => readonly unknown[]): Hooks {
  return {
    outgoing: (message, about) => (about.method === method ? change(message, about.params ?? {}) : [message]),
  }
}

/** The result of a method; errors pass. */
export function results(method: string, change: (result: Json, params: Json) => unknown): Hooks {
  return answers(method, (answer, params) =>
    'result' in answer ? [{ ...answer, result: change(toFields(answer.result), params) }] : [answer],
  )
}

/** An answer that becomes an error, where `isMeant`. */
export function refuses(method: string, isMeant: (params: Json) => boolean = () => true): Hooks {
  return answers(method, (answer, params) => [isMeant(params) ? toError(answer) : answer])
}

/** A refusal that becomes a result. */
export function allows(method: string, result: unknown): Hooks {
  return answers(method, answer => ['error' in answer ? toResult(answer, result) : answer])
}

/** The code of an error. */
export function miscounts(method: string, code: unknown): Hooks {
  return answers(method, answer => ['error' in answer ? toError(answer, code) : answer])
}

/** Updates of one kind: what is told instead of each. */
export function updates(kind: string, change: (update: Json) => readonly Json[]): Hooks {
  return {
    outgoing(message) {
      const { update, ...rest } = toFields(message.params)
      const told = toFields(update)
      if (message.method !== 'session/update' || told.sessionUpdate !== kind) return [message]
      return change(told).map(each => ({ ...message, params: { ...rest, update: each } }))
    },
  }
}

/** A request or notification of the agent: its params. */
export function asks(method: string, change: (params: Json) => Json): Hooks {
  return {
    outgoing: message =>
      message.method === method ? [{ ...message, params: change(toFields(message.params)) }] : [message],
  }
}

/** What the agent hears instead of a request or notification of the client. */
export function hears(method: string, change: (params: Json) => Json): Hooks {
  return {
    incoming: message =>
      message.method === method ? [{ ...message, params: change(toFields(message.params)) }] : [message],
  }
}

/** What the agent hears instead of the result of its own request. */
export function learns(method: string, change: (result: Json) => Json): Hooks {
  return {
    incoming: (message, about) =>
      about.method === method ? [{ ...message, result: change(toFields(message.result)) }] : [message],
  }
}

/** The agent takes its client for more than it is. */
export function believes(capabilities: Json): Hooks {
  return hears('initialize', params => {
    const key = 'info' in params ? 'capabilities' : 'clientCapabilities'
    return { ...params, [key]: merged(toFields(params[key]), capabilities) }
  })
}

/** The states that end work in version 2: what is told instead of each. */
export function ends(change: (update: Json) => readonly Json[]): Hooks {
  return updates('state_update', update =>
    update.state === 'idle' && update.stopReason !== undefined ? change(update) : [update],
  )
}

/** The last word of work is another. */
export function endsWith(stopReason: string): Hooks {
  return ends(update => [{ ...update, stopReason }])
}

/** A request of the client that the agent never hears, and that is answered for it. */
export function answersFor(wire: CrookedWire, method: string, result: unknown): Hooks {
  return {
    incoming(message) {
      if (message.method !== method) return [message]
      wire.send(toResult(message, result))
      return []
    },
  }
}

/** Something said once, behind the first answer to this method. */
export function saysAfter(method: string, wire: CrookedWire, more: readonly unknown[]): Hooks {
  let isSaid = false
  return answers(method, answer => {
    if (isSaid) return [answer]
    isSaid = true
    for (const each of more) if (each instanceof Uint8Array) setImmediate(() => wire.write(each))
    return [answer, ...more.filter(each => !(each instanceof Uint8Array))]
  })
}

/** Nothing else is told of sessions that the client knows under other names, or not at all. */
export function quietly(hooks: Hooks): Hooks {
  return {
    ...hooks,
    outgoing: (message, about) =>
      message.method === 'session/update' ? [] : (hooks.outgoing?.(message, about) ?? [message]),
  }
}

export function toFields(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function toError({ id }: Json, code: unknown = errorCode.internal_error): Json {
  return { jsonrpc: '2.0', id, error: { code, message: 'Something went wrong' } }
}

export function toResult({ id }: Json, result: unknown): Json {
  return { jsonrpc: '2.0', id, result }
}

function merged(base: Json, more: Json): Json {
  const entries = Object.entries(more).map(([name, value]) => {
    const isDeep = typeof value === 'object' && value !== null
    return [name, isDeep ? merged(toFields(base[name]), toFields(value)) : value]
  })
  return { ...base, ...Object.fromEntries(entries) }
}
