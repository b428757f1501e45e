/** How a session is forgotten for good: by its agent, then here; only then is it true that it is gone. */

import { isIdentifier, reasonCodes, sessionOf } from '@parley/acp/protocol'
import { type AgentLink, askAgent } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { withoutOwnMeta } from '../hub/fields.js'
import { refusal, toAnswer } from '../hub/refusal.js'
import type { SharedSession } from '../hub/shared-session.js'
import { NOTICE_META } from '../hub/words.js'
import type { Call, DeskPlace } from './session-desk.js'

const GONE: Answer = { result: {} }
const UNABLE = 'The session is gone here; its agent has no session/delete, and may still know it.'
const SILENT = 'The session is gone here; its agent did not answer, and may still know it.'

/** Answers outside of the session: its own stream ends with it. */
export async function deleteSession(seat: DeskPlace, call: Call, session: SharedSession): Promise<void> {
  seat.answer(call.id, await forget(seat, call, session).catch(toAnswer))
}

/** One that is not here is gone, as it should be; but for what only the agent knows, where that is this principal's. */
export async function deleteUnknown(seat: DeskPlace, call: Call): Promise<Answer> {
  const sessionId = sessionOf(call.params) ?? ''
  if (!isIdentifier(sessionId) || !(await seat.around.isAlone())) return GONE
  return toResult(await bid(seat, call, { sessionId, link: await seat.connect() }))
}

/** An agent need not take the session up again to forget it, and one that cannot forget is no hindrance. */
async function forget(seat: DeskPlace, call: Call, session: SharedSession): Promise<Answer> {
  const { sessionId } = session
  const answer = await bid(seat, call, { sessionId, link: session.link ?? (await seat.connect()) })
  if (typeof answer === 'object' && 'error' in answer) return answer
  await seat.around.sessions.delete(session)
  return toResult(answer)
}

function toResult(answer: Answer | string): Answer {
  return typeof answer === 'object' ? answer : { result: { _meta: { [NOTICE_META]: answer } } }
}

interface Bidden {
  readonly sessionId: string
  readonly link: AgentLink
}

/** What the agent answers; a notice where it cannot, or does not in time. One that had forgotten it already has done so. */
async function bid(
  seat: DeskPlace,
  { method, params }: Call,
  { sessionId, link }: Bidden,
): Promise<Answer | string> {
  const deadline = seat.around.patience.agents
  const answer = await askAgent(link, { sessionId, method, params: withoutOwnMeta(params), deadline })
  if (answer === 'lost') return refusal('internal_error', 'The agent ended')
  const code = 'error' in answer ? answer.error.code : undefined
  if (code === reasonCodes.session_not_found) return GONE
  if (code === reasonCodes.method_not_found) return UNABLE
  return code === reasonCodes.timeout ? SILENT : answer
}
