/** Lets the author answer, and makes sure of what every turn owes: no tool call left open, a cancel that is a cancel. */

import type { AgentDefinition, StopReason } from './definition.js'
import { toTelling } from './journal-failure.js'
import type { LiveTurn } from './live-turn.js'

/** How the author's work ended. */
export type TurnEnd = { readonly stopReason: StopReason } | { readonly error: unknown }

/** Runs the author's function to its end, and resolves when all it said is kept; never throws. */
export async function runTurn(definition: AgentDefinition, turn: LiveTurn): Promise<TurnEnd> {
  const end = await work(definition, turn)
  await turn.end()
  // After a cancel nothing else is a proper answer: not what the author returned, and not what it threw on the way out.
  return keep(turn, turn.isCancelled ? { stopReason: 'cancelled' } : end)
}

async function work(definition: AgentDefinition, turn: LiveTurn): Promise<TurnEnd> {
  // Called off while its prompt was being written down: an author who listens for the cancel would never hear it.
  if (turn.isCancelled) return { stopReason: 'cancelled' }
  try {
    return { stopReason: (await answer(definition, turn)) ?? 'end_turn' }
  } catch (error) {
    return { error }
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: an author whose function simply ends returns void
function answer(definition: AgentDefinition, turn: LiveTurn): Promise<StopReason | void> {
  const { command: invoked } = turn
  if (invoked?.command.run === undefined) return definition.prompt(turn)
  return invoked.command.run(turn, invoked.input)
}

/** The turn is over when its end is written down; when it cannot be, that is how it ended, unless it was cancelled. */
async function keep(turn: LiveTurn, end: TurnEnd): Promise<TurnEnd> {
  try {
    await turn.session.record({ kind: 'end', stopReason: 'error' in end ? 'error' : end.stopReason })
    return end
  } catch (error) {
    return turn.isCancelled ? end : { error: toTelling(error, turn.session.id) }
  }
}
