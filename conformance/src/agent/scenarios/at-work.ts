/** When an agent can be seen to be in the middle of something. */

import { CannotGoOn } from '../../judge.js'
import { type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentStage } from '../stage.js'

/** Waits for the first piece of a message or a thought. */
export async function untilSpeaking(
  agent: ExaminedAgent,
  sessionId: string,
  stage: AgentStage,
): Promise<void> {
  const first = await agent.peer.arrivals.find(({ message }) => {
    const { sessionId: of, update } = toJson(message.params)
    return of === sessionId && String(toJson(update).sessionUpdate).endsWith('_chunk')
  }, stage.pace.deadline)
  if (typeof first === 'string') throw new CannotGoOn(`the agent said nothing: ${first}`)
}

/** Starts the agent, which must advertise this. */
export async function openAble(stage: AgentStage, capability: string): Promise<ExaminedAgent> {
  const agent = await stage.open()
  if (!agent.can(capability)) throw new CannotGoOn(`the agent does not advertise ${capability}`)
  return agent
}
