/** What a crooked client does wrong: it is our own, whose words are changed on their way, or whose view is. */

import type { Channel } from '@parley/acp/jsonrpc'
import type { ClientView } from '../client/view.js'
import type { Json } from '../wire/arrivals.js'
import type { About, CrookedWire, Hooks } from './fault.js'

export interface ClientFault {
  /** What it does wrong, in a few words. */
  readonly sin: string
  /** The scenarios that must notice; those that say they verify the requirement, unless told. */
  readonly scenarios?: readonly string[] | undefined
  /** What is broken with it because nobody could break the one without the other. */
  readonly also?: readonly string[] | undefined
  /** It ends its process or starts another one: only a program of its own can do that. */
  readonly isProgram?: boolean | undefined
  begin?(wire: CrookedWire): Hooks
  /** What it shows instead of what it saw. */
  view?(view: ClientView): ClientView
  /** Words that it puts before the agent's command. */
  readonly before?: readonly string[] | undefined
  /** Starts the agent in a way of its own. */
  open?(command: readonly string[]): Channel
}

/** The faults of one matter, each under the requirement that it breaks. */
export type ClientFaults = Readonly<Record<string, ClientFault>>

/** One message, several instead of it, or none. */
type Instead = (message: Json, wire: CrookedWire) => readonly unknown[]

function isOf({ method }: Json, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? method === wanted : wanted.test(String(method))
}

/** Changes what the client calls. */
export function calling(sin: string, method: string | RegExp, instead: Instead): ClientFault {
  return {
    sin,
    begin: wire => ({
      outgoing: message => (isOf(message, method) ? instead(message, wire) : [message]),
    }),
  }
}

/** Changes the params of what the client calls. */
export function callingWith(
  sin: string,
  method: string | RegExp,
  change: (params: Json) => Json,
): ClientFault {
  return calling(sin, method, message => [{ ...message, params: change({ ...Object(message.params) }) }])
}

/** Changes what the client answers. */
export function answering(
  sin: string,
  method: string,
  change: (message: Json, about: About) => Json | readonly Json[],
): ClientFault {
  return {
    sin,
    begin: () => ({
      outgoing(message, about) {
        if (about.method !== method) return [message]
        const changed = change(message, about)
        return Array.isArray(changed) ? changed : [changed]
      },
    }),
  }
}

/** Answers with this result, whatever it should have been. */
export function answeringWith(sin: string, method: string, change: (result: Json) => Json): ClientFault {
  return answering(sin, method, ({ id, result }) => ({
    jsonrpc: '2.0',
    id,
    result: change({ ...Object(result) }),
  }))
}

/** Changes what the client hears of a request or a notification. */
export function hearing(sin: string, method: string, instead: Instead): ClientFault {
  return {
    sin,
    begin: wire => ({
      incoming: message => (message.method === method ? instead(message, wire) : [message]),
    }),
  }
}

/** Changes the params of what the client hears. */
export function hearingWith(sin: string, method: string, change: (params: Json) => Json): ClientFault {
  return hearing(sin, method, message => [{ ...message, params: change({ ...Object(message.params) }) }])
}

/** Changes what the client hears of an update. */
export function hearingUpdate(sin: string, change: (update: Json) => Json | undefined): ClientFault {
  return hearing(sin, 'session/update', message => {
    const params: Json = { ...Object(message.params) }
    const update = change({ ...Object(params.update) })
    return update === undefined ? [] : [{ ...message, params: { ...params, update } }]
  })
}

/** Changes the answer that the client hears to a call of its own. */
export function hearingAnswer(sin: string, method: string, change: (message: Json) => Json): ClientFault {
  return {
    sin,
    begin: () => ({
      incoming: (message, about) => [about.method === method ? change(message) : message],
    }),
  }
}

/** Dies of what it hears. */
export function dyingOf(sin: string, isDeadly: (message: Json) => boolean): ClientFault {
  return {
    sin,
    isProgram: true,
    begin: () => ({ incoming: message => (isDeadly(message) ? process.exit(1) : [message]) }),
  }
}

/** Shows its sessions otherwise. */
export function showing(
  sin: string,
  change: (session: ClientView['sessions'][number]) => ClientView['sessions'][number],
): ClientFault {
  return { sin, view: view => ({ ...view, sessions: view.sessions.map(change) }) }
}
