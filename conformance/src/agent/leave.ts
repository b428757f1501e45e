/** What a client answers to a question for leave. Every client has an answer: it is no means that it lends. */

import type { Json } from '../wire/arrivals.js'
import type { Reply } from '../wire/scripted-peer.js'
import { toJson } from './examined-agent.js'

/** The first option of the kind that is wanted; a question without one is called off. */
export function answerLeave({ options }: Json, leave: 'allow' | 'reject' | 'cancelled'): Reply {
  const chosen = Array.isArray(options)
    ? options.map(toJson).find(({ kind }) => String(kind).startsWith(leave))
    : undefined
  if (chosen === undefined) return { result: { outcome: { outcome: 'cancelled' } } }
  return { result: { outcome: { outcome: 'selected', optionId: chosen.optionId } } }
}
