/** Which conversations are with an agent that somebody names: records have its id, and people also use its other names. */

import { knownAgent } from '../agents/known-agents.js'
import type { Conversation } from '../record/conversation.js'

/** All of them where no agent is named. */
export function withAgent(
  wanted: string | undefined,
): (conversation: Pick<Conversation, 'agent'>) => boolean {
  if (wanted === undefined) return () => true
  const names = [wanted, knownAgent(wanted)?.id ?? wanted]
  return ({ agent }) => names.includes(agent)
}
