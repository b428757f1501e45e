/** The name that grants are bound to. It never allows anything by itself, so what an agent calls itself is good enough. */

import type { Circumstances } from './circumstances.js'

/** What the name of an agent begins with that nobody but itself gave. */
export const UNCHECKED = 'unchecked:'

/** Whom a grant is bound to. A name that was checked is never spelt like one that was not. */
export function boundAgent({
  agent,
  claimedAgent,
}: Pick<Circumstances, 'agent' | 'claimedAgent'>): string | undefined {
  if (agent === undefined) return claimedAgent === undefined ? undefined : `${UNCHECKED}${claimedAgent}`
  return agent.name.startsWith(UNCHECKED) ? `checked:${agent.name}` : agent.name
}
