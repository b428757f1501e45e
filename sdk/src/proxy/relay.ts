/** Stands between a client and an agent and changes nothing but the ids. */

import { type Channel, type Relay, type RelayOptions, relayThrough } from '../jsonrpc/index.js'
import { otherSide, type ProxyInterpreter, type Side } from './sides.js'

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
        return { state, effects: [{ kind: 'tell', to: otherSide(from), method, params }] }
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
export function relay(client: Channel, agent: Channel, options: RelayOptions<Side> = {}): Relay {
  return relayThrough({ client: { channel: client }, agent: { channel: agent } }, unchanged, options)
}
