/** What a conversation says when its agent cannot: that it is gone, what it left open, and that the turn is over. */

import { TERMINAL_UPDATE } from '@parley/acp/thread'
import type { HubEvent } from './event.js'
import type { Past } from './past.js'
import { refusal } from './refusal.js'
import { NEWS_METHOD, UPDATE_METHOD } from './words.js'

/** The session that this is said in. */
export interface Bereaved {
  readonly sessionId: string
  readonly answersEndTurns: boolean
  readonly past: Past
  note(event: HubEvent): void
}

/** What the agent was doing has come to nothing, and nobody will say so in its place. */
export function failOpenCalls(session: Bereaved): void {
  for (const toolCallId of session.past.calls.ids)
    update(session, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' })
}

/** Ends a turn visibly, in the words of the version at hand. */
export function sayLastWords(session: Bereaved, notice: string): void {
  const text = { type: 'text', text: notice }
  if (session.answersEndTurns) return update(session, { sessionUpdate: 'agent_message_chunk', content: text })
  const messageId = globalThis.crypto.randomUUID()
  const { error } = { error: undefined, ...refusal('internal_error', notice) }
  update(session, { sessionUpdate: 'agent_message', messageId, content: [text] })
  update(session, { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error })
}

const LEFT_OPEN = 'The server was ended, and this turn with it. What was said is kept: write again to go on.'

/** Nobody works on what an earlier process left open: it is closed visibly before anybody sees it. */
export function closeLeftOpen(session: Bereaved): void {
  const { past, answersEndTurns } = session
  for (const [question, { isForAll }] of [...past.openQuestions])
    session.note({ type: 'answered', question, how: 'withdrawn', isForAll })
  failOpenCalls(session)
  endTerminals(session)
  const open = [...past.prompts].filter(([, { answer }]) => answer === undefined)
  if (open.length === 0 && !past.isWorking) return
  sayLastWords(session, LEFT_OPEN)
  const answer = answersEndTurns
    ? { result: { stopReason: 'cancelled' } }
    : refusal('internal_error', LEFT_OPEN)
  for (const [prompt, { by }] of open) session.note({ type: 'response', prompt, answer, by })
}

/** They ended with the gateway that lent them: nobody knows how. */
function endTerminals(session: Bereaved): void {
  const { sessionId, past } = session
  for (const terminalId of past.terminals.ids) {
    const exitStatus = { exitCode: null, signal: null }
    const ended = { sessionUpdate: TERMINAL_UPDATE, terminalId, exitStatus }
    session.note({ type: 'told', method: NEWS_METHOD, params: { sessionId, update: ended } })
  }
}

function update(session: Bereaved, said: object): void {
  const params = { sessionId: session.sessionId, update: said }
  session.note({ type: 'told', method: UPDATE_METHOD, params })
}
