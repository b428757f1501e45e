/** What a client answers to a question for leave. Every client has an answer: it is no means that it lends. */

import type { Json } from '../wire/arrivals.js'
import type { Reply } from '../wire/scripted-peer.js'
import { toJson } from './examined-agent.js'

/** What is wanted, for this once where that is offered; a question without such an option is called off. */
export function answerLeave({ options }: Json, leave: 'allow' | 'reject' | 'cancelled'): Reply {
  const offered = Array.isArray(options) ? options.map(toJson) : []
  const chosen =
    offered.find(({ kind }) => kind === `${leave}_once`) ??
    offered.find(({ kind }) => String(kind).startsWith(leave))
  if (chosen === undefined) return { result: { outcome: { outcome: 'cancelled' } } }
  return { result: { outcome: { outcome: 'selected', optionId: chosen.optionId } } }
}
