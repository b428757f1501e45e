/** A client names a session, or puts it away: kept here, told to everybody who looks at the same sessions. */

import { rpcError } from '@parley/acp/protocol'
import type { Answer } from '../hub/event.js'
import type { Fields } from '../hub/fields.js'
import type { LabelChange } from '../hub/labels.js'
import { toAnswer } from '../hub/refusal.js'
import type { SharedSession } from '../hub/shared-session.js'
import { BY_META, LABEL_METHOD, UPDATE_METHOD } from '../hub/words.js'
import type { Call, DeskPlace } from './session-desk.js'

const LONGEST = 4_096

/** Answered outside of the session. */
export async function labelSession(seat: DeskPlace, call: Call, session: SharedSession): Promise<void> {
  seat.answer(call.id, await label(seat, call.params, session).catch(toAnswer))
}

async function label(seat: DeskPlace, params: Fields, session: SharedSession): Promise<Answer> {
  const change = changeIn(params)
  const before = session.past.title.text
  const { isArchived = false } = await seat.around.sessions.label(session, change)
  const title = session.past.title.text
  const { sessionId } = session
  if (title !== before) tellTitle(session, seat.caller.name)
  const told = { title, isArchived }
  seat.around.tellAll(sessionId, LABEL_METHOD, { sessionId, ...told })
  return { result: told }
}

/** In words that every client knows, and in the log: who loads it is told the same. */
export function tellTitle(session: SharedSession, by: string): void {
  const { sessionId, past } = session
  const title = past.title.text ?? null
  const update = { sessionUpdate: 'session_info_update', title, _meta: { [BY_META]: by } }
  session.note({ type: 'told', method: UPDATE_METHOD, params: { sessionId, update } })
}

function changeIn({ title, isArchived }: Fields): LabelChange {
  if (title !== undefined && title !== null && (typeof title !== 'string' || title.length > LONGEST))
    throw rpcError('invalid_params', '/title: expected a short string or null')
  if (isArchived !== undefined && typeof isArchived !== 'boolean')
    throw rpcError('invalid_params', '/isArchived: expected boolean')
  return { title, isArchived }
}
