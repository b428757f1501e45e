/** Answers a message with a model: what was before is read from the journal, and the model goes on from there. */

import type { StopReason } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
import type { Brain } from './brain.js'
import { Deliberation, type DeliberationOptions } from './deliberation.js'
import { findBrain } from './find-brain.js'
import { type Memory, recall } from './memory.js'

export type AnswerOptions = DeliberationOptions

/**
 * Answers the message of a turn. Says what the model says and does what it wants; throws an `RpcError` that names cause
 * and cure where the turn could not be carried out.
 */
export const answer = async (
  errand: Errand,
  brain: Brain,
  options: AnswerOptions = {},
): Promise<StopReason> => {
  const { turn } = errand
  try {
    const memory = withPrompt(await recall(turn.session), errand)
    const find = (model: string): Promise<Brain | undefined> => findBrain({ model })
    return await new Deliberation(errand, brain, { findBrain: find, ...options, memory }).run()
  } catch (error) {
    if (turn.signal.aborted) return 'cancelled'
    throw error
  }
}

/** A session that nobody keeps has no past, but there is something to answer. */
const withPrompt = (memory: Memory, { turn }: Errand): Memory =>
  memory.items.length > 0 ? memory : { ...memory, items: [{ kind: 'user', blocks: turn.blocks }] }
