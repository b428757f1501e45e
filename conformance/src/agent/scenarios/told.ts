/** What a session of version 2 was told, in order: its states, its messages, and words that nobody knows. */

import type { Json } from '../../wire/arrivals.js'
import { type ExaminedAgent, isOf, toJson, updateOf } from '../examined-agent.js'

const MESSAGES = /^(user|agent)_(message|thought)(_chunk)?$/
const WORK = /^(agent_(message|thought)(_chunk)?|tool_call_.*|plan_update|terminal_.*)$/

/** An update, and its place among all that came. */
export interface Told {
  readonly update: Json
  readonly place: number
}

export function toldOf({ peer }: ExaminedAgent, sessionId: string): readonly Told[] {
  return peer.arrivals.all.flatMap((received, place) =>
    isOf(received, sessionId) ? [{ update: updateOf(received), place }] : [],
  )
}

export function isState({ update }: Told): boolean {
  return update.sessionUpdate === 'state_update'
}

/** A message of somebody, or a piece of one. */
export function isMessage({ update }: Told): boolean {
  return MESSAGES.test(String(update.sessionUpdate))
}

export function isUserMessage({ update }: Told): boolean {
  return String(update.sessionUpdate).startsWith('user_message')
}

/** What belongs to work that goes on. */
export function isWork({ update }: Told): boolean {
  return WORK.test(String(update.sessionUpdate))
}

/** The ids that the agent appends pieces to. */
export function idsOfPieces(told: readonly Told[]): readonly unknown[] {
  return told
    .filter(({ update }) => update.sessionUpdate === 'agent_message_chunk')
    .map(({ update }) => update.messageId)
}

/** The place of the answer to the request with this id; after everything where there is none. */
export function placeOfAnswer({ peer }: ExaminedAgent, id: string): number {
  const place = peer.arrivals.all.findIndex(({ message }) => !('method' in message) && message.id === id)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  sessionUpdate: [
    'user_message_chunk',
    'user_message',
    'agent_message_chunk',
    'agent_message',
    'agent_thought_chunk',
    'agent_thought',
    'state_update',
    'tool_call_content_chunk',
    'tool_call_update',
    'terminal_update',
    'terminal_output_chunk',
    'plan_update',
    'available_commands_update',
    'config_option_update',
    'session_info_update',
    'usage_update',
    'notice',
    'compaction_update',
    'compaction_summary_chunk',
    // Of the unstable draft.
    'plan_removed',
    'subagent_update',
    'session_message',
    'session_message_chunk',
  ],
  state: ['running', 'idle', 'requires_action', 'unknown'],
  stopReason: ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'error'],
  status: ['pending', 'in_progress', 'paused', 'completed', 'failed', 'cancelled'],
  kind: ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'],
  severity: ['info', 'warning', 'error'],
}

/** Words in open sets that neither the protocol knows nor an underscore marks as the agent's own. */
export function strangeWords(told: readonly Told[]): readonly string[] {
  return told.flatMap(({ update }) =>
    Object.entries(KNOWN).flatMap(([field, words]) => {
      const word = update[field]
      const isFine = typeof word !== 'string' || words.includes(word) || word.startsWith('_')
      return isFine ? [] : [`${field} "${word}"`]
    }),
  )
}

/** The parts of the content of tool calls, of one type. */
export function contentsOf(told: readonly Told[], type: string): readonly Json[] {
  return told
    .filter(({ update }) => String(update.sessionUpdate).startsWith('tool_call'))
    .flatMap(({ update: { content } }) => (Array.isArray(content) ? content : [content]))
    .map(toJson)
    .filter(content => content.type === type)
}
