/** When an agent can be seen to be in the middle of something. */

import { CannotGoOn } from '../../judge.js'
import type { Answer } from '../../wire/scripted-peer.js'
import { nameIn } from '../abilities.js'
import { type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentStage } from '../stage.js'

const SPEECH = /^agent_(message|thought)/
const NOTHING = Symbol('nothing yet')

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
export async function demandAtWork(prompt: Promise<Answer>): Promise<void> {
  const first = await Promise.race([prompt, NOTHING])
  if (first !== NOTHING) throw new CannotGoOn('the turn was over before it could be cancelled')
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
