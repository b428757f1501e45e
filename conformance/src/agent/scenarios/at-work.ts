/** When an agent can be seen to be in the middle of something. */

import { CannotGoOn } from '../../judge.js'
import type { Received } from '../../wire/arrivals.js'
import { nameIn } from '../abilities.js'
import { describeAnswer, type ExaminedAgent, isOf, updateOf } from '../examined-agent.js'
import type { AgentStage } from '../stage.js'

/** Why a turn that was too short proves nothing. */
export const OVER = 'the turn was over before it could be cancelled'

const SPEECH = /^agent_(message|thought)/

/** Waits for something of a turn: the message, or in words why it does not come. A turn that is over is not waited for. */
export async function untilSeen(
  agent: ExaminedAgent,
  sessionId: string,
  wanted: (received: Received) => boolean,
): Promise<Received | string> {
  const { arrivals } = agent.peer
  const seen = await arrivals.find(
    received => wanted(received) || !agent.isAtWork(sessionId),
    agent.turnMilliseconds,
  )
  return typeof seen === 'string' ? seen : (arrivals.all.find(wanted) ?? 'the turn is over')
}

/** Waits for the first piece of a message or a thought. */
export async function untilSpeaking(agent: ExaminedAgent, sessionId: string): Promise<void> {
  const first = await untilSeen(
    agent,
    sessionId,
    received => isOf(received, sessionId) && SPEECH.test(String(updateOf(received).sessionUpdate)),
  )
  if (typeof first === 'string') throw new CannotGoOn(`the agent said nothing: ${first}`)
}

/** Waits for a question for leave. */
export function untilAsked(agent: ExaminedAgent, sessionId: string): Promise<Received | string> {
  return untilSeen(agent, sessionId, ({ message }) => message.method === 'session/request_permission')
}

/** Whether a plain prompt is taken at all: where it is not, nothing else is the reason. */
export async function demandPlainPrompt(stage: AgentStage): Promise<void> {
  const agent = await stage.open({}, 'plain')
  const { sessionId } = await agent.newSession()
  const answer = await agent.ask(sessionId, 'say', { text: 'hello' })
  if (!('result' in answer))
    throw new CannotGoOn(`a plain prompt was answered with ${describeAnswer(answer)}, too`)
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
