/** Finds the agent that somebody means: by its id, or by the command line that starts it. */

import type { Shell } from '../shell.js'
import type { AgentEntry } from './entry.js'
import { SCOUT, scoutEntry } from './scout-entry.js'

/**
 * The agent of that id, from wherever it is known, or the program that a command line names. Fails with what there is
 * and what may have been meant; an installed agent that is not what was installed is refused.
 */
export async function findAgent(wanted: string, shell: Shell): Promise<AgentEntry> {
  if (wanted === SCOUT.id) return scoutEntry(shell)
  // The rest of the catalogue costs time that the built-in agent need not wait for.
  return (await import('./find-agent.js')).findOtherAgent(wanted, shell)
}
