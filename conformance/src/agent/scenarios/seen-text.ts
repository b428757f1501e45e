/** Whether a text that the agent was told can be seen again in what it said and did, and whether it is still the same. */

import { type ExaminedAgent, updateOf } from '../examined-agent.js'
import { textOf } from './history.js'

/** A text that comes back in other words is a matter of the agent; one whose characters are broken is not. */
export type Seen = 'whole' | 'mangled' | 'nowhere'

const REPLACED = '\ufffd'

/** What was said in all sessions, and told of tool calls. */
export function textsOf({ peer }: ExaminedAgent): readonly string[] {
  const updates = peer.arrivals.all.map(updateOf)
  return [textOf(updates, 'agent'), textOf(updates, 'user'), ...updates.flatMap(textsIn)]
}

export function seenOf(texts: readonly string[], told: string): Seen {
  if (texts.some(text => text.includes(told))) return 'whole'
  const misread = Buffer.from(told).toString('latin1')
  const isMangled = texts.some(text => text.includes(REPLACED) || text.includes(misread))
  return isMangled && !told.includes(REPLACED) ? 'mangled' : 'nowhere'
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
