/** Stands between a client and an agent and changes nothing but the ids. */

import {
  type BatchPolicy,
  type Channel,
  type Relay,
  type RelayOptions,
  relayThrough,
} from '../jsonrpc/index.js'
import { idParameters } from '../protocol/scope.js'
import { isFields } from '../schema/fields.js'
import { otherSide, type ProxyInterpreter, type Side } from './sides.js'
import { spokenWords } from './spoken-words.js'

/** How whoever stands between a client and an agent treats them. */
export interface ProxyOptions extends RelayOptions<Side> {
  /** What becomes of an array that a side sends: refused whole (the default) or taken apart; none is ever passed on. */
  readonly batch?: Readonly<Partial<Record<Side, BatchPolicy>>> | undefined
}

/** A call that was passed on. */
export interface Passed {
  readonly call: number
}

/** Passes everything on as it is. */
export const unchanged: ProxyInterpreter<undefined, Passed> = {
  start: undefined,
  step(state, event) {
    switch (event.kind) {
      case 'request': {
        const { from, call, method, params } = event
        return {
          state,
          effects: [{ kind: 'ask', to: otherSide(from), method, params, tag: { call }, sake: call }],
        }
      }
      case 'notification': {
        const { from, method, params } = event
        const words = method === 'session/update' && isFields(params) ? spokenWords(params.update) : undefined
        return { state, effects: [{ kind: 'tell', to: otherSide(from), method, params, words }] }
      }
      case 'answer':
        return { state, effects: [{ kind: 'answer', call: event.tag.call, result: event.result }] }
      case 'refusal':
        return { state, effects: [{ kind: 'refuse', call: event.tag.call, error: event.error }] }
      default:
        return { state, effects: [] }
    }
  },
}

/** Joins the channel of a client and the channel of an agent; nothing is lost, and ids never meet. */
export function relay(client: Channel, agent: Channel, options: ProxyOptions = {}): Relay {
  const { batch } = options
  // As an agent and a client would: a client's noise is answered, an agent's is only reported.
  const sides = {
    client: { channel: client, batch: batch?.client },
    agent: { channel: agent, batch: batch?.agent, answersNoise: false },
  }
  return relayThrough(sides, unchanged, { ...options, idParameters })
}
