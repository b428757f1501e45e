/** When an agent can be seen to be in the middle of something. */

import { CannotGoOn } from '../../judge.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentStage } from '../stage.js'

const NOTHING = Symbol('nothing yet')

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

/** A turn that is over cannot be cancelled any more. */
export async function demandAtWork(prompt: Promise<Answer>): Promise<void> {
  const first = await Promise.race([prompt, NOTHING])
  if (first !== NOTHING) throw new CannotGoOn('the turn was over before it could be cancelled')
}

/** Starts the agent, which must advertise this. */
export async function openAble(stage: AgentStage, capability: string): Promise<ExaminedAgent> {
  const agent = await stage.open()
  if (!agent.can(capability)) throw new CannotGoOn(`the agent does not advertise ${capability}`)
  return agent
}
