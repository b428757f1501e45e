/** Lets the author answer, and makes sure of what every turn owes: no tool call left open, a cancel that is a cancel. */

import type { AgentDefinition, StopReason } from './definition.js'
import type { Turn } from './turn.js'

/** How the author's work ended. */
export type TurnEnd = { readonly stopReason: StopReason } | { readonly error: unknown }

/** Runs the author's function to its end; never throws. */
export async function runTurn(definition: AgentDefinition, turn: Turn): Promise<TurnEnd> {
  const end = await work(definition, turn)
  await turn.end()
  // After a cancel nothing else is a proper answer: not what the author returned, and not what it threw on the way out.
  return turn.isCancelled ? { stopReason: 'cancelled' } : end
}

async function work(definition: AgentDefinition, turn: Turn): Promise<TurnEnd> {
  try {
    return { stopReason: (await definition.prompt(turn)) ?? 'end_turn' }
  } catch (error) {
    return { error }
  }
}
