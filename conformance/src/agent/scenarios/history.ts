/** A conversation that is told again: what both have said, in the same words. */

import type { Json } from '../../wire/arrivals.js'
import { type ExaminedAgent, toJson } from '../examined-agent.js'
import type { AgentStage } from '../stage.js'

/** What was said in a session, by whom. */
export interface Said {
  readonly user: string
  readonly agent: string
}

export interface Past {
  readonly sessionId: string
  readonly said: Said
}

/** A session with one turn in it. */
export async function talkOnce(agent: ExaminedAgent, stage: AgentStage): Promise<Past> {
  const { sessionId } = await agent.newSession()
  const user = stage.words('say', { text: 'remember this' })
  await agent.turn(sessionId, user)
  return { sessionId, said: { user, agent: textOf(agent.updatesOf(sessionId), 'agent') } }
}

/** What is missing in a history. What the agent did not say in words it need not say again. */
export function flawsOfHistory(said: Said, told: readonly Json[]): readonly string[] {
  return (['user', 'agent'] as const)
    .filter(who => !withoutSpaces(textOf(told, who)).includes(withoutSpaces(said[who])))
    .map(who => `what the ${who} has said was not told before the answer`)
}

/** All that somebody has said, in one text. In version 2 a whole message stands in the place of its pieces. */
export function textOf(updates: readonly Json[], who: 'user' | 'agent'): string {
  const messages = new Map<unknown, string>()
  for (const { sessionUpdate, messageId, content } of updates) {
    const text = [content]
      .flat()
      .map(block => String(toJson(block).text ?? ''))
      .join('')
    if (sessionUpdate === `${who}_message_chunk`)
      messages.set(messageId, (messages.get(messageId) ?? '') + text)
    else if (sessionUpdate === `${who}_message`) messages.set(messageId, text)
  }
  return [...messages.values()].join('')
}

/** Agents keep texts as they like; what counts is what was said. */
function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '')
}
