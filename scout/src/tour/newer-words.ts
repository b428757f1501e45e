/** What only the newer version of the protocol can say. Knows that a turn refuses what its version has no word for. */

import { AcpError, type Turn, type Update } from '@parley/acp/agent'

/** Tells it, and says whether the version spoken has such a word; where it has not, nothing is sent. */
export function tellNewer(turn: Turn, update: Update): boolean {
  try {
    void turn.update(update)
    return true
  } catch (error) {
    if (error instanceof AcpError) return false
    throw error
  }
}
