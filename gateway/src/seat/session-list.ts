/** A list of sessions as one principal may see it: an agent's store may hold those of others. */

import type { Answer } from '../hub/event.js'
import { fieldOf, fieldsOf } from '../hub/fields.js'

/** The same answer with those sessions only that are known to be theirs. */
export async function listSessions(
  answer: Answer,
  isTheirs: (sessionId: string) => Promise<boolean>,
): Promise<Answer> {
  if ('error' in answer) return answer
  const all = fieldOf(answer.result, 'sessions')
  const sessions: unknown[] = []
  for (const session of Array.isArray(all) ? all : []) {
    const sessionId = fieldOf(session, 'sessionId')
    if (typeof sessionId === 'string' && (await isTheirs(sessionId))) sessions.push(session)
  }
  return { result: { ...fieldsOf(answer.result), sessions } }
}
