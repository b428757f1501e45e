/** When an agent can be seen to be in the middle of something. */

import { CannotGoOn } from '../../judge.js'
import { nameIn } from '../abilities.js'
import { type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentStage } from '../stage.js'

/** Why a turn that was too short proves nothing. */
export const OVER = 'the turn was over before it could be cancelled'

const SPEECH = /^agent_(message|thought)/

/** Waits for the first piece of a message or a thought. */
export async function untilSpeaking(
  agent: ExaminedAgent,
  sessionId: string,
  stage: AgentStage,
): Promise<void> {
  const first = await agent.peer.arrivals.find(({ message }) => {
    const { sessionId: of, update } = toJson(message.params)
    return of === sessionId && SPEECH.test(String(toJson(update).sessionUpdate))
  }, stage.pace.deadline)
  if (typeof first === 'string') throw new CannotGoOn(`the agent said nothing: ${first}`)
}

/** A turn that is over cannot be cancelled any more. */
export function demandAtWork(agent: ExaminedAgent, sessionId: string): void {
  if (!agent.isAtWork(sessionId)) throw new CannotGoOn(OVER)
}

/** Why something is not looked at. */
export function unadvertised({ version }: AgentStage, capability: string): string {
  return `the agent does not advertise ${nameIn(version, capability)}`
}

/** Starts the agent, which must advertise this. */
export async function openAble(stage: AgentStage, capability: string): Promise<ExaminedAgent> {
  const agent = await stage.open()
  if (!agent.can(capability)) throw new CannotGoOn(unadvertised(stage, capability))
  return agent
}
