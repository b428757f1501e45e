/** The spelling of document 003: what a peer says in it, as version 1, and what we say to it, in its words. */

import type { DialectInterpreter, DialectOptions } from '../interpreter.js'

interface State {
  readonly theirs: 'agent' | 'client' | undefined
}

type Tag = { readonly call: number }

export function interpreter003(_options: DialectOptions): DialectInterpreter<State, Tag> {
  return {
    start: { theirs: undefined },
    step(state, event) {
      const other = 'from' in event && event.from === 'ours' ? 'theirs' : 'ours'
      switch (event.kind) {
        case 'request':
          return {
            state,
            effects: [{ ...event, kind: 'ask', to: other, tag: { call: event.call }, sake: event.call }],
          }
        case 'notification':
          return { state, effects: [{ ...event, kind: 'tell', to: other }] }
        case 'answer':
          return { state, effects: [{ kind: 'answer', call: event.tag.call, result: event.result }] }
        case 'refusal':
          return { state, effects: [{ kind: 'refuse', call: event.tag.call, error: event.error }] }
        default:
          return { state, effects: [] }
      }
    },
  }
}
