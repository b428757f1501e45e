/** What becomes of a refusal: whoever asked gets it, unless it says more than that, or is the end of something. */

import { reasonCodes } from '../../protocol/index.js'
import { isFields } from '../../schema/fields.js'
import { forget, type Memory } from './memory.js'
import { answer, type Deed, type Move, move, type Refusal, refuse } from './moves.js'
import { flush } from './notifications.js'

const PERMISSION = 'session/request_permission'

export function takeRefusal(memory: Memory, refusal: Refusal): Move {
  const { from, tag, error } = refusal
  const { call, method, stage } = tag
  const refused = refuse(call, error, from)
  // An agent that is gone has refused nothing: whoever watches over it can say how it ended.
  if (isGone(refusal)) return move(memory, { kind: 'close', reason: 'the agent is gone' })
  if (method === 'authenticate' && from === 'ours' && error.code !== reasonCodes.request_cancelled)
    return move(memory, refused, { kind: 'close', reason: 'authentication failed' })
  if (method === PERMISSION && from === 'theirs') return takeNoChoice(memory, call, refused)
  if (stage === 'wait') {
    if (!memory.waits.has(call)) return move(memory)
    return move({ ...memory, waits: forget(memory.waits, call) }, refused)
  }
  if (method !== 'session/prompt' || from === 'theirs') return move(memory, refused)
  const { memory: flushed, deeds } = flush(memory, tag.sessionId)
  return move(flushed, ...deeds, refused)
}

function takeNoChoice(memory: Memory, call: number, refused: Deed): Move {
  if (!memory.questions.has(call)) return move(memory)
  const questions = forget(memory.questions, call)
  const isCancelled = refused.kind === 'refuse' && refused.error.code === reasonCodes.request_cancelled
  const outcome = { outcome: { outcome: 'cancelled' } }
  return move({ ...memory, questions }, isCancelled ? answer(call, outcome) : refused)
}

/** Asked of agents alone, and refused by nobody but the relay. */
function isGone({ from, tag, error }: Refusal): boolean {
  const isAgent = /^(?:initialize|authenticate|session\/(?!request_permission))/.test(tag.method)
  if (from === 'ours' || !isAgent || error.code !== reasonCodes.internal_error) return false
  return isFields(error.data) && error.data.reason === 'closed'
}
