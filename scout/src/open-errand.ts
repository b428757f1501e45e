/** From a message of the user to what scout works with. Loaded late, because an agent must start quickly. */

import type { Turn } from '@parley/acp/agent'
import type { Errand } from './errand.js'

/** What scout works with while it answers this message. */
export async function openErrand(turn: Turn): Promise<Errand> {
  const { openWorkspace } = await import('./workspace/open-workspace.js')
  return { turn, workspace: openWorkspace(turn) }
}
